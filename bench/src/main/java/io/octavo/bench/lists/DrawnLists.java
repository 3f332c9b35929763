package io.octavo.bench.lists;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Posting lists drawn from a fixed seed, in the shapes that real ones have. */
enum DrawnLists {
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
  };

  private static final long SEED = 20_260_101;
  private static final int UNIVERSE = 1 << 20;

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
