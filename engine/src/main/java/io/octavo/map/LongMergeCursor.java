package io.octavo.map;

import io.octavo.tree.LongScan;
import io.octavo.tree.LongTree;
import io.octavo.tree.LongTreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * A place in a map of longs that has a front, or may get one: merges the cursors of its trees. A
 * turn, and a change of the map under a cursor of a write transaction, begin the merge anew at the
 * current key.
 */
final class LongMergeCursor extends LongScan {
  private final LongTrees trees;
  private final long from;
  private final long to;

  /** The cursor of the main tree, as long as the map has no front; null from then on. */
  private @Nullable LongTreeCursor only;

  private Place place = Place.NEW;
  private long key;

  /** The merge that has just returned the current key, null if the next move begins one. */
  private @Nullable Merge merge;

  LongMergeCursor(LongTrees trees, long from, long to) {
    this.trees = trees;
    this.from = from;
    this.to = to;
    this.only = trees.hasFront() ? null : new LongTreeCursor(trees.main(), from, to);
  }

  /** Returns the cursor of the main tree, null if the map has a front. */
  private @Nullable LongTreeCursor only() {
    if (only != null && trees.hasFront()) {
      only = null;
    }
    return only;
  }

  /** Notes where a move of the only cursor has arrived, in case that the map gets a front. */
  private boolean arrived(boolean found, LongTreeCursor cursor, Place end) {
    place = found ? Place.ON : end;
    key = found ? cursor.key() : key;
    return found;
  }

  /** The cursors of the trees, each on its next entry in one direction, or at its end. */
  private final class Merge {
    private final boolean isForward;
    private final long begun = trees.changes();
    private final LongTreeCursor main;
    private final @Nullable LongTreeCursor puts;
    private final @Nullable LongTreeCursor deleted;
    private boolean isMain;
    private boolean isPut;
    private boolean isDeleted;

    /** Begins at an end of a range. */
    Merge(boolean isForward, long least, long greatest) {
      this.isForward = isForward;
      LongTree newest = trees.puts();
      LongTree keys = trees.deleted();
      main = new LongTreeCursor(trees.main(), least, greatest);
      puts = newest == null ? null : new LongTreeCursor(newest, least, greatest);
      deleted = keys == null ? null : new LongTreeCursor(keys, least, greatest);
      isMain = move(main);
      isPut = puts != null && move(puts);
      isDeleted = deleted != null && move(deleted);
    }

    private boolean move(LongTreeCursor cursor) {
      return isForward ? cursor.step() || cursor.next() : cursor.previous();
    }

    private static long keyOf(LongTreeCursor cursor) {
      return cursor.isAhead() ? cursor.aheadKey() : cursor.key();
    }

    private static long valueOf(LongTreeCursor cursor) {
      return cursor.isAhead() ? cursor.aheadValue() : cursor.value();
    }

    private boolean isBefore(long one, long other) {
      return isForward ? one < other : one > other;
    }

    /**
     * Reads the next entries.
     *
     * @param most how many at most
     * @return how many there were
     */
    int read(int most) {
      int count = 0;
      while (count < most && (isMain || isPut)) {
        LongTreeCursor newest = puts;
        if (newest != null && isPut && !(isMain && isBefore(keyOf(main), keyOf(newest)))) {
          keys[count] = keyOf(newest);
          values[count] = valueOf(newest);
          if (isMain && keyOf(main) == keys[count]) {
            isMain = move(main);
          }
          isPut = move(newest);
          count++;
        } else {
          long mainKey = keyOf(main);
          if (!isDeletedAt(mainKey)) {
            keys[count] = mainKey;
            values[count] = valueOf(main);
            count++;
          }
          isMain = move(main);
        }
      }
      return count;
    }

    private boolean isDeletedAt(long mainKey) {
      LongTreeCursor cursor = deleted;
      while (cursor != null && isDeleted && isBefore(keyOf(cursor), mainKey)) {
        isDeleted = move(cursor);
      }
      return cursor != null && isDeleted && keyOf(cursor) == mainKey;
    }
  }

  @Override
  public boolean next() {
    LongTreeCursor cursor = only();
    if (cursor != null) {
      return arrived(cursor.next(), cursor, Place.AFTER);
    }
    requireSound();
    if (place == Place.AFTER || (place == Place.ON && key == Long.MAX_VALUE)) {
      merge = null;
      place = Place.AFTER;
      return false;
    }
    return move(true, place == Place.ON ? key + 1 : from, to, Place.AFTER);
  }

  @Override
  public boolean previous() {
    LongTreeCursor cursor = only();
    if (cursor != null) {
      return arrived(cursor.previous(), cursor, Place.BEFORE);
    }
    requireSound();
    if (place == Place.BEFORE || (place == Place.ON && key == Long.MIN_VALUE)) {
      merge = null;
      place = Place.BEFORE;
      return false;
    }
    return move(false, from, place == Place.ON ? key - 1 : to, Place.BEFORE);
  }

  @Override
  public boolean seek(long target) {
    LongTreeCursor cursor = only();
    if (cursor != null) {
      return arrived(cursor.seek(target), cursor, Place.AFTER);
    }
    requireSound();
    merge = null;
    return move(true, Math.max(target, from), to, Place.AFTER);
  }

  @Override
  public boolean seekLast() {
    LongTreeCursor cursor = only();
    if (cursor != null) {
      return arrived(cursor.seekLast(), cursor, Place.AFTER);
    }
    requireSound();
    merge = null;
    return move(false, from, to, Place.AFTER);
  }

  private boolean move(boolean isForward, long least, long greatest, Place end) {
    place = Place.FAILED;
    Merge going = merge;
    if (going == null || going.isForward != isForward || going.begun != trees.changes()) {
      going = new Merge(isForward, least, greatest);
      merge = going;
    }
    makeArrays();
    boolean isAheadPossible = isForward && trees.isFixed();
    int count = going.read(isAheadPossible ? AHEAD : 1);
    if (count == 0) {
      merge = null;
      place = end;
      return false;
    }
    key = keys[0];
    at = 0;
    ahead = isAheadPossible ? count : 0;
    place = Place.ON;
    return true;
  }

  @Override
  public long key() {
    requireEntry();
    return key;
  }

  @Override
  public long value() {
    LongTreeCursor cursor = only();
    if (cursor != null) {
      return cursor.value();
    }
    requireEntry();
    // Most callers ask for the value that the last move has read.
    Merge last = merge;
    if (last != null && last.begun == trees.changes()) {
      return values[0];
    }
    if (!trees.contains(key)) {
      throw new IllegalStateException(
          "the entry with key=" + key + " was removed; call next() or seek() first");
    }
    return trees.get(key, 0);
  }

  private void requireSound() {
    if (ahead > 0) {
      // Behind the current entry, the merge has gone on.
      merge = at == ahead - 1 ? merge : null;
      key = keys[at];
      values[0] = values[at];
      ahead = 0;
      at = 0;
    }
    if (place == Place.FAILED) {
      throw new IllegalStateException("an earlier move of the cursor failed; make a new cursor");
    }
  }

  private void requireEntry() {
    requireSound();
    if (place != Place.ON) {
      throw new IllegalStateException("the cursor is not on an entry; call next() or seek() first");
    }
  }
}
