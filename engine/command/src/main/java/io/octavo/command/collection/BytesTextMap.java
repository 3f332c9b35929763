package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Text;
import io.octavo.command.text.ByteForm;
import io.octavo.command.text.CodecText;
import io.octavo.command.text.Json;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.page.meta.CodecNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A map of byte strings as text: in a notation of byte strings, or as the text of the map's codecs.
 * Bytes of an unknown codec are shown in the notation.
 */
public final class BytesTextMap implements TextMap {
  private static final int BUFFER = 1 << 15;
  private static final byte[] EMPTY = {};

  private final String name;
  private final Notation notation;
  private final CodecNames codecs;
  private final ByteForm keys;
  private final ByteForm values;

  /** Whether entries come from a dump, and may hold bytes that the codecs refuse. */
  private final boolean isRestored;

  /** The transaction in which the map is known to exist with these codecs, null for none. */
  private @Nullable Transaction known;

  /** The scratch buffer of all cursors, which are used one at a time; allocated by the first. */
  private byte[] buffer = EMPTY;

  private byte[] key = EMPTY;
  private byte[] value = EMPTY;

  BytesTextMap(String name, Notation notation, CodecNames codecs, boolean isRestored) {
    this.name = name;
    this.notation = notation;
    this.codecs = codecs;
    this.keys = form(codecs.key(), true);
    this.values = form(codecs.value(), false);
    this.isRestored = isRestored;
  }

  private ByteForm form(String codec, boolean isKey) {
    CodecText text = CodecText.of(codec, notation, isKey);
    return text == null ? notation : text;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return MapForm.BYTES.noun() + " " + name();
  }

  @Override
  public String form() {
    return MapForm.BYTES.text() + "-" + notation.label();
  }

  @Override
  public CodecNames codecs() {
    return codecs;
  }

  @Override
  public String jsonForm() {
    String form = "\"type\":\"bytes\",\"encoding\":\"" + notation.label() + "\"";
    return codecs.equals(CodecNames.NONE)
        ? form
        : form + ",\"keys\":" + Json.of(codecs.key()) + ",\"values\":" + Json.of(codecs.value());
  }

  @Override
  public boolean takes(Notation asked) {
    return keys.hasBytes() || values.hasBytes() || asked == Notation.UTF8;
  }

  /** Throws if the map has codecs that the command does not know. */
  void requireWritable() {
    for (String codec : new String[] {codecs.key(), codecs.value()}) {
      if (!codec.isEmpty() && CodecText.of(codec, notation, false) == null) {
        throw new Failure(
            Failure.PROBLEM,
            "map "
                + name
                + " is written by the codec "
                + codec
                + ", which only its program has; it can be read here, not changed");
      }
    }
  }

  /** Throws if the values are not byte strings, like the contents of files. */
  public void requireBytesAsValues() {
    if (values instanceof CodecText && !codecs.value().equals("BYTES")) {
      throw Failure.wrongType("--file", name, contents(), "bytes");
    }
  }

  @Override
  public void read(String newKey, String newValue) {
    key = keyToPut(newKey, false);
    value = read(values, "the value", newValue);
  }

  @Override
  public void readRaw(byte[] newKey, byte[] newValue) {
    key = requireLength(keys.readRaw("the key", newKey));
    value = values.readRaw("the value", newValue);
  }

  @Override
  public List<String> columns() {
    return Stream.of(keys, values).flatMap(form -> form.columns().stream()).toList();
  }

  @Override
  public void readColumns(List<@Nullable String> fields) {
    int ofKey = keys.columns().size();
    key = requireLength(keys.readColumns("the key", fields.subList(0, ofKey)));
    value = values.readColumns("the value", fields.subList(ofKey, fields.size()));
  }

  /** Parses an entry from the fields of a line of JSON. */
  public void readJson(Object newKey, Object newValue) {
    read(field("key", keys.ofJson(newKey)), field("value", values.ofJson(newValue)));
  }

  private static String field(String field, @Nullable String text) {
    if (text == null) {
      throw new IllegalArgumentException("the field " + field + " is not a string");
    }
    return text;
  }

  private byte[] read(ByteForm form, String subject, String text) {
    return isRestored ? form.readStored(subject, text) : form.read(subject, text);
  }

  /** Parses a key to put, and checks its length. */
  public byte[] keyToPut(String text, boolean isRaw) {
    return requireLength(
        isRaw
            ? keys.readRaw("the key", text.getBytes(StandardCharsets.UTF_8))
            : read(keys, "the key", text));
  }

  private static byte[] requireLength(byte[] bytes) {
    if (bytes.length > BytesMap.MAX_KEY) {
      throw new IllegalArgumentException(
          "the key has "
              + Text.count(bytes.length)
              + " bytes, more than "
              + Text.count(BytesMap.MAX_KEY));
    }
    return bytes;
  }

  /** Parses a key to look up. */
  private byte[] argument(String text) {
    return keys.readStored("'" + text + "'", text);
  }

  @Override
  public void put(Transaction transaction) {
    open(transaction).put(key, value);
  }

  @Override
  public void create(Transaction transaction) {
    open(transaction);
  }

  /** Opens the map for writing, and creates it if necessary. */
  public BytesMap open(Transaction transaction) {
    if (known != transaction) {
      MapCodecs.create(transaction, name, codecs);
      known = transaction;
    }
    return transaction.bytesMap(name);
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.bytesMap(name).size();
  }

  @Override
  public boolean remove(Transaction transaction, String text) {
    return transaction.bytesMap(name).remove(argument(text));
  }

  @Override
  public long removeRange(Transaction transaction, Range range) {
    Bounds bounds = bounds(range);
    return transaction.bytesMap(name).removeRange(bounds.from(), bounds.to());
  }

  @Override
  public TextCursor cursor(Transaction transaction, Range range) {
    BytesMap map = transaction.bytesMap(name);
    buffer = buffer.length == 0 ? new byte[BUFFER] : buffer;
    Bounds bounds = bounds(range);
    return new Cursor(map.cursor(bounds.from(), bounds.to()));
  }

  /** The bounds of a range of keys; to is exclusive, null for no bound. */
  @SuppressWarnings("ArrayRecordComponent") // a pair of results, not compared
  private record Bounds(byte[] from, byte @Nullable [] to) {}

  /** Returns the least byte string above all with a prefix, null if there is none. */
  private static byte @Nullable [] behind(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == -1) {
      end--;
    }
    if (end == 0) {
      return null;
    }
    byte[] above = Arrays.copyOf(prefix, end);
    above[end - 1]++;
    return above;
  }

  private Bounds bounds(Range range) {
    if (range.prefix() != null) {
      byte[] prefix = keys.readPrefix(range.prefix());
      return new Bounds(prefix, behind(prefix));
    }
    byte[] from = range.from() == null ? EMPTY : argument(range.from());
    byte[] to = range.to() == null ? null : argument(range.to());
    // The least key above another is that key followed by a byte 0.
    return new Bounds(from, to == null ? null : Arrays.copyOf(to, to.length + 1));
  }

  @Override
  public void writeKey(String text, Output out) {
    writeKey(argument(text), out);
  }

  @Override
  public void writeKey(byte[] stored, Output out) {
    keys.write(stored, stored.length, out);
  }

  @Override
  public void writeValue(byte[] stored, Output out) {
    values.write(stored, stored.length, out);
  }

  private final class Cursor implements TextCursor {
    private final BytesCursor cursor;

    Cursor(BytesCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public boolean previous() {
      return cursor.previous();
    }

    @Override
    public void writeKey(Output out) {
      keys.write(buffer, cursor.key(buffer, 0), out);
    }

    @Override
    public void writeValue(Output out) {
      values.writeValue(cursor, buffer, out);
    }

    @Override
    public void writeRaw(Output out) {
      try {
        InputStream stream = cursor.open();
        for (int n = stream.read(buffer); n > 0 && out.isHeard(); n = stream.read(buffer)) {
          out.raw(buffer, n);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
