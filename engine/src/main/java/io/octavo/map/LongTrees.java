package io.octavo.map;

import io.octavo.tree.LongScan;
import io.octavo.tree.LongTree;
import io.octavo.tree.LongTreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * The trees of a map of longs: the main tree, and in front of it, if the map outgrows memory, the
 * values of keys that were put last and the keys that were deleted last. No key is both put and
 * deleted. FORMAT.md, section "Fronts".
 */
class LongTrees {
  /** How many keys are looked up together to count them. */
  private static final int BATCH = 1024;

  private final LongTree main;

  /** The newest values; null if the map has no front. */
  private @Nullable LongTree puts;

  /** The deleted keys, which the main tree may have; null if the map has no front. */
  private @Nullable LongTree deleted;

  /** Changes that the counts of the present trees lack. */
  private long earlier;

  /** The exact size, and the number of changes when it was counted; -1 if it was not counted. */
  private volatile long counted = -1;

  private volatile long countedAt;

  LongTrees(LongTree main) {
    this.main = main;
  }

  final void setFront(@Nullable LongTree newPuts, @Nullable LongTree newDeleted) {
    earlier = changes() + 1 - main.changes();
    puts = newPuts;
    deleted = newDeleted;
    earlier -= newPuts == null || newDeleted == null ? 0 : newPuts.changes() + newDeleted.changes();
  }

  final boolean hasFront() {
    return puts != null;
  }

  final long get(long key, long missing) {
    LongTree newest = puts;
    return newest == null ? main.get(key, missing) : getMerged(newest, key, missing);
  }

  private long getMerged(LongTree newest, long key, long missing) {
    long value = newest.get(key, missing);
    if (value != missing || newest.contains(key)) {
      return value;
    }
    return isDeleted(key) ? missing : main.get(key, missing);
  }

  /** Returns whether the front says that a key without a new value has none. */
  final boolean isDeleted(long key) {
    LongTree keys = deleted;
    return keys != null && keys.size() > 0 && keys.contains(key);
  }

  final boolean contains(long key) {
    LongTree newest = puts;
    return newest == null
        ? main.contains(key)
        : newest.contains(key) || (!isDeleted(key) && main.contains(key));
  }

  final void getAll(long[] keys, long[] values, long missing) {
    main.getAll(keys, values, missing);
    LongTree newest = puts;
    for (int i = 0; newest != null && i < keys.length; i++) {
      long value = newest.get(keys[i], missing);
      if (value != missing || newest.contains(keys[i])) {
        values[i] = value;
      } else if (values[i] != missing && isDeleted(keys[i])) {
        values[i] = missing;
      }
    }
  }

  /** Returns the number of keys, without those whose presence was not looked up. */
  final long estimatedSize() {
    LongTree newest = puts;
    LongTree keys = deleted;
    return newest == null || keys == null
        ? main.size()
        : Math.max(0, main.size() + newest.size() - keys.size());
  }

  /** Counts the keys: those of the front are looked up in the main tree, once until a change. */
  final long size() {
    LongTree newest = puts;
    LongTree keys = deleted;
    if (newest == null || keys == null) {
      return main.size();
    }
    long now = changes();
    long known = counted;
    if (known < 0 || countedAt != now) {
      known = main.size() + newest.size() - presentOf(newest) - presentOf(keys);
      counted = known;
      countedAt = now;
    }
    return known;
  }

  /** Returns how many keys of a tree the main tree has. */
  private long presentOf(LongTree front) {
    long present = 0;
    long[] batch = new long[BATCH];
    int count = 0;
    LongTreeCursor cursor = new LongTreeCursor(front, Long.MIN_VALUE, Long.MAX_VALUE);
    while (cursor.step() || cursor.next()) {
      batch[count++] = cursor.isAhead() ? cursor.aheadKey() : cursor.key();
      if (count == BATCH) {
        present += main.present(batch, count).cardinality();
        count = 0;
      }
    }
    return present + main.present(batch, count).cardinality();
  }

  /** Returns a number that differs after each change in the transaction. */
  final long changes() {
    LongTree newest = puts;
    LongTree keys = deleted;
    return newest == null || keys == null
        ? earlier + main.changes()
        : earlier + main.changes() + newest.changes() + keys.changes();
  }

  final boolean isFixed() {
    return main.isFixed();
  }

  /** Begins a scan of the entries of a range. */
  final LongScan scan(long from, long to) {
    return puts == null && isFixed()
        ? new LongTreeCursor(main, from, to)
        : new LongMergeCursor(this, from, to);
  }

  final LongTree main() {
    return main;
  }

  final @Nullable LongTree puts() {
    return puts;
  }

  final @Nullable LongTree deleted() {
    return deleted;
  }
}
