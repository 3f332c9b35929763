package io.octavo;

import io.octavo.tree.BytesTreeCursor;
import java.io.InputStream;
import java.util.ConcurrentModificationException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A place in a map of byte strings, within the bounds it was made with.
 *
 * <p>A cursor is new, before the first entry, on an entry, or after the last. It sees the writes of
 * its own transaction and goes on from the key it stands on, whether or not that key is still
 * there. One thread may use it at a time; there is nothing to close, and it ends with its
 * transaction.
 *
 * <pre>{@code
 * for (BytesCursor c = map.prefix(name); c.next(); ) {
 *   use(c.key(), c.value());
 * }
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed, the
 * map was dropped, or an earlier move failed; and those that give something of the entry stood on
 * where there is none, or it was removed.
 */
public final class BytesCursor implements BytesPairs {
  /** The map, which guards the reads. */
  private final Handle map;

  /** What the map's transaction holds, which tells soonest that it has ended. */
  private final TransactionResources resources;

  private final BytesTreeCursor cursor;

  BytesCursor(Handle map, TransactionResources resources, BytesTreeCursor cursor) {
    this.map = map;
    this.resources = resources;
    this.cursor = cursor;
  }

  /** Reads, or fails the cursor: it may stand in the middle of what was being changed. */
  private <T> T read(Supplier<T> action) {
    try {
      return map.read(action);
    } catch (ConcurrentModificationException e) {
      cursor.fail();
      throw e;
    }
  }

  /** Ends a read as {@link #read} does. */
  private void endRead(long begun) {
    try {
      map.endRead(begun);
    } catch (ConcurrentModificationException e) {
      cursor.fail();
      throw e;
    }
  }

  /**
   * Goes to the next entry: the first one from a new cursor or from before the first.
   *
   * @return false if there is none; the cursor is then after the last
   */
  @Override
  public boolean next() {
    return (!resources.isEndedPlain() && cursor.step()) || advance();
  }

  /** Apart from the usual case, which the compiler then takes into the caller's loop. */
  private boolean advance() {
    long begun = map.beginRead();
    boolean found;
    try {
      found = cursor.next();
    } catch (RuntimeException e) {
      endRead(begun);
      throw e;
    }
    endRead(begun);
    return found;
  }

  /**
   * Goes to the entry before: the last one from a new cursor or from after the last.
   *
   * @return false if there is none; the cursor is then before the first
   */
  public boolean previous() {
    return read(cursor::previous);
  }

  /**
   * Goes to the least key that is not below a key, within the bounds.
   *
   * @param key the key, of any length
   * @return false if there is none; the cursor is then after the last
   */
  public boolean seek(byte[] key) {
    return read(() -> cursor.seek(key));
  }

  /**
   * Goes to the last entry.
   *
   * @return false if there is none; the cursor is then after the last
   */
  public boolean seekLast() {
    return read(cursor::seekLast);
  }

  /**
   * Returns the key stood on.
   *
   * @return a new array with the key, also where it has been removed since
   */
  @Override
  public byte[] key() {
    return read(cursor::key);
  }

  /**
   * Copies the key stood on, without making an object where there is room for it.
   *
   * @param into receives its first bytes, as many as there is room for
   * @param offset where the first one goes
   * @return the length of the whole key
   * @throws IndexOutOfBoundsException if the offset is not in the array
   */
  public int key(byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    long begun = map.beginRead();
    int length;
    try {
      length = cursor.copyKey(into, offset);
    } catch (RuntimeException e) {
      endRead(begun);
      throw e;
    }
    endRead(begun);
    return length;
  }

  /**
   * Returns the value of the key stood on, as the transaction sees it now.
   *
   * @return a new array with the value
   */
  @Override
  public byte[] value() {
    return read(cursor::value);
  }

  /**
   * Copies the value of the key stood on, without making an object where it is kept in its entry.
   *
   * @param into receives its first bytes, as many as there is room for
   * @param offset where the first one goes
   * @return the length of the whole value
   * @throws IndexOutOfBoundsException if the offset is not in the array
   */
  public int value(byte[] into, int offset) {
    Objects.checkFromIndexSize(offset, 0, into.length);
    long begun = map.beginRead();
    int length;
    try {
      length = cursor.copyValue(into, offset);
    } catch (RuntimeException e) {
      endRead(begun);
      throw e;
    }
    endRead(begun);
    return length;
  }

  /**
   * Opens the value of the key stood on, to be read in parts.
   *
   * @return the value as a stream; it ends with the transaction, and there is nothing to close
   */
  public InputStream open() {
    return new ValueStream(map, read(cursor::parts));
  }

  BytesEntry entry() {
    return new BytesEntry(key(), value());
  }
}
