package io.octavo.tree;

import io.octavo.page.PageHeader;
import io.octavo.page.bytes.BytesCopy;
import io.octavo.page.bytes.BytesPage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A position in a tree of byte strings, within bounds. One thread at a time.
 *
 * <p>A cursor of a write transaction continues from its current key after a change of the tree,
 * even if that key was removed.
 */
public final class BytesTreeCursor extends BytesScan {
  /** From this number of entries on, all bytes of the next leaf are copied. */
  private static final int MANY = 32;

  private static final byte[] NOTHING = {};

  private final BytesTree tree;
  private final byte[] from;
  private final byte @Nullable [] to;
  private final TreePath path;
  private Place place = Place.NEW;
  private long seenChanges;
  private int index;

  /** The leaf whose bounds are known, and the number of changes at that time. */
  private byte[] bounded = NOTHING;

  private long boundedChanges;

  /** The first entry of that leaf that is not below the bounds, and the first above them. */
  private int begin;

  private int end;

  /** The current key, if the tree may change; otherwise the key is read from the page. */
  private byte[] key = NOTHING;

  /**
   * Makes a cursor without a position.
   *
   * @param from the lower bound, inclusive
   * @param to the upper bound, exclusive; null for none
   */
  public BytesTreeCursor(BytesTree tree, byte[] from, byte @Nullable [] to) {
    this.tree = tree;
    this.from = from;
    this.to = to;
    this.path = new TreePath(tree);
  }

  @Override
  public boolean step() {
    if (place != Place.ON || index + 1 >= end || !tree.isFixed()) {
      return false;
    }
    index++;
    return true;
  }

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
      boolean found;
      if (seenChanges != tree.changes()) {
        // The least byte string above a key is the key followed by a byte 0.
        found = toCeiling(Arrays.copyOf(key, key.length + 1));
      } else {
        index++;
        found = settleForward();
      }
      arrived = found && !isBehind() ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  @Override
  public int next(BytesCopy copy, int most) {
    copy.clear();
    path.ahead = most < MANY ? null : copy;
    Place arrived = Place.FAILED;
    try {
      if (!next()) {
        arrived = place;
        return 0;
      }
      byte[] leaf = path.leaf();
      int count = copy.take(leaf, index, index + Math.min(most, end - index));
      if (count == 0) {
        copy.takeLarge(leaf, index, tree.valueAt(leaf, index));
        count = 1;
      }
      index += count - 1;
      if (!tree.isFixed()) {
        key = BytesPage.key(leaf, index);
      }
      arrived = Place.ON;
      return count;
    } finally {
      path.ahead = null;
      place = arrived;
    }
  }

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
        found = toLower(to);
      } else if (seenChanges == tree.changes()) {
        index--;
        found = settleBackward();
      } else {
        found = toLower(key);
      }
      arrived = found && !isBefore() ? Place.ON : Place.BEFORE;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  @Override
  public boolean seek(byte[] target) {
    requireSound();
    Place arrived = Place.FAILED;
    try {
      boolean isBelow = Arrays.compareUnsigned(target, from) < 0;
      arrived = toCeiling(isBelow ? from : target) && !isBehind() ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  @Override
  public boolean seekLast() {
    requireSound();
    Place arrived = Place.FAILED;
    try {
      arrived = toLower(to) && !isBefore() ? Place.ON : Place.AFTER;
    } finally {
      place = arrived;
    }
    return place == Place.ON;
  }

  @Override
  public byte[] key() {
    requireEntry();
    return tree.isFixed() ? BytesPage.key(path.leaf(), index) : key.clone();
  }

  @Override
  public int copyKey(byte[] into, int offset) {
    requireEntry();
    if (tree.isFixed()) {
      int length = BytesPage.copyKey(path.leaf(), index, into, offset);
      if (length <= into.length - offset) {
        return length;
      }
    }
    byte[] whole = key();
    System.arraycopy(whole, 0, into, offset, Math.min(whole.length, into.length - offset));
    return whole.length;
  }

  @Override
  public byte[] value() {
    requirePresent();
    return tree.valueAt(path.leaf(), index);
  }

  @Override
  public int copyValue(byte[] into, int offset) {
    requirePresent();
    return tree.copyValue(path.leaf(), index, into, offset);
  }

  @Override
  public int showValue(int most, ValueSink sink) {
    requirePresent();
    return tree.showValue(path.leaf(), index, most, sink);
  }

  @Override
  public BytesTree.Value parts() {
    requirePresent();
    return tree.partsAt(path.leaf(), index);
  }

  /** Returns the leaf of the current entry, valid until the next move or change of the tree. */
  public byte[] leaf() {
    return path.leaf();
  }

  /**
   * Locates the value of the current entry in its {@link #leaf}.
   *
   * @return the offset of its first byte, and its length in the upper 32 bits; -1 if the value is
   *     large or exceeds the page
   */
  public long valuePlace() {
    requirePresent();
    byte[] leaf = path.leaf();
    return BytesPage.valuePlace(leaf, index);
  }

  /** Returns the number of the page that has the current entry, 0 if there is no current entry. */
  public int page() {
    return path.top < 0 ? 0 : PageHeader.number(path.leaf());
  }

  private void requirePresent() {
    requireEntry();
    if (seenChanges != tree.changes() && !findAgain()) {
      throw new IllegalStateException(
          "the entry of the cursor, with a key of "
              + key.length
              + " bytes, was removed; call next() or seek() first");
    }
  }

  /** Searches for the current key again after a change. */
  private boolean findAgain() {
    path.descend(key);
    if (path.top < 0) {
      return false;
    }
    index = BytesPage.find(path.leaf(), key);
    if (index < 0) {
      return false;
    }
    seenChanges = tree.changes();
    return true;
  }

  private boolean toCeiling(byte[] target) {
    path.descend(target);
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    index = firstNotBelow(path.leaf(), target);
    byte[] leaf = path.leaf();
    boolean found = settleForward();
    if (found && path.leaf() != leaf && firstNotBelow(path.leaf(), target) > 0) {
      // Otherwise a caller that advances from key to key would not terminate.
      throw tree.pages.outOfBounds(path.leaf(), "keys below the one sought", "keys above it");
    }
    return found;
  }

  /** Moves to the last key below another, or to the last key of all if that is null. */
  private boolean toLower(byte @Nullable [] target) {
    if (target == null) {
      path.descendToEdge(true);
    } else {
      path.descend(target);
    }
    seenChanges = tree.changes();
    if (path.top < 0) {
      return false;
    }
    int above = target == null ? PageHeader.count(path.leaf()) : firstNotBelow(path.leaf(), target);
    index = above - 1;
    byte[] leaf = path.leaf();
    boolean found = settleBackward();
    if (found
        && path.leaf() != leaf
        && target != null
        && !BytesPage.isAboveAll(path.leaf(), target)) {
      throw tree.pages.outOfBounds(path.leaf(), "keys above the one sought", "keys below it");
    }
    return found;
  }

  private boolean settleForward() {
    if (index >= PageHeader.count(path.leaf())) {
      if (!path.toNeighbour(true)) {
        return false;
      }
      index = 0;
      // The keys of the neighbour are above those of the leaf before it.
      bound(0, to == null ? PageHeader.count(path.leaf()) : firstNotBelow(path.leaf(), to));
    }
    arrive();
    return true;
  }

  private boolean settleBackward() {
    if (index < 0) {
      if (!path.toNeighbour(false)) {
        return false;
      }
      index = PageHeader.count(path.leaf()) - 1;
      bound(firstNotBelow(path.leaf(), from), index + 1);
    }
    arrive();
    return true;
  }

  private void arrive() {
    byte[] leaf = path.leaf();
    if (!tree.isFixed()) {
      key = BytesPage.key(leaf, index);
    }
    if (leaf != bounded || boundedChanges != seenChanges) {
      // A search for no bytes ends before the first entry.
      bound(
          from.length == 0 ? 0 : firstNotBelow(leaf, from),
          to == null ? PageHeader.count(leaf) : firstNotBelow(leaf, to));
    }
  }

  private void bound(int newBegin, int newEnd) {
    begin = newBegin;
    end = newEnd;
    bounded = path.leaf();
    boundedChanges = seenChanges;
  }

  private static int firstNotBelow(byte[] leaf, byte[] key) {
    int place = BytesPage.find(leaf, key);
    return place < 0 ? ~place : place;
  }

  private boolean isBehind() {
    return index >= end;
  }

  private boolean isBefore() {
    return index < begin;
  }

  private void requireSound() {
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
