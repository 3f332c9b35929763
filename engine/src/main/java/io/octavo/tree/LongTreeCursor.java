package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;

/**
 * A position in a tree, within bounds. One thread at a time.
 *
 * <p>Forward in a snapshot, entries are read from the leaf in batches, so that their loads overlap.
 *
 * <p>A cursor of a write transaction continues from its current key after a change of the tree,
 * even if that key was removed.
 */
public final class LongTreeCursor extends LongScan {
  private final LongTree tree;
  private final long from;
  private final long to;
  private final TreePath path;
  private Place place = Place.NEW;
  private long seenChanges;
  private int index;
  private long key;

  /** Index in the leaf of the first of these entries. */
  private int aheadFrom;

  /**
   * Makes a cursor without a position.
   *
   * @param from the least key
   * @param to the greatest key
   */
  public LongTreeCursor(LongTree tree, long from, long to) {
    this.tree = tree;
    this.from = from;
    this.to = to;
    this.path = new TreePath(tree);
  }

  /** Drops the entries that were read ahead. The position is unchanged. */
  private void leaveAhead() {
    if (ahead > 0) {
      index = aheadFrom + at;
      key = keys[at];
      ahead = 0;
      at = 0;
    }
  }

  /**
   * Moves to the next entry: the first one from a new cursor or from before the first. This is the
   * slow path, and deliberately one long method: the compiler does not inline it, so the loops of
   * callers contain only {@link #step}.
   *
   * @return false if there is none; the cursor is then after the last
   */
  @Override
  public boolean next() {
    requireSound();
    if (place == Place.AFTER) {
      return false;
    }
    if (place != Place.ON) {
      return seek(from);
    }
    Place arrived = Place.FAILED;
    try {
      boolean found = true;
      if (seenChanges != tree.changes()) {
        found = key < to && toCeiling(key + 1);
      } else {
        index++;
        if (index == PageHeader.count(path.leaf())) {
          index = 0;
          found = path.toNeighbour(true);
        }
        if (found) {
          key = LeafPage.key(path.leaf(), index);
        }
        if (found && key <= to && tree.isFixed()) {
          makeArrays();
          int count = Math.min(PageHeader.count(path.leaf()) - index, AHEAD);
          LeafPage.read(path.leaf(), index, index + count, keys, values, 0);
          while (keys[count - 1] > to) {
            count--;
          }
          aheadFrom = index;
          ahead = count;
        }
      }
      arrived = found && key <= to ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  /**
   * Moves to the previous entry: the last one from a new cursor or from after the last.
   *
   * @return false if there is none; the cursor is then before the first
   */
  @Override
  public boolean previous() {
    requireSound();
    if (place == Place.BEFORE) {
      return false;
    }
    Place arrived = Place.FAILED;
    try {
      boolean found;
      if (place != Place.ON) {
        found = toFloor(to);
      } else if (seenChanges == tree.changes()) {
        index--;
        found = settleBackward();
      } else {
        found = key > from && toFloor(key - 1);
      }
      arrived = found && key >= from ? Place.ON : Place.BEFORE;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  /**
   * Moves to the least key at or above a key, within the bounds.
   *
   * @return false if there is none; the cursor is then after the last
   */
  @Override
  public boolean seek(long target) {
    requireSound();
    Place arrived = Place.FAILED;
    try {
      arrived = toCeiling(Math.max(target, from)) && key <= to ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  /**
   * Moves to the last entry.
   *
   * @return false if there is none; the cursor is then after the last
   */
  @Override
  public boolean seekLast() {
    requireSound();
    Place arrived = Place.FAILED;
    try {
      arrived = toFloor(to) && key >= from ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  /**
   * Returns the current key, even if it has been removed since.
   *
   * @throws IllegalStateException if there is no current entry
   */
  @Override
  public long key() {
    requireEntry();
    return key;
  }

  /**
   * Returns the value of the current key, as the transaction sees it now.
   *
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  @Override
  public long value() {
    requireEntry();
    if (seenChanges != tree.changes() && !findAgain()) {
      throw new IllegalStateException(
          "the entry with key=" + key + " was removed; call next() or seek() first");
    }
    return LeafPage.value(path.leaf(), index);
  }

  /** Searches for the current key again after a change. */
  private boolean findAgain() {
    path.descend(key);
    if (path.top < 0) {
      return false;
    }
    index = path.find(key);
    if (index < 0) {
      return false;
    }
    seenChanges = tree.changes();
    return true;
  }

  private boolean toCeiling(long target) {
    path.descend(target);
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    index = path.find(target);
    if (index < 0) {
      index = ~index;
    }
    if (index < PageHeader.count(path.leaf()) && tree.isFixed()) {
      LeafPage.touchRun(path.leaf(), index, AHEAD);
    }
    boolean found = settleForward();
    if (found && key < target) {
      // Otherwise a caller that advances from key to key would not terminate.
      throw tree.pages.outOfBounds(path.leaf(), "" + key, "at least " + target);
    }
    return found;
  }

  private boolean toFloor(long target) {
    path.descend(target);
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    index = path.find(target);
    if (index < 0) {
      index = ~index - 1;
    }
    boolean found = settleBackward();
    if (found && key > target) {
      throw tree.pages.outOfBounds(path.leaf(), "" + key, "at most " + target);
    }
    return found;
  }

  private boolean settleForward() {
    if (index == PageHeader.count(path.leaf())) {
      if (!path.toNeighbour(true)) {
        return false;
      }
      index = 0;
    }
    key = LeafPage.key(path.leaf(), index);
    return true;
  }

  private boolean settleBackward() {
    if (index < 0) {
      if (!path.toNeighbour(false)) {
        return false;
      }
      index = PageHeader.count(path.leaf()) - 1;
    }
    key = LeafPage.key(path.leaf(), index);
    return true;
  }

  private void requireSound() {
    leaveAhead();
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
