package io.octavo.command.text;

import io.octavo.error.CodecException;
import io.octavo.map.BytesCursor;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text form of values that a codec of {@link io.octavo.codec.Codecs} has encoded. Bytes that
 * are no encoding are written as a mark and hex digits. DUMP.md describes the text.
 */
public final class CodecText implements ByteForm {
  /** Precedes bytes that are no encoding. No other text begins with it. */
  private static final String MARK = "\\?";

  /** The JSON field for bytes that are no encoding. No component of a record has this name. */
  private static final String MARK_FIELD = "?";

  /** A UTF-16 escape, or any other escape, such as that of a backslash. */
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9A-Fa-f]{4})|.)");

  private final String name;
  private final CodecPart part;

  private CodecText(String name, CodecPart part) {
    this.name = name;
    this.part = part;
  }

  /**
   * Finds the text of a codec.
   *
   * @param name the codec's name
   * @param notation the notation of byte strings
   * @param isKey whether the codec is that of keys, of which no component may be missing
   * @return null if the command does not know the codec
   */
  public static @Nullable CodecText of(String name, Notation notation, boolean isKey) {
    CodecPart part = CodecPart.of(name, notation, isKey);
    return part == null ? null : new CodecText(name, part);
  }

  @Override
  public byte[] read(String subject, String text) {
    return encode(subject, () -> part.value(json(text)));
  }

  @Override
  public byte[] readRaw(String subject, byte[] text) {
    return encode(subject, () -> part.plain(text));
  }

  @Override
  public List<String> columns() {
    return part.columns();
  }

  @Override
  public byte[] readColumns(String subject, List<@Nullable String> fields) {
    return encode(subject, () -> part.ofColumns(fields));
  }

  private byte[] encode(String subject, Supplier<Object> reader) {
    try {
      return part.codec().encode(reader.get());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(subject + " " + e.getMessage() + " (" + name + ")", e);
    }
  }

  /** Returns the value of a text in the form of JSON. */
  private Object json(String text) {
    if (part.isCompound()) {
      return new JsonLine(text).value();
    }
    return part.isText() ? unescape(text) : text;
  }

  @Override
  public byte[] readStored(String subject, String text) {
    return text.startsWith(MARK)
        ? Notation.HEX.read(subject, text.substring(MARK.length()))
        : read(subject, text);
  }

  @Override
  public byte[] readPrefix(String text) {
    // The encodings of these codecs have no end mark, so an encoded prefix is a prefix of encoded
    // keys.
    if (Set.of("STRING", "UTF8", "BYTES").contains(part.codec().name())) {
      return readStored("'" + text + "'", text);
    }
    throw new IllegalArgumentException("--prefix: the map has keys of " + name + ", not strings");
  }

  @Override
  public @Nullable String ofJson(Object json) {
    if (json instanceof Map<?, ?> map
        && map.size() == 1
        && map.get(MARK_FIELD) instanceof String hex) {
      return MARK + hex;
    }
    if (part.isCompound()) {
      return Json.of(json);
    }
    if (json == Json.NULL) {
      return null;
    }
    return part.isText() && json instanceof String text ? escape(text) : json.toString();
  }

  @Override
  public void write(byte[] bytes, int length, Output out) {
    byte[] whole = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    Object json;
    try {
      json = part.json(part.codec().decode(whole));
    } catch (CodecException e) {
      String hex = HexFormat.of().formatHex(whole);
      out.text(out.isJson() ? Json.of(Map.of(MARK_FIELD, hex)) : MARK + hex);
      return;
    }
    if (out.isJson() || part.isCompound()) {
      out.text(Json.of(json));
    } else {
      out.text(part.isText() ? escape(json.toString()) : json.toString());
    }
  }

  @Override
  public void writeValue(BytesCursor cursor, byte[] buffer, Output out) {
    int length = cursor.value(buffer, 0);
    byte[] value = length > buffer.length ? cursor.value() : buffer;
    write(value, length, out);
  }

  @Override
  public boolean hasBytes() {
    return part.hasBytes();
  }

  /** Escapes as {@link Notation#UTF8} does, and also lone surrogates, which have no UTF-8 form. */
  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    int from = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        escaped.append(escapeSound(text.substring(from, i)));
        escaped.append("\\u").append(HexFormat.of().toHexDigits((char) point));
        from = i + 1;
      }
    }
    return escaped.append(escapeSound(text.substring(from))).toString();
  }

  private static String escapeSound(String text) {
    return Notation.UTF8.text(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    Matcher escapes = ESCAPE.matcher(text);
    int from = 0;
    while (escapes.find()) {
      if (escapes.group(1) != null) {
        plain.append(unescapeSound(text.substring(from, escapes.start())));
        plain.append((char) Integer.parseInt(escapes.group(1), 16));
        from = escapes.end();
      }
    }
    return plain.append(unescapeSound(text.substring(from))).toString();
  }

  private static String unescapeSound(String text) {
    return decode(Escapes.read(text), "has escapes of bytes that are not UTF-8");
  }

  /** Returns the text of bytes that must be UTF-8. */
  static String decode(byte[] bytes, String problem) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(problem, e);
    }
  }
}
