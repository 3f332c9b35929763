package io.octavo.page.ring;

import io.octavo.packed.Varint;
import io.octavo.page.meta.CatalogueRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction as a sequence of operations, in the form in which the commit ring
 * holds them. FORMAT.md, section "Operations". Not thread-safe.
 *
 * <p>A log that has grown past its limit keeps nothing: its transaction is too large for the ring.
 * A {@link Sink} gets all operations all the same.
 */
public final class OperationLog {
  static final int SELECT = 1;
  static final int PUT = 2;
  static final int REMOVE = 3;
  static final int REMOVE_RANGE = 4;
  static final int CLEAR = 5;
  static final int CREATE = 6;
  static final int DROP = 7;
  static final int RENAME = 8;
  static final int DESCRIBE = 9;
  static final int PUT_BYTES = 10;
  static final int REMOVE_BYTES = 11;
  static final int REMOVE_BYTES_RANGE = 12;

  /** The greatest length of one operation: a tag, a length and a name, or two numbers. */
  private static final int MAX_OPERATION = 2 + CatalogueRecord.MAX_NAME + Varint.MAX_LENGTH;

  private static final byte[] NOTHING = {};

  /** The approximate number of bytes that a sink receives at once. */
  private static final int PART = 1 << 15;

  /** Receives operations even if the log does not keep them. */
  public interface Sink {
    /**
     * Receives operations. All parts of a transaction form one sequence, which one {@link
     * OperationReader} reads.
     *
     * @param bytes the array of the operations; reused after the call
     */
    void operations(byte[] bytes, int from, int to);

    /**
     * Receives the key and the length of a large value, which the log does not contain.
     *
     * @param collection identifier of the collection
     * @param length the length of the value, whose bytes follow in parts; fewer bytes follow if the
     *     source failed
     */
    void value(int collection, byte[] key, long length);

    /**
     * Receives the next bytes of the value.
     *
     * @param bytes the array of the part; reused after the call
     */
    void valuePart(byte[] bytes, int from, int to);

    /** Called after the commit of the transaction. */
    void committed(long sequence);

    /** Called after the roll back of the transaction. */
    void rolledBack();

    /**
     * Called after a step of a compaction.
     *
     * @param maxBytes the limit of the bytes of pages to copy
     */
    void compacted(long maxBytes);
  }

  /** The length from which a log is expected to reach the expected length. */
  private static final int LONG = 1 << 16;

  private final int limit;
  private final @Nullable Sink sink;
  private final int expected;
  private byte[] bytes = NOTHING;
  private int length;

  /** The number of bytes in the array that the sink has received. */
  private int passed;

  private int owner;
  private long lastKey;
  private boolean isFull;
  private boolean hasPuts;

  /**
   * Begins a log.
   *
   * @param limit the most bytes that it keeps; 0 to keep none
   */
  public OperationLog(int limit) {
    this(limit, null);
  }

  /**
   * Begins a log.
   *
   * @param limit the most bytes that it keeps; 0 to keep none
   * @param sink also receives the operations; null for none
   */
  public OperationLog(int limit, @Nullable Sink sink) {
    this(limit, sink, 0);
  }

  /**
   * Begins a log of an expected length.
   *
   * @param limit the most bytes that it keeps; 0 to keep none
   * @param sink also receives the operations; null for none
   * @param expected the approximate length, to be allocated at once if the log becomes long
   */
  public OperationLog(int limit, @Nullable Sink sink, int expected) {
    this.limit = limit;
    this.sink = sink;
    this.expected = expected + expected / 8;
    this.isFull = limit == 0;
  }

  /** Passes pending operations to the sink. */
  public void flush() {
    if (sink != null && passed < length) {
      sink.operations(bytes, passed, length);
      passed = length;
    }
    if (isFull) {
      length = 0;
      passed = 0;
    }
  }

  /** Reports the commit of the transaction. */
  public void committed(long sequence) {
    if (sink != null) {
      sink.committed(sequence);
    }
  }

  /** Reports the roll back of the transaction. */
  public void rolledBack() {
    if (sink != null) {
      sink.rolledBack();
    }
  }

  /**
   * Reports a step of a compaction, after it.
   *
   * @param maxBytes the limit of the bytes of pages to copy
   */
  public void compacted(long maxBytes) {
    if (sink != null) {
      sink.compacted(maxBytes);
    }
  }

  /**
   * Logs a put of a value that is too large for any log.
   *
   * @param valueLength the length of the value, whose bytes {@link #valuePart} logs
   */
  public void value(int collection, byte[] key, long valueLength) {
    hasPuts = true;
    giveUp();
    if (sink != null) {
      sink.value(collection, key, valueLength);
    }
  }

  /** Logs the next bytes of the value. */
  public void valuePart(byte[] part, int from, int to) {
    if (sink != null) {
      sink.valuePart(part, from, to);
    }
  }

  /** Returns whether the log has exceeded its limit and keeps nothing. */
  public boolean isFull() {
    return isFull;
  }

  /** Returns whether the operations put a value or create a collection. */
  public boolean hasPuts() {
    return hasPuts;
  }

  /**
   * Restores {@link #hasPuts} after puts that only shorten values.
   *
   * @param puts the previous result
   */
  public void setHasPuts(boolean puts) {
    hasPuts = puts;
  }

  /** Returns the length of the log. */
  public int length() {
    return length;
  }

  /** Copies the log. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Logs puts of keys, in order.
   *
   * @param from the index of the first in both arrays
   */
  public void putAll(int collection, long[] keys, long[] values, int from, int count) {
    hasPuts = true;
    for (int i = from; i < from + count && !(isFull && sink == null); i++) {
      put(collection, keys[i], values[i]);
    }
  }

  /** Logs a put. */
  public void put(int collection, long key, long value) {
    hasPuts = true;
    if (begin(collection, PUT)) {
      writeKey(key);
      writeVarint(Varint.zigzag(value));
      end();
    }
  }

  /** Logs the removal of a key. */
  public void remove(int collection, long key) {
    if (begin(collection, REMOVE)) {
      writeKey(key);
      end();
    }
  }

  /**
   * Logs the removal of a range of keys.
   *
   * @param from the least
   * @param to the greatest
   */
  public void removeRange(int collection, long from, long to) {
    if (begin(collection, REMOVE_RANGE)) {
      writeKey(from);
      writeKey(to);
      end();
    }
  }

  /** Logs a put of a byte string. */
  public void putBytes(int collection, byte[] key, byte[] value) {
    hasPuts = true;
    if (begin(collection, PUT_BYTES, (long) key.length + value.length)) {
      writeBytes(key);
      writeBytes(value);
      end();
    }
  }

  /** Logs the removal of a byte string. */
  public void removeBytes(int collection, byte[] key) {
    if (begin(collection, REMOVE_BYTES, key.length)) {
      writeBytes(key);
      end();
    }
  }

  /**
   * Logs the removal of a range of byte strings.
   *
   * @param to the upper bound, exclusive; null for none
   */
  public void removeBytesRange(int collection, byte[] from, byte @Nullable [] to) {
    if (begin(collection, REMOVE_BYTES_RANGE, from.length + (to == null ? 0L : to.length))) {
      writeBytes(from);
      bytes[length++] = (byte) (to == null ? 0 : 1);
      if (to != null) {
        writeBytes(to);
      }
      end();
    }
  }

  /** Drops the log: it keeps no operations from now on. */
  private void giveUp() {
    isFull = true;
    flush();
    length = 0;
    if (sink == null) {
      bytes = NOTHING;
    }
  }

  /** Logs the removal of all keys. */
  public void clear(int collection) {
    if (begin(collection, CLEAR)) {
      end();
    }
  }

  /** Logs the creation of a collection with the next identifier. */
  public void create(int collection, int type, String name) {
    hasPuts = true;
    if (begin(collection, CREATE)) {
      bytes[length++] = (byte) type;
      writeName(name);
      end();
    }
  }

  /**
   * Logs the codecs of a collection that was just created.
   *
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail the tail of the record, at most {@value CatalogueRecord#MAX_TAIL} bytes
   */
  public void describe(int collection, int keyCodec, int valueCodec, byte[] tail) {
    if (begin(collection, DESCRIBE, tail.length)) {
      writeShort(keyCodec);
      writeShort(valueCodec);
      writeShort(tail.length);
      System.arraycopy(tail, 0, bytes, length, tail.length);
      length += tail.length;
      end();
    }
  }

  /** Logs the drop of a collection. */
  public void drop(int collection) {
    if (begin(collection, DROP)) {
      end();
    }
  }

  /**
   * Logs the new name of a collection.
   *
   * @param name its new name
   */
  public void rename(int collection, String name) {
    if (begin(collection, RENAME)) {
      writeName(name);
      end();
    }
  }

  private boolean begin(int collection, int tag) {
    return begin(collection, tag, 0);
  }

  /**
   * Makes room for one operation of a length, and writes its tag. Returns false if the log keeps no
   * operations.
   */
  private boolean begin(int collection, int tag, long room) {
    if (!isFull && length + room > limit) {
      giveUp();
    }
    if (isFull && sink == null) {
      return false;
    }
    int needed = length + 2 * MAX_OPERATION + (int) room;
    if (needed > bytes.length) {
      int wanted = Math.max(Math.max(1024, 2 * bytes.length), needed);
      // A short log after a long one must not allocate the expected length.
      boolean isLong = wanted >= Math.max(LONG, expected / 8);
      bytes = Arrays.copyOf(bytes, isLong ? Math.max(wanted, expected) : wanted);
    }
    if (collection != owner) {
      bytes[length++] = SELECT;
      writeVarint(collection & 0xFFFF_FFFFL);
      owner = collection;
    }
    bytes[length++] = (byte) tag;
    return true;
  }

  /** Drops the log if the operation just written has exceeded the limit. */
  private void end() {
    if (!isFull && length > limit) {
      giveUp();
    } else if (sink != null && length - passed >= PART) {
      flush();
    }
  }

  private void writeBytes(byte[] string) {
    writeVarint(string.length);
    System.arraycopy(string, 0, bytes, length, string.length);
    length += string.length;
  }

  private void writeName(String name) {
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    bytes[length++] = (byte) encoded.length;
    System.arraycopy(encoded, 0, bytes, length, encoded.length);
    length += encoded.length;
  }

  private void writeShort(int value) {
    bytes[length++] = (byte) value;
    bytes[length++] = (byte) (value >>> Byte.SIZE);
  }

  /** Writes the difference from the previous key: successive keys tend to be close. */
  private void writeKey(long key) {
    writeVarint(Varint.zigzag(key - lastKey));
    lastKey = key;
  }

  private void writeVarint(long value) {
    length = Varint.put(bytes, length, value);
  }
}
