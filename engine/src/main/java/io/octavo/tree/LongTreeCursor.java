package io.octavo.tree;

import io.octavo.page.LeafPage;
import io.octavo.page.PageHeader;

/**
 * A place in a tree, within bounds. One thread at a time.
 *
 * <p>Going forward, entries are read from the leaf some at a time: the processor reads several side
 * by side where each does not wait for what the caller does with the last.
 *
 * <p>A cursor of a write transaction goes on from the key it stands on when the tree has changed
 * under it, whether or not that key is still there.
 */
public final class LongTreeCursor {
  private enum Place {
    NEW,
    BEFORE,
    ON,
    AFTER,
    FAILED
  }

  /** Entries that are read ahead: enough to overlap, few enough for short ranges. */
  private static final int AHEAD = 64;

  /** End of what was read ahead where that is nothing: below every place, also that before 0. */
  private static final int NOTHING = -1;

  private static final long[] NONE = {};

  private final LongTree tree;
  private final long from;
  private final long to;
  private final TreePath path = new TreePath();
  private Place place = Place.NEW;
  private long seenChanges;
  private int index;
  private long key;

  /** Entries of the leaf that have been read ahead, and the places of the first and of the end. */
  private long[] keys = NONE;

  private long[] values = NONE;
  private int aheadFrom;
  private int aheadTo = NOTHING;

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
  }

  /**
   * Goes to the next entry where that has been read already: no page is looked at.
   *
   * @return false where it has not, and nothing is changed
   */
  public boolean step() {
    if (index + 1 >= aheadTo || seenChanges != tree.changes()) {
      return false;
    }
    index++;
    key = keys[index - aheadFrom];
    return true;
  }

  /**
   * Goes to the next entry, the first one from a new cursor or from before the first.
   *
   * @return false where there is none; the cursor is then after the last
   */
  public boolean next() {
    requireSound();
    if (place == Place.AFTER) {
      return false;
    }
    if (place != Place.ON) {
      return seek(from);
    }
    Place arrived = Place.FAILED;
    aheadTo = NOTHING;
    try {
      boolean found;
      if (seenChanges == tree.changes()) {
        index++;
        found = settleForward();
        if (found && key <= to) {
          readAhead();
        }
      } else {
        found = key < to && toCeiling(key + 1);
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
   * @return false where there is none; the cursor is then before the first
   */
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
        aheadTo = NOTHING;
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
   * @return false where there is none; the cursor is then after the last
   */
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
   * @return false where there is none; the cursor is then after the last
   */
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
   * Gives the key stood on.
   *
   * @return the key, also where it has been removed since
   * @throws IllegalStateException where the cursor stands on no entry
   */
  public long key() {
    if (place != Place.ON) {
      requireEntry();
    }
    return key;
  }

  /**
   * Gives the value of the key stood on, as the transaction sees it now.
   *
   * @return the value
   * @throws IllegalStateException where the cursor stands on no entry, or the entry was removed
   */
  public long value() {
    requireEntry();
    if (seenChanges != tree.changes() && !findAgain()) {
      throw new IllegalStateException("the entry with key=" + key + " was removed");
    }
    return LeafPage.value(path.leaf(), index);
  }

  /**
   * Tells whether the entry stood on was read ahead and nothing has changed since.
   *
   * @return true where {@link #aheadValue} gives its value
   */
  public boolean isAhead() {
    return index < aheadTo && seenChanges == tree.changes();
  }

  /**
   * Gives the value that was read ahead: no page is looked at.
   *
   * @return the value of the entry stood on
   */
  public long aheadValue() {
    return values[index - aheadFrom];
  }

  /** Reads entries from the present one on, as far as the leaf and the upper bound allow. */
  private void readAhead() {
    if (keys.length == 0) {
      keys = new long[AHEAD];
      values = new long[AHEAD];
    }
    int end = Math.min(PageHeader.count(path.leaf()), index + AHEAD);
    LeafPage.read(path.leaf(), index, end, keys, values, 0);
    while (keys[end - 1 - index] > to) {
      end--;
    }
    aheadFrom = index;
    aheadTo = end;
  }

  /** Finds the place of the key again after a change, without moving off it. */
  private boolean findAgain() {
    aheadTo = NOTHING;
    path.descend(tree, key);
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
    aheadTo = NOTHING;
    path.descend(tree, target);
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    index = path.find(target);
    if (index < 0) {
      index = ~index;
    }
    return settleForward();
  }

  private boolean toFloor(long target) {
    aheadTo = NOTHING;
    path.descend(tree, target);
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    index = path.find(target);
    if (index < 0) {
      index = ~index - 1;
    }
    return settleBackward();
  }

  private boolean settleForward() {
    if (index == PageHeader.count(path.leaf())) {
      if (!path.nextLeaf(tree)) {
        return false;
      }
      index = 0;
    }
    key = LeafPage.key(path.leaf(), index);
    return true;
  }

  private boolean settleBackward() {
    if (index < 0) {
      if (!path.previousLeaf(tree)) {
        return false;
      }
      index = PageHeader.count(path.leaf()) - 1;
    }
    key = LeafPage.key(path.leaf(), index);
    return true;
  }

  private void requireSound() {
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
