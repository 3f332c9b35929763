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

  /** Gets what a transaction does, whether or not the log keeps it. */
  public interface Sink {
    /**
     * Receives operations. All parts of a transaction form one sequence, which one {@link
     * OperationReader} reads.
     *
     * @param bytes holds the operations; reused after the call
     * @param from the first byte
     * @param to the byte after the last
     */
    void operations(byte[] bytes, int from, int to);

    /**
     * Receives the key and the length of a large value, which the log does not contain.
     *
     * @param collection identifier of the collection
     * @param key the key
     * @param length the length of the value, whose bytes follow in parts; fewer bytes follow if the
     *     source failed
     */
    void value(int collection, byte[] key, long length);

    /**
     * Receives the next bytes of the value.
     *
     * @param bytes holds the part; reused after the call
     * @param from the first byte
     * @param to the byte after the last
     */
    void valuePart(byte[] bytes, int from, int to);

    /**
     * Learns that the transaction was committed.
     *
     * @param sequence number of the commit
     */
    void committed(long sequence);

    /** Learns that the transaction was rolled back. */
    void rolledBack();

    /**
     * Learns that a step of a compaction was performed.
     *
     * @param maxBytes the limit of the bytes of pages to copy
     */
    void compacted(long maxBytes);
  }

  /** The least length from which on a log is expected to become as long as the guess. */
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
   * @param limit the most bytes that it keeps; 0 to keep nothing at all
   */
  public OperationLog(int limit) {
    this(limit, null);
  }

  /**
   * Begins a log.
   *
   * @param limit the most bytes that it keeps; 0 to keep nothing at all
   * @param sink what gets the operations too, null if nothing does
   */
  public OperationLog(int limit, @Nullable Sink sink) {
    this(limit, sink, 0);
  }

  /**
   * Begins a log whose length can be guessed.
   *
   * @param limit the most bytes that it keeps; 0 to keep nothing at all
   * @param sink what gets the operations too, null if nothing does
   * @param expected about how many bytes it will have, to allocate them at once when it turns out
   *     to be long
   */
  public OperationLog(int limit, @Nullable Sink sink, int expected) {
    this.limit = limit;
    this.sink = sink;
    this.expected = expected + expected / 8;
    this.isFull = limit == 0;
  }

  /** Hands what it has not got to the sink. */
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

  /**
   * Notes that the transaction has been committed.
   *
   * @param sequence number of the commit
   */
  public void committed(long sequence) {
    if (sink != null) {
      sink.committed(sequence);
    }
  }

  /** Notes that the transaction has been rolled back. */
  public void rolledBack() {
    if (sink != null) {
      sink.rolledBack();
    }
  }

  /**
   * Notes a step of a compaction, after it.
   *
   * @param maxBytes how many bytes of pages it was to copy
   */
  public void compacted(long maxBytes) {
    if (sink != null) {
      sink.compacted(maxBytes);
    }
  }

  /**
   * Notes that a byte string gets a value that is too large for any log.
   *
   * @param collection whose key
   * @param key the key
   * @param valueLength the bytes of the value, to be noted by {@link #valuePart}
   */
  public void value(int collection, byte[] key, long valueLength) {
    hasPuts = true;
    giveUp();
    if (sink != null) {
      sink.value(collection, key, valueLength);
    }
  }

  /**
   * Notes the next bytes of the value.
   *
   * @param part where they stand
   * @param from the first byte
   * @param to the byte after the last
   */
  public void valuePart(byte[] part, int from, int to) {
    if (sink != null) {
      sink.valuePart(part, from, to);
    }
  }

  /**
   * Returns whether the log has passed its limit.
   *
   * @return true if it keeps nothing
   */
  public boolean isFull() {
    return isFull;
  }

  /**
   * Returns whether anything was added: a value was given to a key, or a collection created.
   *
   * @return false if all operations remove, or change names
   */
  public boolean hasPuts() {
    return hasPuts;
  }

  /**
   * Says whether anything was added, where values were only replaced by parts of themselves.
   *
   * @param puts what {@link #hasPuts} gave before
   */
  public void setHasPuts(boolean puts) {
    hasPuts = puts;
  }

  /**
   * Returns how long the log is.
   *
   * @return bytes
   */
  public int length() {
    return length;
  }

  /**
   * Copies the log.
   *
   * @return its bytes
   */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Notes that keys got values, one after the other.
   *
   * @param collection whose keys
   * @param keys the keys
   * @param values their values
   * @param from the index of the first in both arrays
   * @param count how many
   */
  public void putAll(int collection, long[] keys, long[] values, int from, int count) {
    hasPuts = true;
    for (int i = from; i < from + count && !(isFull && sink == null); i++) {
      put(collection, keys[i], values[i]);
    }
  }

  /**
   * Notes that a key got a value.
   *
   * @param collection whose key
   * @param key the key
   * @param value its value
   */
  public void put(int collection, long key, long value) {
    hasPuts = true;
    if (begin(collection, PUT)) {
      writeKey(key);
      writeVarint(Varint.zigzag(value));
      end();
    }
  }

  /**
   * Notes that a key was removed.
   *
   * @param collection whose key
   * @param key the key
   */
  public void remove(int collection, long key) {
    if (begin(collection, REMOVE)) {
      writeKey(key);
      end();
    }
  }

  /**
   * Notes that a range of keys was removed.
   *
   * @param collection whose keys
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

  /**
   * Notes that a byte string got a value.
   *
   * @param collection whose key
   * @param key the key
   * @param value its value
   */
  public void putBytes(int collection, byte[] key, byte[] value) {
    hasPuts = true;
    if (begin(collection, PUT_BYTES, (long) key.length + value.length)) {
      writeBytes(key);
      writeBytes(value);
      end();
    }
  }

  /**
   * Notes that a byte string was removed.
   *
   * @param collection whose key
   * @param key the key
   */
  public void removeBytes(int collection, byte[] key) {
    if (begin(collection, REMOVE_BYTES, key.length)) {
      writeBytes(key);
      end();
    }
  }

  /**
   * Notes that a range of byte strings was removed.
   *
   * @param collection whose keys
   * @param from the least
   * @param to what is above them, null if nothing is
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

  /**
   * Notes that all keys were removed.
   *
   * @param collection whose keys
   */
  public void clear(int collection) {
    if (begin(collection, CLEAR)) {
      end();
    }
  }

  /**
   * Notes that a collection was created; its identifier is the next one to give out.
   *
   * @param collection its identifier
   * @param type what it is
   * @param name its name
   */
  public void create(int collection, int type, String name) {
    hasPuts = true;
    if (begin(collection, CREATE)) {
      bytes[length++] = (byte) type;
      writeName(name);
      end();
    }
  }

  /**
   * Notes the codecs of a collection that was just created.
   *
   * @param collection its identifier
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail what the type keeps behind its record, at most {@value CatalogueRecord#MAX_TAIL}
   *     bytes
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

  /**
   * Notes that a collection was dropped.
   *
   * @param collection its identifier
   */
  public void drop(int collection) {
    if (begin(collection, DROP)) {
      end();
    }
  }

  /**
   * Notes that a collection got another name.
   *
   * @param collection its identifier
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
      // A short log after a long one must not pay for the guess.
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
