package io.octavo;

import io.octavo.tree.LongTreeCursor;
import java.util.ConcurrentModificationException;

/**
 * A place in a map of longs, within the bounds it was made with.
 *
 * <p>A cursor is new, before the first entry, on an entry, or after the last. It sees the writes of
 * its own transaction and goes on from the key it stands on, whether or not that key is still
 * there. One thread may use it at a time; there is nothing to close, and it ends with its
 * transaction. Where another thread ends that, a cursor may still give the entries that it had read
 * by then, 64 at most.
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
 * <p>All methods throw {@link IllegalStateException} where the transaction has ended or failed, the
 * map was dropped, or an earlier move failed.
 */
public final class LongCursor implements LongPairs {
  /** The map, which guards the reads. */
  private final Handle map;

  /** What the map's transaction holds, which tells soonest that it has ended. */
  private final TransactionResources resources;

  private final LongTreeCursor cursor;

  LongCursor(Handle map, TransactionResources resources, LongTreeCursor cursor) {
    this.map = map;
    this.resources = resources;
    this.cursor = cursor;
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
      arrived(begun, false);
      throw e;
    }
    return arrived(begun, found);
  }

  /**
   * Goes to the entry before: the last one from a new cursor or from after the last.
   *
   * @return false if there is none; the cursor is then before the first
   */
  public boolean previous() {
    long begun = map.beginRead();
    boolean found;
    try {
      found = cursor.previous();
    } catch (RuntimeException e) {
      arrived(begun, false);
      throw e;
    }
    return arrived(begun, found);
  }

  /**
   * Goes to the least key that is not below a key, within the bounds.
   *
   * @param key the key
   * @return false if there is none; the cursor is then after the last
   */
  public boolean seek(long key) {
    long begun = map.beginRead();
    boolean found;
    try {
      found = cursor.seek(key);
    } catch (RuntimeException e) {
      arrived(begun, false);
      throw e;
    }
    return arrived(begun, found);
  }

  /**
   * Goes to the last entry.
   *
   * @return false if there is none; the cursor is then after the last
   */
  public boolean seekLast() {
    long begun = map.beginRead();
    boolean found;
    try {
      found = cursor.seekLast();
    } catch (RuntimeException e) {
      arrived(begun, false);
      throw e;
    }
    return arrived(begun, found);
  }

  /**
   * Returns the key stood on.
   *
   * @return the key, also where it has been removed since
   * @throws IllegalStateException if the cursor stands on no entry
   */
  @Override
  public long key() {
    return cursor.isAhead() && !resources.isEndedPlain() ? cursor.aheadKey() : readKey();
  }

  private long readKey() {
    long begun = map.beginRead();
    long key = cursor.key();
    map.endRead(begun);
    return key;
  }

  /**
   * Returns the value of the key stood on, as the transaction sees it now.
   *
   * @return the value
   * @throws IllegalStateException if the cursor stands on no entry, or the entry was removed
   */
  @Override
  public long value() {
    return cursor.isAhead() && !resources.isEndedPlain() ? cursor.aheadValue() : readValue();
  }

  private long readValue() {
    long begun = map.beginRead();
    long value;
    try {
      value = cursor.value();
    } catch (RuntimeException e) {
      arrived(begun, false);
      throw e;
    }
    arrived(begun, true);
    return value;
  }

  LongEntry entry() {
    return new LongEntry(key(), value());
  }

  /** Ends a move, or fails the cursor: it may stand in the middle of what was being changed. */
  private boolean arrived(long begun, boolean found) {
    try {
      map.endRead(begun);
    } catch (ConcurrentModificationException e) {
      cursor.fail();
      throw e;
    }
    return found;
  }
}
