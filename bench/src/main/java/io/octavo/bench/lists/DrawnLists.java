package io.octavo.bench.lists;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Posting lists drawn from a fixed seed, in the shapes that real ones have. */
enum DrawnLists {
  /**
   * One list in the manner of the article's: 44,956 ids, each 4 above the one before, but for one
   * in 51, which is a multiple of 4 from 7,692 to 8,188 above it.
   */
  ARTICLE {
    @Override
    long[][] draw(SplittableRandom random) {
      long[] ids = new long[44_956];
      ids[0] = 1_871_143_144;
      for (int i = 1; i < ids.length; i++) {
        ids[i] = ids[i - 1] + 4L * (random.nextInt(51) == 0 ? random.nextInt(1923, 2048) : 1);
      }
      return new long[][] {ids};
    }
  },

  /**
   * 100 lists; each of 2^20 numbers is in a list with the same probability, which is drawn for each
   * list, its logarithm uniformly, from 2^-12 to 2^-5. The terms of documents.
   */
  SPARSE {
    @Override
    long[][] draw(SplittableRandom random) {
      return independent(random, 100, UNIVERSE, -12, -5);
    }
  },

  /** 20 lists of 2^18 numbers, as the sparse ones, with probabilities from 2^-4 to 2^-1. */
  DENSE {
    @Override
    long[][] draw(SplittableRandom random) {
      return independent(random, 20, UNIVERSE / 4, -4, -1);
    }
  },

  /**
   * 100 lists of 2^20 numbers in runs of neighbours, 32 on average; a gap between runs has 2^9 to
   * 2^13 numbers on average, drawn for each list, its logarithm uniformly. Lengths of runs and gaps
   * are distributed geometrically. Events that come in bursts.
   */
  CLUSTERED {
    @Override
    long[][] draw(SplittableRandom random) {
      long[][] lists = new long[100][];
      for (int list = 0; list < lists.length; list++) {
        double gap = StrictMath.pow(2, random.nextDouble(9, 13));
        long[] ids = new long[UNIVERSE];
        int count = 0;
        long id = geometric(random, gap);
        while (id < UNIVERSE) {
          long end = Math.min(UNIVERSE, id + geometric(random, RUN));
          while (id < end) {
            ids[count++] = id++;
          }
          id += geometric(random, gap);
        }
        lists[list] = Arrays.copyOf(ids, count);
      }
      return lists;
    }
  },

  /** 200 lists of 2 to 60 ids, drawn uniformly from 2^25 numbers. Rare terms. */
  SHORT {
    @Override
    long[][] draw(SplittableRandom random) {
      long[][] lists = new long[200][];
      Arrays.setAll(
          lists,
          list -> random.longs(random.nextInt(2, 61), 0, 1 << 25).sorted().distinct().toArray());
      return lists;
    }
  };

  private static final long SEED = 20_260_101;
  private static final int UNIVERSE = 1 << 20;
  private static final double RUN = 32;

  abstract long[][] draw(SplittableRandom random);

  /** Returns the lists, each strictly ascending and not empty; always the same ones. */
  long[][] draw() {
    return draw(new SplittableRandom(SEED));
  }

  /** Draws a number from 1 up, distributed geometrically. */
  private static long geometric(SplittableRandom random, double mean) {
    double rest = 1 - random.nextDouble();
    return 1 + (long) (StrictMath.log(rest) / StrictMath.log1p(-1 / mean));
  }

  private static long[][] independent(
      SplittableRandom random, int count, int universe, int leastPower, int mostPower) {
    long[][] lists = new long[count][];
    for (int list = 0; list < count; list++) {
      double gap = StrictMath.pow(2, -random.nextDouble(leastPower, mostPower));
      long[] ids = new long[universe];
      int length = 0;
      for (long id = geometric(random, gap) - 1; id < universe; id += geometric(random, gap)) {
        ids[length++] = id;
      }
      lists[list] = Arrays.copyOf(ids, length);
    }
    return lists;
  }
}
