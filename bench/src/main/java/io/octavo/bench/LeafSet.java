package io.octavo.bench;

import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** How the keys of a leaf lie. */
public enum LeafSet {
  /** Neighbours in a realistic tree of ten million keys. */
  REALISTIC(Ranges.REALISTIC) {
    @Override
    long[] drawKeys(SplittableRandom random) {
      return neighbours(Ranges.REALISTIC, random);
    }
  },

  /** Neighbours in a tree of ten million hashes. */
  UNIFORM(Ranges.LONG) {
    @Override
    long[] drawKeys(SplittableRandom random) {
      long[] keys = neighbours(Ranges.LONG, random);
      // In the order of signed keys, which begins in the middle of the unsigned one.
      Arrays.setAll(keys, i -> keys[i] ^ Long.MIN_VALUE);
      return keys;
    }
  },

  /** Runs of identifiers far apart, of 50 on average. */
  CLUSTERED(Ranges.REALISTIC) {
    @Override
    long[] drawKeys(SplittableRandom random) {
      long[] keys = new long[LeafPage.MAX_COUNT];
      long key = random.nextInt() & 0xFF_FFFFL;
      for (int i = 0; i < keys.length; i++) {
        keys[i] = key;
        key += random.nextInt(50) == 0 ? 1L << 32 : 1;
      }
      return keys;
    }
  },

  /** Rows of a grid, of 1,000 identifiers: most leaves have the end of one and begin another. */
  GRID(Ranges.REALISTIC) {
    @Override
    long[] drawKeys(SplittableRandom random) {
      long from = random.nextInt(1_000_000);
      return LongStream.range(from, from + LeafPage.MAX_COUNT)
          .map(i -> ((i / ROW) << 32) | (i % ROW))
          .toArray();
    }
  },

  /** A whole map in one leaf: keys of all lengths, most of them near its beginning. */
  SKEWED(Ranges.FULL) {
    @Override
    long[] drawKeys(SplittableRandom random) {
      return LongStream.generate(() -> Ranges.FULL.draw(random))
          .distinct()
          .limit(MAP_SIZE)
          .sorted()
          .toArray();
    }
  };

  /** Keys of the map that is one leaf; they fit beside the largest directory. */
  private static final int MAP_SIZE = 700;

  private static final long ROW = 1_000;

  private final Ranges values;

  LeafSet(Ranges values) {
    this.values = values;
  }

  /** Draws keys in ascending order, at least as many as a leaf can hold unless that is all. */
  abstract long[] drawKeys(SplittableRandom random);

  private static long[] neighbours(Ranges ranges, SplittableRandom random) {
    long[] keys = new long[LeafPage.MAX_COUNT];
    LeafSample.neighbours(ranges, Density.TREE_SIZE).fill(random, keys);
    return keys;
  }

  /**
   * Draws the entries of a leaf, as many as fit.
   *
   * @param random the source
   * @param capacity bytes for slots and entries
   * @return the entries
   */
  EntryRun draw(SplittableRandom random, int capacity) {
    EntryRun run = new EntryRun();
    for (long key : drawKeys(random)) {
      run.append(key, values.draw(random));
    }
    int count = run.count();
    while (run.size(0, count) > capacity) {
      count--;
    }
    EntryRun fitting = new EntryRun();
    for (int i = 0; i < count; i++) {
      fitting.append(run.key(i), run.value(i));
    }
    return fitting;
  }
}
