package io.octavo.page.longs;

import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import java.util.Arrays;

/**
 * A sorted run of decoded entries, to rebuild one leaf or to redistribute entries among neighbours.
 * Reusable; not thread-safe.
 */
public final class EntryRun {
  private long[] keys = new long[2 * LeafPage.MAX_COUNT];
  private long[] values = new long[2 * LeafPage.MAX_COUNT];
  private int count;

  /** Makes an empty run. */
  public EntryRun() {}

  /** Forgets all entries. */
  public void clear() {
    count = 0;
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Reads a key. */
  public long key(int index) {
    return keys[index];
  }

  /** Reads a value. */
  public long value(int index) {
    return values[index];
  }

  /**
   * Adds an entry after the last.
   *
   * @param key greater than all keys of the run
   */
  public void append(long key, long value) {
    ensureRoom(1);
    keys[count] = key;
    values[count] = value;
    count++;
  }

  /**
   * Adds all entries of a leaf after the last.
   *
   * @param page a leaf whose keys are all greater than those of the run
   */
  public void appendAll(byte[] page) {
    int added = PageHeader.count(page);
    ensureRoom(added);
    LeafPage.read(page, 0, added, keys, values, count);
    count += added;
  }

  /**
   * Adds all entries of a leaf in front of the first.
   *
   * @param page a leaf whose keys are all less than those of the run
   */
  public void prependAll(byte[] page) {
    int added = PageHeader.count(page);
    ensureRoom(added);
    System.arraycopy(keys, 0, keys, added, count);
    System.arraycopy(values, 0, values, added, count);
    LeafPage.read(page, 0, added, keys, values, 0);
    count += added;
  }

  /** Adds an entry, or replaces the value of its key. */
  public void put(long key, long value) {
    int index = Arrays.binarySearch(keys, 0, count, key);
    if (index < 0) {
      index = ~index;
      ensureRoom(1);
      System.arraycopy(keys, index, keys, index + 1, count - index);
      System.arraycopy(values, index, values, index + 1, count - index);
      keys[index] = key;
      count++;
    }
    values[index] = value;
  }

  private void ensureRoom(int added) {
    if (count + added > keys.length) {
      keys = Arrays.copyOf(keys, 2 * (count + added));
      values = Arrays.copyOf(values, 2 * (count + added));
    }
  }

  /**
   * Returns the size of some entries in a leaf of {@link LeafPage#build}, with slots; above {@link
   * LeafPage#CAPACITY} if they do not fit.
   */
  public int size(int from, int to) {
    return from == to ? 0 : size(from, to, keys[from]);
  }

  /**
   * Returns the size of some entries in a leaf with a key base, with slots; above {@link
   * LeafPage#CAPACITY} if they do not fit.
   *
   * @param to the entry after the last, of one at least
   * @param keyBase the key base, not above the first key
   */
  public int size(int from, int to, long keyBase) {
    long sizes = sizes(from, to, keyBase);
    return Math.min((int) (sizes >>> 32), (int) sizes);
  }

  /** Returns the value base that makes some entries smaller: zero or the least value. */
  long valueBase(int from, int to, long keyBase) {
    long sizes = sizes(from, to, keyBase);
    return (int) (sizes >>> 32) <= (int) sizes ? 0 : leastValue(from, to);
  }

  /** Returns the size with value base 0 in the high half, with the least value in the low half. */
  private long sizes(int from, int to, long keyBase) {
    long valueBase = leastValue(from, to);
    int plain = 0;
    int based = 0;
    for (int i = from; i < to; i++) {
      long key = keys[i] - keyBase;
      plain += SizeCode.size(SizeCode.encoding(key, values[i]));
      based += SizeCode.size(SizeCode.encoding(key, values[i] - valueBase));
    }
    int slots = (to - from) * SlotWord.LENGTH;
    return (long) (plain + slots) << 32 | (based + slots);
  }

  private long leastValue(int from, int to) {
    long least = values[from];
    for (int i = from + 1; i < to; i++) {
      least = Math.min(least, values[i]);
    }
    return least;
  }

  /**
   * Cuts the run into parts of about equal bytes, each of which fits one page.
   *
   * @param parts the number of parts, from 1 to {@link #count}; more are made if these do not
   *     suffice
   * @param limit the most entries that a part may have
   * @return the first entry of each part and, after the last, {@link #count}
   */
  public int[] partition(int parts, int limit) {
    int[] bounds = new int[parts + 1];
    while (!cut(bounds, limit)) {
      bounds = new int[bounds.length + 1];
    }
    return bounds;
  }

  private boolean cut(int[] bounds, int limit) {
    int parts = bounds.length - 1;
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += estimate(i);
    }
    long passed = 0;
    int index = 0;
    for (int part = 1; part < parts; part++) {
      long target = total * part / parts;
      // Each part has at least one entry, and so has each part after it.
      int first = bounds[part - 1] + 1;
      int last = count - (parts - part);
      while (index < last && (index < first || passed < target)) {
        passed += estimate(index);
        index++;
      }
      bounds[part] = index;
    }
    bounds[parts] = count;
    for (int part = 0; part < parts; part++) {
      int length = bounds[part + 1] - bounds[part];
      if (length > limit || size(bounds[part], bounds[part + 1]) > LeafPage.CAPACITY) {
        return false;
      }
    }
    return true;
  }

  /** Estimates the bytes of an entry, slot included, with the first key of the run as key base. */
  private int estimate(int index) {
    return SlotWord.LENGTH + SizeCode.size(SizeCode.encoding(keys[index] - keys[0], values[index]));
  }
}
