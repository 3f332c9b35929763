package io.octavo.bench;

import io.octavo.page.longs.EntryRun;

/** Entries in key order. */
public final class Entries {
  private final long[] keys;
  private final long[] values;

  /**
   * Joins keys and values.
   *
   * @param keys ascending, no key twice
   * @param values as many
   */
  Entries(long[] keys, long[] values) {
    this.keys = keys;
    this.values = values;
  }

  /**
   * Returns how many entries there are.
   *
   * @return the count
   */
  public int count() {
    return keys.length;
  }

  /**
   * Reads a key.
   *
   * @param index the entry, from 0
   * @return its key
   */
  public long key(int index) {
    return keys[index];
  }

  /**
   * Reads a value.
   *
   * @param index the entry, from 0
   * @return its value
   */
  public long value(int index) {
    return values[index];
  }

  /**
   * Copies neighbouring entries into a run.
   *
   * @param from the first entry
   * @param most how many; fewer where there are no more
   * @param run what it holds is replaced
   */
  void copyTo(int from, int most, EntryRun run) {
    run.clear();
    int to = Math.min(count(), from + most);
    for (int i = from; i < to; i++) {
      run.append(keys[i], values[i]);
    }
  }
}
