package io.octavo.map;

import io.octavo.transaction.Handle;
import io.octavo.transaction.TransactionResources;
import io.octavo.tree.BytesScan;
import io.octavo.tree.ValueSink;
import java.io.InputStream;
import java.util.Objects;

/**
 * A cursor over a map of byte strings, within the bounds of the cursor.
 *
 * <p>A cursor is new, before the first entry, on an entry, or after the last entry. It sees the
 * writes of its own transaction, and continues from its current key even if that key was removed. A
 * cursor is for use by one thread at a time, need not be closed, and is valid until its transaction
 * ends.
 *
 * <pre>{@code
 * for (BytesCursor c = map.prefix(name); c.next(); ) {
 *   use(c.key(), c.value());
 * }
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, the
 * map was dropped, or an earlier move failed. Methods that read the current entry also do so if the
 * cursor is not on an entry, or the entry was removed.
 */
public final class BytesCursor implements BytesPairs {
  /** The map, whose reads are guarded against changes by other threads. */
  private final Handle map;

  /** The transaction, for the fastest check that the transaction is open. */
  private final TransactionResources transaction;

  private final BytesScan cursor;

  BytesCursor(Handle map, BytesScan cursor) {
    this.map = map;
    this.transaction = map.transaction();
    this.cursor = cursor;
  }

  /**
   * Moves to the next entry: the first entry if the cursor is new or before the first.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  @Override
  public boolean next() {
    return (!transaction.isEndedPlain() && cursor.step()) || advance();
  }

  /** A method of its own, so that the compiler inlines the usual case into the caller's loop. */
  private boolean advance() {
    map.beginRead();
    boolean found;
    try {
      found = cursor.next();
    } catch (RuntimeException e) {
      map.endRead();
      throw e;
    }
    map.endRead();
    return found;
  }

  /**
   * Copies the next entries, as many as are stored together, and moves to the last of them.
   *
   * @param batch receives the entries, replacing its previous ones
   * @return false if there is no such entry; the batch is then empty, and the cursor after the last
   */
  public boolean next(BytesBatch batch) {
    return next(batch, Integer.MAX_VALUE);
  }

  /**
   * Copies the next entries, up to a number, as {@link #next(BytesBatch)} does.
   *
   * @param batch receives the entries, replacing its previous ones
   * @param most the greatest number of entries, 1 or more; the batch may have fewer
   * @return false if there is no such entry; the batch is then empty, and the cursor after the last
   * @throws IllegalArgumentException if {@code most} is less than 1
   */
  public boolean next(BytesBatch batch, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("most=" + most + " is less than 1");
    }
    batch.size = 0;
    map.beginRead();
    int size;
    try {
      size = cursor.next(batch.copy, most);
    } catch (RuntimeException e) {
      map.endRead();
      throw e;
    }
    map.endRead();
    batch.size = size;
    return size > 0;
  }

  /**
   * Moves to the previous entry: the last entry if the cursor is new or after the last.
   *
   * @return false if there is no such entry; the cursor is then before the first
   */
  public boolean previous() {
    return map.read(cursor::previous);
  }

  /**
   * Moves to the lowest key at or above a key, within the bounds.
   *
   * @param key the key, of any length
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seek(byte[] key) {
    return map.read(() -> cursor.seek(key));
  }

  /**
   * Moves to the last entry.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seekLast() {
    return map.read(cursor::seekLast);
  }

  /**
   * Returns the key of the current entry.
   *
   * @return a new array with the key, even if the key was removed in the meantime
   */
  @Override
  public byte[] key() {
    return map.read(cursor::key);
  }

  /**
   * Copies the current key, without allocating an object if the key fits in the array.
   *
   * @param into receives the first bytes, as many as fit
   * @param offset the index of the first byte in the array
   * @return the length of the whole key
   * @throws IndexOutOfBoundsException if the offset is outside of the array
   */
  public int key(byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    map.beginRead();
    int length;
    try {
      length = cursor.copyKey(into, offset);
    } catch (RuntimeException e) {
      map.endRead();
      throw e;
    }
    map.endRead();
    return length;
  }

  /**
   * Returns the current value of the current key.
   *
   * @return a new array with the value
   */
  @Override
  public byte[] value() {
    return map.read(cursor::value);
  }

  /**
   * Copies the current value, without allocating an object if the value is stored in its entry.
   *
   * @param into receives the first bytes, as many as fit
   * @param offset the index of the first byte in the array
   * @return the length of the whole value
   * @throws IndexOutOfBoundsException if the offset is outside of the array
   */
  public int value(byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    map.beginRead();
    int length;
    try {
      length = cursor.copyValue(into, offset);
    } catch (RuntimeException e) {
      map.endRead();
      throw e;
    }
    map.endRead();
    return length;
  }

  /** Passes the current value to a sink without a copy; see {@link BytesScan#showValue}. */
  int showValue(int most, ValueSink sink) {
    map.beginRead();
    int length;
    try {
      length = cursor.showValue(most, sink);
    } catch (RuntimeException e) {
      map.endRead();
      throw e;
    }
    map.endRead();
    return length;
  }

  /**
   * Opens the current value as a stream.
   *
   * @return a stream of the value; it is valid until the transaction ends and need not be closed
   */
  public InputStream open() {
    return new ValueStream(map, map.read(cursor::parts));
  }

  BytesEntry entry() {
    return new BytesEntry(key(), value());
  }
}
