package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;

/**
 * A place in a tree, within bounds. One thread at a time.
 *
 * <p>Going forward in a snapshot, entries are read from the leaf some at a time: the processor
 * reads several side by side where each does not wait for what the caller does with the last.
 *
 * <p>A cursor of a write transaction goes on from the key it stands on when the tree has changed
 * under it, whether or not that key is still there.
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
   * Makes a cursor that stands nowhere yet.
   *
   * @param tree the tree
   * @param from the least key it may stand on
   * @param to the greatest key it may stand on
   */
  public LongTreeCursor(LongTree tree, long from, long to) {
    this.tree = tree;
    this.from = from;
    this.to = to;
    this.path = new TreePath(tree);
  }

  /** Drops the entries that were read ahead. The place does not change. */
  private void leaveAhead() {
    if (ahead > 0) {
      index = aheadFrom + at;
      key = keys[at];
      ahead = 0;
      at = 0;
    }
  }

  /**
   * Goes to the next entry, the first one from a new cursor or from before the first. This is the
   * slow way, and deliberately one long method: the compiler leaves it out of its callers, whose
   * loops then hold no more than {@link #step}.
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
   * Goes to the entry before, the last one from a new cursor or from after the last.
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
   * Goes to the least key that is not below a key, within the bounds.
   *
   * @param target the key
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
   * Goes to the last entry.
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
   * Returns the key stood on.
   *
   * @return the key, even if it has been removed since
   * @throws IllegalStateException if the cursor stands on no entry
   */
  @Override
  public long key() {
    requireEntry();
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
    requireEntry();
    if (seenChanges != tree.changes() && !findAgain()) {
      throw new IllegalStateException("the entry with key=" + key + " was removed");
    }
    return LeafPage.value(path.leaf(), index);
  }

  /** Finds the current key again after a change. */
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
      // A caller that advances from key to key would come back here without end.
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
      throw new IllegalStateException("the cursor stands on no entry; call next() or seek() first");
    }
  }
}
