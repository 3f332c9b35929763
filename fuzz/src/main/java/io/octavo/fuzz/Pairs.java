package io.octavo.fuzz;

import io.octavo.map.LongPairs;
import java.util.Map;

/** Pairs for a load, from arrays. */
public final class Pairs implements LongPairs {
  private final long[] keys;
  private final long[] values;
  private int index = -1;

  private Pairs(long[] keys, long[] values) {
    this.keys = keys;
    this.values = values;
  }

  static LongPairs of(long[] keys, long[] values) {
    return new Pairs(keys, values);
  }

  static LongPairs of(Map<Long, Long> sorted) {
    long[] keys = new long[sorted.size()];
    long[] values = new long[sorted.size()];
    int count = 0;
    for (Map.Entry<Long, Long> entry : sorted.entrySet()) {
      keys[count] = entry.getKey();
      values[count] = entry.getValue();
      count++;
    }
    return new Pairs(keys, values);
  }

  @Override
  public boolean next() {
    index++;
    return index < keys.length;
  }

  @Override
  public long key() {
    return keys[index];
  }

  @Override
  public long value() {
    return values[index];
  }
}
