package io.octavo.map;

import io.octavo.transaction.Handle;
import io.octavo.transaction.TransactionResources;
import io.octavo.tree.LongScan;

/**
 * A cursor over a map of longs, within the bounds of the cursor.
 *
 * <p>A cursor is new, before the first entry, on an entry, or after the last entry. It sees the
 * writes of its own transaction, and continues from its current key even if that key was removed. A
 * cursor is for use by one thread at a time, need not be closed, and is valid until its transaction
 * ends. If another thread ends the transaction, the cursor may still return up to 64 entries that
 * it has read before.
 *
 * <pre>{@code
 * for (LongCursor c = map.cursor(10, 100); c.next(); ) {
 *   use(c.key(), c.value());
 * }
 * for (boolean on = c.seek(k); on; on = c.next()) {
 *   use(c.key(), c.value());
 * }
 * }</pre>
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, the
 * map was dropped, or an earlier move failed.
 */
public final class LongCursor implements LongPairs {
  /** The map, whose reads are guarded against changes by other threads. */
  private final Handle map;

  /** The transaction, for the fastest check that the transaction is open. */
  private final TransactionResources transaction;

  private final LongScan cursor;

  LongCursor(Handle map, LongScan cursor) {
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
      arrived(false);
      throw e;
    }
    return arrived(found);
  }

  /**
   * Moves to the previous entry: the last entry if the cursor is new or after the last.
   *
   * @return false if there is no such entry; the cursor is then before the first
   */
  public boolean previous() {
    map.beginRead();
    boolean found;
    try {
      found = cursor.previous();
    } catch (RuntimeException e) {
      arrived(false);
      throw e;
    }
    return arrived(found);
  }

  /**
   * Moves to the lowest key at or above a key, within the bounds.
   *
   * @param key the key
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seek(long key) {
    map.beginRead();
    boolean found;
    try {
      found = cursor.seek(key);
    } catch (RuntimeException e) {
      arrived(false);
      throw e;
    }
    return arrived(found);
  }

  /**
   * Moves to the last entry.
   *
   * @return false if there is no such entry; the cursor is then after the last
   */
  public boolean seekLast() {
    map.beginRead();
    boolean found;
    try {
      found = cursor.seekLast();
    } catch (RuntimeException e) {
      arrived(false);
      throw e;
    }
    return arrived(found);
  }

  /**
   * Returns the key of the current entry.
   *
   * @return the key, even if it was removed in the meantime
   * @throws IllegalStateException if the cursor is not on an entry
   */
  @Override
  public long key() {
    return cursor.isAhead() && !transaction.isEndedPlain() ? cursor.aheadKey() : readKey();
  }

  private long readKey() {
    map.beginRead();
    long key = cursor.key();
    map.endRead();
    return key;
  }

  /**
   * Returns the current value of the current key.
   *
   * @return the value
   * @throws IllegalStateException if the cursor is not on an entry, or the entry was removed
   */
  @Override
  public long value() {
    return cursor.isAhead() && !transaction.isEndedPlain() ? cursor.aheadValue() : readValue();
  }

  private long readValue() {
    map.beginRead();
    long value;
    try {
      value = cursor.value();
    } catch (RuntimeException e) {
      arrived(false);
      throw e;
    }
    arrived(true);
    return value;
  }

  LongEntry entry() {
    return new LongEntry(key(), value());
  }

  /** Ends a move. */
  private boolean arrived(boolean found) {
    map.endRead();
    return found;
  }
}
