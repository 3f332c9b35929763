package io.octavo.fuzz;

import io.octavo.map.BytesMap;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Kinds of byte strings, each of which makes another shape of tree and of page. */
enum StringFamily {
  /** Few bytes of few kinds, zeros and the greatest among them: one key is the start of another. */
  SHORT {
    @Override
    byte[] draw(SplittableRandom random) {
      byte[] key = new byte[random.nextInt(7)];
      for (int i = 0; i < key.length; i++) {
        key[i] = (byte) (random.nextInt(3) - 1);
      }
      return key;
    }
  },
  /** Paths, with names that many share. */
  PATHS {
    @Override
    byte[] draw(SplittableRandom random) {
      byte[] key = new byte[10 + random.nextInt(20)];
      Arrays.fill(key, (byte) 'd');
      key[random.nextInt(3)] = '/';
      for (int i = key.length - 3; i < key.length; i++) {
        key[i] = (byte) ('a' + random.nextInt(8));
      }
      return key;
    }
  },
  /** Sixteen random bytes. */
  RANDOM {
    @Override
    byte[] draw(SplittableRandom random) {
      byte[] key = new byte[16];
      random.nextBytes(key);
      return key;
    }
  },
  /** A few starts of nearly the greatest length, none of them that of another; short between. */
  LONG_STARTS {
    @Override
    byte[] draw(SplittableRandom random) {
      int start = random.nextInt(5);
      if (start == 0) {
        return new byte[] {
          (byte) random.nextInt(256), (byte) random.nextInt(8), (byte) random.nextInt(8)
        };
      }
      byte[] key = new byte[1_880 + 10 * start + random.nextInt(4)];
      Arrays.fill(key, (byte) (60 * start));
      key[key.length - 2] = (byte) random.nextInt(16);
      key[key.length - 1] = (byte) random.nextInt(16);
      return key;
    }
  },
  /** Any length up to the greatest, of the same byte but for the last ones. */
  LENGTHS {
    @Override
    byte[] draw(SplittableRandom random) {
      byte[] key = new byte[random.nextInt(BytesMap.MAX_KEY + 1)];
      Arrays.fill(key, (byte) 'k');
      for (int i = Math.max(0, key.length - 2); i < key.length; i++) {
        key[i] = (byte) (random.nextInt(4) * 80);
      }
      return key;
    }
  };

  /** Draws a key. */
  abstract byte[] draw(SplittableRandom random);

  /** Draws a value: most short, some about as long as stands beside the key, a few large. */
  static byte[] value(byte[] key, SplittableRandom random) {
    int room = BytesPage.MAX_ENTRY - key.length;
    int length =
        switch (random.nextInt(64)) {
          case 0 -> random.nextInt(100_000);
          case 1 -> OverflowPage.CAPACITY * (1 + random.nextInt(2)) + random.nextInt(3) - 1;
          case 2, 3, 4 -> room - 2 + random.nextInt(5);
          case 5, 6, 7 -> random.nextInt(room);
          case 8, 9, 10, 11, 12, 13 -> random.nextInt(300);
          case 14, 15, 16, 17, 18, 19, 20, 21 -> 0;
          case 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33 -> 8;
          default -> random.nextInt(40);
        };
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }
}
