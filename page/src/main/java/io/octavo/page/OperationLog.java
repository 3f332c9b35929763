package io.octavo.page;

import io.octavo.packed.Varint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one transaction as a sequence of operations, in the form in which the commit ring
 * holds them. FORMAT.md, section "Operations". Not thread-safe.
 *
 * <p>A log that has grown past its limit keeps nothing: its transaction is too large for the ring.
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

  /** The most bytes of one operation: a tag, a length and a name, or two numbers. */
  private static final int MAX_OPERATION = 2 + CatalogueRecord.MAX_NAME + Varint.MAX_LENGTH;

  private static final byte[] NOTHING = {};

  private final int limit;
  private byte[] bytes = NOTHING;
  private int length;
  private int owner;
  private long lastKey;
  private boolean isFull;

  /**
   * Begins a log.
   *
   * @param limit the most bytes that it keeps; 0 to keep nothing at all
   */
  public OperationLog(int limit) {
    this.limit = limit;
    this.isFull = limit == 0;
  }

  /**
   * Tells whether the log has passed its limit.
   *
   * @return true where it keeps nothing
   */
  public boolean isFull() {
    return isFull;
  }

  /**
   * Tells how long the log is.
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
   * Notes that a key got a value.
   *
   * @param collection whose key
   * @param key the key
   * @param value its value
   */
  public void put(int collection, long key, long value) {
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
   * @param to what is above them, null where nothing is
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

  /**
   * Keeps nothing from now on: what is changed next is better written once, as pages, than twice.
   */
  public void giveUp() {
    isFull = true;
    bytes = NOTHING;
    length = 0;
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
   * Makes room for one operation, and so many bytes, and writes its tag; false where the log keeps
   * nothing.
   */
  private boolean begin(int collection, int tag, long room) {
    if (isFull) {
      return false;
    }
    if (length + room > limit) {
      giveUp();
      return false;
    }
    int needed = length + 2 * MAX_OPERATION + (int) room;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.max(1024, 2 * bytes.length), needed));
    }
    if (collection != owner) {
      bytes[length++] = SELECT;
      writeVarint(collection & 0xFFFF_FFFFL);
      owner = collection;
    }
    bytes[length++] = (byte) tag;
    return true;
  }

  /** Lets everything go where the operation just written has passed the limit. */
  private void end() {
    if (length > limit) {
      giveUp();
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

  /** Keys that follow each other tend to be near. */
  private void writeKey(long key) {
    writeVarint(Varint.zigzag(key - lastKey));
    lastKey = key;
  }

  private void writeVarint(long value) {
    length = Varint.put(bytes, length, value);
  }
}
