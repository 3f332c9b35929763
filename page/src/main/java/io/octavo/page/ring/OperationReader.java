package io.octavo.page.ring;

import io.octavo.packed.Varint;
import io.octavo.page.meta.CatalogueRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the operations of one transaction back. Bytes that no {@link OperationLog} wrote end in an
 * {@link IllegalArgumentException}, never in a read out of bounds.
 */
public final class OperationReader {
  private byte[] bytes;
  private int end;
  private int position;
  private long lastKey;

  /** Begins to read. */
  public OperationReader(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.position = from;
    this.end = to;
  }

  /** Continues with the next part of the same operations, after all earlier parts were read. */
  public void append(byte[] part, int from, int to) {
    bytes = part;
    position = from;
    end = to;
  }

  /** Performs the operations that are read. */
  public interface Target {
    /**
     * Selects the collection of the operations that follow.
     *
     * @param collection its identifier, not 0
     */
    void select(int collection);

    /** Sets the value of a key. */
    void put(long key, long value);

    /** Removes a key. */
    void remove(long key);

    /**
     * Removes a range of keys.
     *
     * @param from the least
     * @param to the greatest
     */
    void removeRange(long from, long to);

    /** Sets the value of a byte string. */
    void putBytes(byte[] key, byte[] value);

    /** Removes a byte string. */
    void removeBytes(byte[] key);

    /**
     * Removes a range of byte strings.
     *
     * @param from the least byte string
     * @param to the end of the range, exclusive; null for no end
     */
    void removeBytesRange(byte[] from, byte @Nullable [] to);

    /** Removes all keys. */
    void clear();

    /** Creates the selected collection. */
    void create(int type, String name);

    /**
     * Sets the codecs of the selected collection.
     *
     * @param keyCodec identifier of the codec of its keys
     * @param valueCodec identifier of the codec of its values
     * @param tail the tail of the record, of valid length
     */
    void describe(int keyCodec, int valueCodec, byte[] tail);

    /** Drops the selected collection. */
    void drop();

    /**
     * Renames the selected collection.
     *
     * @param name the new name
     */
    void rename(String name);
  }

  /**
   * Performs the remaining operations.
   *
   * @throws IllegalArgumentException if the bytes are no operations
   */
  public void forEach(Target target) {
    while (position < end) {
      int tag = readByte();
      switch (tag) {
        case OperationLog.SELECT -> target.select(readCollection());
        case OperationLog.PUT -> {
          long key = readKey();
          target.put(key, Varint.unzigzag(readVarint()));
        }
        case OperationLog.REMOVE -> target.remove(readKey());
        case OperationLog.REMOVE_RANGE -> {
          long from = readKey();
          target.removeRange(from, readKey());
        }
        case OperationLog.PUT_BYTES -> {
          byte[] key = readBytes();
          target.putBytes(key, readBytes());
        }
        case OperationLog.REMOVE_BYTES -> target.removeBytes(readBytes());
        case OperationLog.REMOVE_BYTES_RANGE -> {
          byte[] from = readBytes();
          target.removeBytesRange(from, readFlag() ? readBytes() : null);
        }
        case OperationLog.CLEAR -> target.clear();
        case OperationLog.CREATE -> {
          int type = readByte();
          target.create(type, readName());
        }
        case OperationLog.DROP -> target.drop();
        case OperationLog.RENAME -> target.rename(readName());
        case OperationLog.DESCRIBE -> {
          int keyCodec = readShort();
          int valueCodec = readShort();
          target.describe(keyCodec, valueCodec, readTail());
        }
        default -> throw new IllegalArgumentException("tag=" + tag + " is not an operation");
      }
    }
  }

  /** Returns the offset after the last operation that was read. */
  public int position() {
    return position;
  }

  private int readCollection() {
    long collection = readVarint();
    if (collection == 0 || collection >>> Integer.SIZE != 0) {
      throw new IllegalArgumentException(
          Long.toUnsignedString(collection) + " is not the identifier of a collection");
    }
    return (int) collection;
  }

  private int readByte() {
    if (position >= end) {
      throw new IllegalArgumentException("an operation ends behind its record");
    }
    return bytes[position++] & 0xFF;
  }

  private boolean readFlag() {
    int flag = readByte();
    if (flag > 1) {
      throw new IllegalArgumentException("flag=" + flag + " is neither 0 nor 1");
    }
    return flag == 1;
  }

  private byte[] readBytes() {
    long length = readVarint();
    if (length < 0 || length > end - position) {
      throw new IllegalArgumentException("a byte string ends behind its record");
    }
    byte[] string = Arrays.copyOfRange(bytes, position, position + (int) length);
    position += string.length;
    return string;
  }

  private int readShort() {
    int low = readByte();
    return low | readByte() << Byte.SIZE;
  }

  private byte[] readTail() {
    int length = readShort();
    if (length > CatalogueRecord.MAX_TAIL || length > end - position) {
      throw new IllegalArgumentException(
          "a tail of " + length + " bytes is too long or ends behind its record");
    }
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  private String readName() {
    int length = readByte();
    if (length > end - position) {
      throw new IllegalArgumentException("a name ends behind its record");
    }
    byte[] encoded = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    String name = new String(encoded, StandardCharsets.UTF_8);
    if (!Arrays.equals(CatalogueRecord.encodeName(name), encoded)) {
      throw new IllegalArgumentException("a name is not in UTF-8");
    }
    return name;
  }

  private long readKey() {
    lastKey += Varint.unzigzag(readVarint());
    return lastKey;
  }

  private long readVarint() {
    int next = Varint.end(bytes, position, end);
    if (next < 0) {
      throw new IllegalArgumentException(
          "a number of more than 64 bits, or one that ends behind its record");
    }
    long value = Varint.get(bytes, position);
    position = next;
    return value;
  }
}
