package io.octavo.series;

import io.octavo.packed.SampleBlock;

/**
 * A place in a series, between two times. One thread at a time.
 *
 * <p>The entries of a block are decoded together. If the series has changed since the last move,
 * the cursor goes on from the entry that it stands on, which is known by its time and by the number
 * of entries before it that have the same time: entries of one time are added behind the others,
 * and removed together.
 */
final class SeriesTreeCursor {
  private enum Place {
    NEW,
    BEFORE,
    ON,
    REMOVED,
    AFTER,
    FAILED
  }

  private final SeriesTree tree;
  private final long from;
  private final long to;
  private final long[] times = new long[SampleBlock.MAX_COUNT];
  private final long[] values = new long[SampleBlock.MAX_COUNT];
  private Place place = Place.NEW;

  /** The rank of the entry stood on; of the next entry if the entry was removed. */
  private long rank;

  private long time;
  private long value;

  /** Entries before the current one that have its time; counted only if the series can change. */
  private long equal;

  /** The ranks of the first entry within the bounds, and of the entry behind the last. */
  private long first;

  private long end;

  /** The rank of the first entry in the arrays, and their number. */
  private long bufferFrom;

  private int buffered;
  private long seenChanges = -1;

  /**
   * Makes a cursor that stands before the first entry.
   *
   * @param tree the series
   * @param from the least time of an entry that it may stand on
   * @param to the greatest time
   */
  public SeriesTreeCursor(SeriesTree tree, long from, long to) {
    this.tree = tree;
    this.from = from;
    this.to = to;
  }

  /**
   * Moves to the next entry, from a new cursor to the first.
   *
   * @return false if there is none; the cursor is then after the last
   */
  public boolean next() {
    Place before = begin();
    return switch (before) {
      case NEW, BEFORE -> move(first, Place.AFTER);
      case ON -> move(rank + 1, Place.AFTER);
      case REMOVED -> move(rank, Place.AFTER);
      default -> move(end, Place.AFTER);
    };
  }

  /**
   * Moves to the previous entry, from a new cursor to the last.
   *
   * @return false if there is none; the cursor is then before the first
   */
  public boolean previous() {
    Place before = begin();
    return switch (before) {
      case NEW, AFTER -> move(end - 1, Place.BEFORE);
      case ON, REMOVED -> move(rank - 1, Place.BEFORE);
      default -> move(first - 1, Place.BEFORE);
    };
  }

  /**
   * Moves to the first entry at or behind a time.
   *
   * @param target the time
   * @return false if there is none; the cursor is then after the last
   */
  public boolean seek(long target) {
    begin();
    return move(Math.max(first, tree.rank(target)), Place.AFTER);
  }

  /**
   * Moves to the entry of a rank.
   *
   * @param target the rank among all entries of the series
   * @return false if there is no such entry within the bounds; the cursor is then before the first
   *     or after the last
   */
  public boolean seekRank(long target) {
    begin();
    return move(target, target < first ? Place.BEFORE : Place.AFTER);
  }

  /**
   * Returns the time of the entry stood on.
   *
   * @return its time, even if it was removed since
   * @throws IllegalStateException if the cursor stands on no entry
   */
  public long time() {
    requireEntry();
    return time;
  }

  /**
   * Returns the value of the entry stood on.
   *
   * @return its value, even if it was removed since
   * @throws IllegalStateException if the cursor stands on no entry
   */
  public long value() {
    requireEntry();
    return value;
  }

  /**
   * Returns the rank of the entry stood on.
   *
   * @return the number of entries before it now
   * @throws IllegalStateException if the cursor stands on no entry, or the entry was removed
   */
  public long rank() {
    requireEntry();
    place = begin();
    if (place == Place.REMOVED) {
      throw new IllegalStateException(
          "the entry with time=" + time + " was removed; call next() or seek() first");
    }
    return rank;
  }

  /** Has every later call fail: what a move has read was being changed meanwhile. */
  public void fail() {
    place = Place.FAILED;
  }

  /** Begins a move. Returns the place until then; a move that throws leaves none. */
  private Place begin() {
    requireSound();
    Place before = place;
    place = Place.FAILED;
    if (seenChanges != tree.changes()) {
      before = synchronize(before);
    }
    return before;
  }

  /** Finds the bounds and the current entry again after a change. Returns the place. */
  private Place synchronize(Place before) {
    first = tree.rank(from);
    end = Math.max(first, tree.rankBehind(to));
    buffered = 0;
    Place now = before;
    if (before == Place.ON || before == Place.REMOVED) {
      long least = tree.rank(time);
      long behind = tree.rankBehind(time);
      now = before == Place.ON && equal < behind - least ? Place.ON : Place.REMOVED;
      // All entries of its time are gone with it; those that are there now have come after it.
      rank = now == Place.ON ? least + equal : least;
    }
    seenChanges = tree.changes();
    return now;
  }

  /** Stands on an entry, or at another place if the bounds exclude the entry. */
  private boolean move(long target, Place otherwise) {
    boolean isFound = target >= first && target < end;
    if (isFound) {
      standOn(target);
    }
    place = isFound ? Place.ON : otherwise;
    return isFound;
  }

  private void standOn(long target) {
    if (target < bufferFrom || target >= bufferFrom + buffered) {
      buffered = 0;
      SeriesTree.Block block = tree.block(target, times, values);
      bufferFrom = block.first();
      buffered = block.count();
    }
    rank = target;
    time = times[(int) (target - bufferFrom)];
    value = values[(int) (target - bufferFrom)];
    if (!tree.isFixed()) {
      countEqual((int) (target - bufferFrom));
    }
  }

  /** Counts the entries before the current one that have its time, in the block if they all are. */
  private void countEqual(int place) {
    int before = place;
    while (before > 0 && times[before - 1] == time) {
      before--;
    }
    equal = before > 0 ? place - before : rank - tree.rank(time);
  }

  private void requireSound() {
    if (place == Place.FAILED) {
      throw new IllegalStateException("an earlier move of the cursor failed; make a new cursor");
    }
  }

  private void requireEntry() {
    requireSound();
    if (place != Place.ON && place != Place.REMOVED) {
      throw new IllegalStateException("the cursor is not on an entry; call next() or seek() first");
    }
  }
}
