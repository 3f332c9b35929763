package io.octavo.tool;

import io.octavo.BytesCursor;
import io.octavo.BytesMap;
import io.octavo.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** A map of byte strings, in one of their notations. */
final class BytesTextMap implements TextMap {
  private static final int BUFFER = 1 << 15;
  private static final byte[] EMPTY = {};

  private final String name;
  private final Notation notation;

  /** Serves all cursors, of which there may be many, one at a time; empty if there are none. */
  private byte[] buffer = EMPTY;

  private byte[] key = EMPTY;
  private byte[] value = EMPTY;

  BytesTextMap(String name, Notation notation) {
    this.name = name;
    this.notation = notation;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String form() {
    return MapForm.BYTES.text() + "-" + notation.label();
  }

  @Override
  public String jsonForm() {
    return "\"type\":\"bytes\",\"encoding\":\"" + notation.label() + "\"";
  }

  @Override
  public void read(String newKey, String newValue) {
    key = keyToPut(newKey);
    value = notation.read("the value", newValue);
  }

  /** Reads a key that has to fit a map. */
  byte[] keyToPut(String text) {
    byte[] bytes = notation.read("the key", text);
    if (bytes.length > BytesMap.MAX_KEY) {
      throw new IllegalArgumentException(
          "the key has "
              + Text.count(bytes.length)
              + " bytes, more than "
              + Text.count(BytesMap.MAX_KEY));
    }
    return bytes;
  }

  /** Reads a key to look for. */
  byte[] argument(String text) {
    return notation.read("'" + text + "'", text);
  }

  @Override
  public void put(Transaction transaction) {
    transaction.bytesMap(name).put(key, value);
  }

  @Override
  public void create(Transaction transaction) {
    transaction.bytesMap(name);
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
  public TextCursor cursor(Transaction transaction, Range range) {
    BytesMap map = transaction.bytesMap(name);
    buffer = buffer.length == 0 ? new byte[BUFFER] : buffer;
    if (range.prefix() != null) {
      return new Cursor(map.prefix(argument(range.prefix())));
    }
    byte[] from = range.from() == null ? EMPTY : argument(range.from());
    byte[] to = range.to() == null ? null : argument(range.to());
    // The least key above the greatest one asked for has a zero more.
    return new Cursor(map.cursor(from, to == null ? null : Arrays.copyOf(to, to.length + 1)));
  }

  @Override
  public void writeKey(String text, Output out) {
    byte[] bytes = argument(text);
    out.bytes(bytes, bytes.length, notation);
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
      out.bytes(buffer, cursor.key(buffer, 0), notation);
    }

    @Override
    public void writeValue(Output out) {
      int length = cursor.value(buffer, 0);
      if (length <= BUFFER) {
        out.bytes(buffer, length, notation);
        return;
      }
      out.quote();
      notation.write(cursor.open(), buffer, out);
      out.quote();
    }

    @Override
    public void writeRaw(Output out) {
      try {
        InputStream value = cursor.open();
        for (int n = value.read(buffer); n > 0 && out.isHeard(); n = value.read(buffer)) {
          out.raw(buffer, n);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
