package io.octavo.command.text;

import io.octavo.command.cli.Failure;
import io.octavo.map.BytesCursor;
import io.octavo.page.ByteText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The text form of byte strings. Each byte string has exactly one text, which is parsed back to it.
 */
public enum Notation implements ByteForm {
  /** Text, with escapes for bytes that are not text. */
  UTF8 {
    @Override
    int write(byte[] bytes, int length, boolean isLast, Output out) {
      return Escapes.write(bytes, length, isLast, out);
    }

    @Override
    String text(byte[] bytes) {
      return ByteText.of(bytes);
    }

    @Override
    public byte[] decode(String text) {
      return Escapes.read(text);
    }
  },

  /** Two lowercase digits a byte. */
  HEX {
    @Override
    int write(byte[] bytes, int length, boolean isLast, Output out) {
      HexFormat hex = HexFormat.of();
      for (int i = 0; i < length; i++) {
        out.put(hex.toHighHexDigit(bytes[i]));
        out.put(hex.toLowHexDigit(bytes[i]));
      }
      return length;
    }

    @Override
    String text(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }

    @Override
    public byte[] decode(String text) {
      if (text.length() % 2 != 0) {
        throw new IllegalArgumentException("has an odd number of hex digits");
      }
      try {
        return HexFormat.of().parseHex(text);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("is not hex", e);
      }
    }
  },

  /** The standard alphabet, padded. */
  BASE64 {
    @Override
    int write(byte[] bytes, int length, boolean isLast, Output out) {
      int whole = isLast ? length : length - length % BASE64_GROUP;
      byte[] part = whole == bytes.length ? bytes : Arrays.copyOf(bytes, whole);
      for (byte character : Base64.getEncoder().encode(part)) {
        out.put(character);
      }
      return whole;
    }

    @Override
    String text(byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public byte[] decode(String text) {
      // Java also accepts missing padding, which may have been cut off.
      if (text.length() % 4 != 0) {
        throw new IllegalArgumentException("is not padded base64");
      }
      try {
        return Base64.getDecoder().decode(text);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("is not padded base64", e);
      }
    }
  };

  private static final int BASE64_GROUP = 3;

  /**
   * Writes the first bytes of a buffer.
   *
   * @param isLast whether these are the last bytes; otherwise some at the end may be left for the
   *     next call
   * @return the number of bytes written
   */
  abstract int write(byte[] bytes, int length, boolean isLast, Output out);

  /** Returns the text of a byte string. */
  abstract String text(byte[] bytes);

  /**
   * Parses the text of a byte string.
   *
   * @throws IllegalArgumentException if the text is malformed
   */
  public abstract byte[] decode(String text);

  @Override
  public byte[] read(String subject, String text) {
    try {
      return decode(text);
    } catch (IllegalArgumentException e) {
      throw new BadField(subject + " " + e.getMessage(), text, e);
    }
  }

  @Override
  public byte[] readRaw(String subject, byte[] text) {
    return this == UTF8 ? text : read(subject, new String(text, StandardCharsets.UTF_8));
  }

  @Override
  public byte[] readStored(String subject, String text) {
    return read(subject, text);
  }

  @Override
  public byte[] readPrefix(String text) {
    return read("'" + text + "'", text);
  }

  @Override
  public @Nullable String ofJson(Object json) {
    return json instanceof String text ? text : null;
  }

  @Override
  public void write(byte[] bytes, int length, Output out) {
    out.quote();
    write(bytes, length, true, out);
    out.quote();
  }

  @Override
  public void writeValue(BytesCursor cursor, byte[] buffer, Output out) {
    int length = cursor.value(buffer, 0);
    if (length <= buffer.length) {
      write(buffer, length, out);
      return;
    }
    out.quote();
    write(cursor.open(), buffer, out);
    out.quote();
  }

  @Override
  public boolean hasBytes() {
    return true;
  }

  /** Writes a byte string of any length, a buffer at a time. */
  void write(InputStream bytes, byte[] buffer, Output out) {
    try {
      int kept = 0;
      for (boolean isLast = false; !isLast && out.isHeard(); ) {
        int length = kept + bytes.readNBytes(buffer, kept, buffer.length - kept);
        isLast = length < buffer.length;
        int written = write(buffer, length, isLast, out);
        kept = length - written;
        System.arraycopy(buffer, written, buffer, 0, kept);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name that options and dumps use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Finds a notation by its name, null if there is none. */
  public static @Nullable Notation of(String label) {
    for (Notation notation : values()) {
      if (notation.label().equals(label)) {
        return notation;
      }
    }
    return null;
  }

  /** The options of all verbs that read or write byte strings. */
  public static final class Choice {
    @Option(
        names = "--utf8",
        description = "Byte strings are text with the escapes \\t \\n \\r \\\\ \\xHH; default.")
    boolean utf8;

    @Option(names = "--hex", description = "Byte strings are hexadecimal.")
    boolean hex;

    @Option(names = "--base64", description = "Byte strings are padded base64.")
    boolean base64;

    /**
     * Returns the notation of the options, that of text if it has no escapes.
     *
     * @param isRaw whether --raw was given
     */
    public @Nullable Notation given(boolean isRaw) {
      Notation given = given();
      if (isRaw && given != null && given != UTF8) {
        throw new Failure(Failure.USAGE, "--raw: not with --" + given.label());
      }
      return isRaw ? UTF8 : given;
    }

    /** Returns the notation of the options, null if none was given. */
    public @Nullable Notation given() {
      if ((utf8 ? 1 : 0) + (hex ? 1 : 0) + (base64 ? 1 : 0) > 1) {
        throw new Failure(Failure.USAGE, "give only one of --utf8, --hex and --base64");
      }
      if (hex || base64) {
        return hex ? HEX : BASE64;
      }
      return utf8 ? UTF8 : null;
    }
  }
}
