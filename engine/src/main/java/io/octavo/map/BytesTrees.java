package io.octavo.map;

import io.octavo.tree.BytesScan;
import io.octavo.tree.BytesTree;
import io.octavo.tree.BytesTreeCursor;
import io.octavo.tree.ValueSink;
import org.jspecify.annotations.Nullable;

/**
 * The trees of a map of byte strings: the main tree, and in front of it, if the map outgrows
 * memory, the values of keys that were put last and the keys that were deleted last. No key is both
 * put and deleted. FORMAT.md, section "Fronts".
 */
class BytesTrees {
  /** How many keys are looked up together to count them. */
  private static final int BATCH = 1024;

  static final byte[] NOTHING = {};

  private final BytesTree main;

  /** The newest values; null if the map has no front. */
  private @Nullable BytesTree puts;

  /** The deleted keys, which the main tree may have; null if the map has no front. */
  private @Nullable BytesTree deleted;

  /** Changes that the counts of the present trees lack. */
  private long earlier;

  /** The exact size, and the number of changes when it was counted; -1 if it was not counted. */
  private volatile long counted = -1;

  private volatile long countedAt;

  BytesTrees(BytesTree main) {
    this.main = main;
  }

  final void setFront(@Nullable BytesTree newPuts, @Nullable BytesTree newDeleted) {
    earlier = changes() + 1 - main.changes();
    puts = newPuts;
    deleted = newDeleted;
    earlier -= newPuts == null || newDeleted == null ? 0 : newPuts.changes() + newDeleted.changes();
  }

  final boolean hasFront() {
    return puts != null;
  }

  /** Returns whether the front says that a key without a new value has none. */
  final boolean isDeleted(byte[] key) {
    BytesTree keys = deleted;
    return keys != null && keys.size() > 0 && keys.contains(key);
  }

  final boolean contains(byte[] key) {
    BytesTree newest = puts;
    return newest == null
        ? main.contains(key)
        : newest.contains(key) || (!isDeleted(key) && main.contains(key));
  }

  final byte @Nullable [] get(byte[] key) {
    BytesTree newest = puts;
    byte[] value = newest == null ? null : newest.get(key);
    return value != null || isDeleted(key) ? value : main.get(key);
  }

  final int get(byte[] key, byte[] into, int offset) {
    BytesTree newest = puts;
    int length = newest == null ? -1 : newest.get(key, into, offset);
    return length >= 0 || isDeleted(key) ? length : main.get(key, into, offset);
  }

  final int show(byte[] key, int most, ValueSink sink) {
    BytesTree newest = puts;
    int length = newest == null ? -1 : newest.show(key, most, sink);
    return length >= 0 || isDeleted(key) ? length : main.show(key, most, sink);
  }

  final BytesTree.@Nullable Value find(byte[] key) {
    BytesTree newest = puts;
    BytesTree.Value value = newest == null ? null : newest.find(key);
    return value != null || isDeleted(key) ? value : main.find(key);
  }

  /** Returns the number of keys, without those whose presence was not looked up. */
  final long estimatedSize() {
    BytesTree newest = puts;
    BytesTree keys = deleted;
    return newest == null || keys == null
        ? main.size()
        : Math.max(0, main.size() + newest.size() - keys.size());
  }

  /** Counts the keys: those of the front are looked up in the main tree, once until a change. */
  final long size() {
    BytesTree newest = puts;
    BytesTree keys = deleted;
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
  private long presentOf(BytesTree front) {
    long present = 0;
    byte[][] batch = new byte[BATCH][];
    int count = 0;
    BytesTreeCursor cursor = new BytesTreeCursor(front, NOTHING, null);
    while (cursor.next()) {
      batch[count++] = cursor.key();
      if (count == BATCH) {
        present += main.countPresent(batch, count);
        count = 0;
      }
    }
    return present + main.countPresent(batch, count);
  }

  /** Returns a number that differs after each change in the transaction. */
  final long changes() {
    BytesTree newest = puts;
    BytesTree keys = deleted;
    return newest == null || keys == null
        ? earlier + main.changes()
        : earlier + main.changes() + newest.changes() + keys.changes();
  }

  /**
   * Begins a scan of the entries of a range.
   *
   * @param from the least key; not modified later
   * @param to what is above all keys, null for no bound; not modified later
   */
  final BytesScan scan(byte[] from, byte @Nullable [] to) {
    return puts == null && main.isFixed()
        ? new BytesTreeCursor(main, from, to)
        : new BytesMergeCursor(this, from, to);
  }

  final BytesTree main() {
    return main;
  }

  final @Nullable BytesTree puts() {
    return puts;
  }

  final @Nullable BytesTree deleted() {
    return deleted;
  }
}
