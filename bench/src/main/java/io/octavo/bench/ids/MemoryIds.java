package io.octavo.bench.ids;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.Map;

/** Pairs on the heap alone: no file, no transaction; the pairs by id are in an array. */
abstract class MemoryIds implements IdPeer.Pairs {
  /** The pairs by id. */
  final LongArrayList pairs = new LongArrayList();

  @Override
  public final long get(int id) {
    return pairs.getLong(id);
  }

  @Override
  public final void commit() {
    // Nothing becomes durable.
  }

  @Override
  public final void close() {
    pairs.clear();
  }

  /** {@link HashMap}. */
  static final class OfJdk extends MemoryIds {
    private final Map<Long, Integer> ids = new HashMap<>();

    @Override
    public String settings() {
      return "java.util.HashMap<Long, Integer> as it is, and fastutil LongArrayList";
    }

    @Override
    public int intern(long pair) {
      Integer present = ids.putIfAbsent(pair, pairs.size());
      if (present != null) {
        return present;
      }
      pairs.add(pair);
      return pairs.size() - 1;
    }

    @Override
    public int find(long pair) {
      return ids.getOrDefault(pair, ABSENT);
    }
  }

  /** {@link Long2IntOpenHashMap}. */
  static final class OfFastutil extends MemoryIds {
    private final Long2IntOpenHashMap ids = new Long2IntOpenHashMap();

    OfFastutil() {
      ids.defaultReturnValue(ABSENT);
    }

    @Override
    public String settings() {
      return "fastutil Long2IntOpenHashMap as it is, and LongArrayList";
    }

    @Override
    public int intern(long pair) {
      int present = ids.putIfAbsent(pair, pairs.size());
      if (present != ABSENT) {
        return present;
      }
      pairs.add(pair);
      return pairs.size() - 1;
    }

    @Override
    public int find(long pair) {
      return ids.get(pair);
    }
  }
}
