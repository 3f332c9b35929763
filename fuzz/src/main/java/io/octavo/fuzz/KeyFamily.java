package io.octavo.fuzz;

import java.util.SplittableRandom;

/** Kinds of keys, each of which makes another shape of tree and of page. */
public enum KeyFamily {
  /** Close to each other, so that most are met again. */
  DENSE {
    @Override
    long draw(SplittableRandom random) {
      return random.nextInt(4096) - 1024L;
    }
  },
  /** All 64 bits, so that almost none is met again. */
  SPARSE {
    @Override
    long draw(SplittableRandom random) {
      return random.nextLong();
    }
  },
  /** A few far places with close keys around each. */
  CLUSTERED {
    @Override
    long draw(SplittableRandom random) {
      long center = (random.nextInt(16) - 8L) * 0x1111_1111_1111_1111L;
      return center + random.nextInt(256);
    }
  },
  /** Milliseconds of a few weeks, some of them much later. */
  TIMESTAMPS {
    @Override
    long draw(SplittableRandom random) {
      long time = 1_700_000_000_000L + random.nextInt(1 << 20) * 1_733L;
      return random.nextInt(64) == 0 ? time + (1L << 40) : time;
    }
  },
  /** The ends of the range, powers of two and their neighbours. */
  EXTREMES {
    @Override
    long draw(SplittableRandom random) {
      long power = 1L << random.nextInt(64);
      long key = random.nextBoolean() ? power : -power;
      return switch (random.nextInt(4)) {
        case 0 -> key;
        case 1 -> key - 1L - random.nextInt(3);
        case 2 -> key + 1L + random.nextInt(3);
        default -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
      };
    }
  },
  /** Any number of bits. */
  ANY_WIDTH {
    @Override
    long draw(SplittableRandom random) {
      return random.nextLong() >> random.nextInt(64);
    }
  };

  /**
   * Draws a key.
   *
   * @param random where from
   * @return the key
   */
  abstract long draw(SplittableRandom random);
}
