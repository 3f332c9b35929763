package io.octavo.map;

import io.octavo.page.bytes.BytesCopy;
import io.octavo.page.bytes.BytesPage;
import io.octavo.tree.BytesScan;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import io.octavo.tree.ValueSink;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place in a map of byte strings that has a front, or may get one: merges the cursors of its
 * trees. A turn, and a change of the map under a cursor of a write transaction, begin the merge
 * anew at the current key.
 */
final class BytesMergeCursor extends BytesScan {
  private final BytesTrees trees;
  private final byte[] from;
  private final byte @Nullable [] to;

  /** The cursor of the main tree, as long as the map has no front; null from then on. */
  private @Nullable BytesTreeCursor only;

  private Place place = Place.NEW;

  /** The current key, if the map has a front. */
  private byte[] key = BytesTrees.NOTHING;

  /** The merge that stands on the current key, null if the next move begins one. */
  private @Nullable Merge merge;

  BytesMergeCursor(BytesTrees trees, byte[] from, byte @Nullable [] to) {
    this.trees = trees;
    this.from = from;
    this.to = to;
    this.only = trees.hasFront() ? null : new BytesTreeCursor(trees.main(), from, to);
  }

  /** Returns the cursor of the main tree, null if the map has a front. */
  private @Nullable BytesTreeCursor only() {
    BytesTreeCursor cursor = only;
    if (cursor != null && trees.hasFront()) {
      key = place == Place.ON ? cursor.key() : key;
      only = null;
    }
    return only;
  }

  /** The cursors of the trees, each on its next entry in one direction, or at its end. */
  private final class Merge {
    private final boolean isForward;
    private final long begun = trees.changes();
    private final BytesTreeCursor main;
    private final @Nullable BytesTreeCursor puts;
    private final @Nullable BytesTreeCursor deleted;
    private byte @Nullable [] mainKey;
    private byte @Nullable [] putKey;
    private byte @Nullable [] deletedKey;

    /** Which cursors stand on the current entry: none before the first one. */
    private boolean isOnMain;

    private boolean isOnPut;

    /** Begins at an end of a range. */
    Merge(boolean isForward, byte[] least, byte @Nullable [] bound) {
      this.isForward = isForward;
      BytesTree newest = trees.puts();
      BytesTree keys = trees.deleted();
      main = new BytesTreeCursor(trees.main(), least, bound);
      puts = newest == null ? null : new BytesTreeCursor(newest, least, bound);
      deleted = keys == null ? null : new BytesTreeCursor(keys, least, bound);
      mainKey = move(main);
      putKey = move(puts);
      deletedKey = move(deleted);
    }

    private byte @Nullable [] move(@Nullable BytesTreeCursor cursor) {
      return cursor != null && (isForward ? cursor.next() : cursor.previous())
          ? cursor.key()
          : null;
    }

    /** Compares keys in the direction of the merge. The end, a null, is behind all keys. */
    private int compare(byte @Nullable [] one, byte @Nullable [] other) {
      if (one == null || other == null) {
        return Boolean.compare(one == null, other == null);
      }
      int order = Arrays.compareUnsigned(one, other);
      return isForward ? order : -order;
    }

    /** Moves to the next entry. Returns its key, null if there is none. */
    byte @Nullable [] next() {
      do {
        mainKey = isOnMain ? move(main) : mainKey;
        putKey = isOnPut ? move(puts) : putKey;
        int order = compare(mainKey, putKey);
        isOnMain = order <= 0;
        isOnPut = order >= 0;
      } while (!isOnPut && isDeletedAt(mainKey));
      return isOnPut ? putKey : mainKey;
    }

    private boolean isDeletedAt(byte @Nullable [] found) {
      while (compare(deletedKey, found) < 0) {
        deletedKey = move(deleted);
      }
      return found != null && compare(deletedKey, found) == 0;
    }

    /** Returns the cursor with the current value. */
    BytesTreeCursor current() {
      BytesTreeCursor newest = puts;
      return isOnPut && newest != null ? newest : main;
    }
  }

  @Override
  public boolean step() {
    return false;
  }

  @Override
  public boolean next() {
    BytesTreeCursor cursor = only();
    requireSound();
    if (cursor != null) {
      place = Place.FAILED;
      place = cursor.next() ? Place.ON : Place.AFTER;
      return place == Place.ON;
    }
    return place != Place.AFTER
        && move(true, place == Place.ON ? BytesMap.successor(key) : from, to, Place.AFTER);
  }

  @Override
  public int next(BytesCopy copy, int most) {
    BytesTreeCursor cursor = only();
    requireSound();
    if (cursor != null) {
      place = Place.FAILED;
      int count = cursor.next(copy, most);
      place = count > 0 ? Place.ON : Place.AFTER;
      return count;
    }
    Place arrived = Place.FAILED;
    try {
      int count = fill(copy, most);
      arrived = count > 0 ? Place.ON : Place.AFTER;
      return count;
    } finally {
      place = arrived;
    }
  }

  /** Copies the next entries, and stays on the last one. */
  private int fill(BytesCopy copy, int most) {
    copy.clear();
    int count = 0;
    byte[] last = key;
    while (count < most && next() && add(copy, count)) {
      last = key;
      count++;
    }
    if (count > 0 && (place != Place.ON || last != key)) {
      // Back from the entry that was not added, or from the end.
      merge = null;
      key = last;
    }
    return count;
  }

  /** Adds the current entry to a copy. Returns false if there is no room for it. */
  private boolean add(BytesCopy copy, int count) {
    // A large value must not be read in vain.
    boolean isSmall = copyValue(BytesTrees.NOTHING, 0) <= BytesPage.MAX_ENTRY;
    return (count == 0 || isSmall) && copy.add(count, key, value());
  }

  @Override
  public boolean previous() {
    BytesTreeCursor cursor = only();
    requireSound();
    if (cursor != null) {
      place = Place.FAILED;
      place = cursor.previous() ? Place.ON : Place.BEFORE;
      return place == Place.ON;
    }
    return place != Place.BEFORE && move(false, from, place == Place.ON ? key : to, Place.BEFORE);
  }

  @Override
  public boolean seek(byte[] target) {
    BytesTreeCursor cursor = only();
    requireSound();
    if (cursor != null) {
      place = Place.FAILED;
      place = cursor.seek(target) ? Place.ON : Place.AFTER;
      return place == Place.ON;
    }
    merge = null;
    boolean isBelow = Arrays.compareUnsigned(target, from) < 0;
    return move(true, isBelow ? from : target.clone(), to, Place.AFTER);
  }

  @Override
  public boolean seekLast() {
    BytesTreeCursor cursor = only();
    requireSound();
    if (cursor != null) {
      place = Place.FAILED;
      place = cursor.seekLast() ? Place.ON : Place.AFTER;
      return place == Place.ON;
    }
    merge = null;
    return move(false, from, to, Place.AFTER);
  }

  private boolean move(boolean isForward, byte[] least, byte @Nullable [] bound, Place end) {
    place = Place.FAILED;
    Merge going = merge;
    if (going == null || going.isForward != isForward || going.begun != trees.changes()) {
      going = new Merge(isForward, least, bound);
    }
    byte[] found = going.next();
    merge = found == null ? null : going;
    key = found == null ? key : found;
    place = found == null ? end : Place.ON;
    return found != null;
  }

  @Override
  public byte[] key() {
    BytesTreeCursor cursor = only();
    if (cursor != null) {
      return cursor.key();
    }
    requireEntry();
    return key.clone();
  }

  @Override
  public int copyKey(byte[] into, int offset) {
    BytesTreeCursor cursor = only();
    if (cursor != null) {
      return cursor.copyKey(into, offset);
    }
    requireEntry();
    System.arraycopy(key, 0, into, offset, Math.min(key.length, into.length - offset));
    return key.length;
  }

  /** Returns a cursor that stands on the current entry, null if that must be looked up. */
  private @Nullable BytesTreeCursor current() {
    BytesTreeCursor cursor = only();
    if (cursor != null) {
      return cursor;
    }
    requireEntry();
    Merge last = merge;
    return last != null && last.begun == trees.changes() ? last.current() : null;
  }

  @Override
  public byte[] value() {
    BytesTreeCursor cursor = current();
    byte[] value = cursor == null ? trees.get(key) : cursor.value();
    if (value == null) {
      throw removed();
    }
    return value;
  }

  @Override
  public int copyValue(byte[] into, int offset) {
    BytesTreeCursor cursor = current();
    return requirePresent(
        cursor == null ? trees.get(key, into, offset) : cursor.copyValue(into, offset));
  }

  @Override
  public int showValue(int most, ValueSink sink) {
    BytesTreeCursor cursor = current();
    return requirePresent(
        cursor == null ? trees.show(key, most, sink) : cursor.showValue(most, sink));
  }

  @Override
  public BytesTree.Value parts() {
    BytesTreeCursor cursor = current();
    BytesTree.Value value = cursor == null ? trees.find(key) : cursor.parts();
    if (value == null) {
      throw removed();
    }
    return value;
  }

  private int requirePresent(int length) {
    if (length < 0) {
      throw removed();
    }
    return length;
  }

  private IllegalStateException removed() {
    return new IllegalStateException(
        "the entry of the cursor, with a key of "
            + key.length
            + " bytes, was removed; call next() or seek() first");
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
