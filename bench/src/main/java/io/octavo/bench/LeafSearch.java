package io.octavo.bench;

import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryCodec;

/** Ways to find a key in a leaf, beside the one that the engine has; all give the same answers. */
final class LeafSearch {
  /** The first step away from the guess; keys of a full leaf are about 15 places off it. */
  private static final int FIRST_STEP = 16;

  /** The first step from a guess that was corrected once. */
  private static final int SECOND_STEP = 4;

  /** Slots around a guess that nearly always hold the key. */
  private static final int WINDOW = 64;

  private LeafSearch() {}

  /** Reads a key without its base. */
  private static long stored(byte[] page, int index) {
    return EntryCodec.key(page, SlotWord.get(page, index));
  }

  private static boolean isAbove(long stored, long target) {
    return Long.compareUnsigned(stored, target) > 0;
  }

  /** Halves all slots, by conditional moves. */
  static int binary(byte[] page, long key) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    return halve(page, key - base, 0, count);
  }

  /**
   * Halves neighbouring slots, by conditional moves.
   *
   * @param page the page
   * @param stored the key without its base
   * @param from the first slot
   * @param to the slot after the last
   * @return as {@link io.octavo.page.longs.LeafPage#find}, if the key belongs between the two
   */
  private static int halve(byte[] page, long stored, int from, int to) {
    // Unsigned order by way of the flipped sign bit.
    long target = stored ^ Long.MIN_VALUE;
    int low = from;
    int length = to - from;
    while (length > 1) {
      int half = length >>> 1;
      long probe = stored(page, low + half) ^ Long.MIN_VALUE;
      low = probe <= target ? low + half : low;
      length -= half;
    }
    long found = stored(page, low) ^ Long.MIN_VALUE;
    if (found == target) {
      return low;
    }
    return found < target ? ~(low + 1) : ~low;
  }

  /** Guesses the place from the first and the last key, gallops from there, then halves. */
  static int interpolated(byte[] page, long key) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    long target = key - base;
    long last = stored(page, count - 1);
    if (!isAbove(last, target)) {
      return target == last ? count - 1 : ~count;
    }
    int guess = (int) (half(target) / half(last) * (count - 1));
    return gallop(page, target, guess, FIRST_STEP);
  }

  /**
   * Guesses the place and halves a window of fixed length around it, so that the number of steps
   * can be foreseen; halves what is left or right of it where the guess was bad.
   */
  static int interpolatedWindow(byte[] page, long key) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    long target = key - base;
    if (count <= WINDOW) {
      return halve(page, target, 0, count);
    }
    long last = stored(page, count - 1);
    if (!isAbove(last, target)) {
      return target == last ? count - 1 : ~count;
    }
    int guess = (int) (half(target) / half(last) * (count - 1));
    int low = Math.max(0, Math.min(count - 1 - WINDOW, guess - WINDOW / 2));
    if (low > 0 && isAbove(stored(page, low), target)) {
      return halve(page, target, 0, low);
    }
    if (!isAbove(stored(page, low + WINDOW), target)) {
      return halve(page, target, low + WINDOW, count);
    }
    return halve(page, target, low, low + WINDOW);
  }

  /** Guesses twice: the distance of the first guess tells a second one. */
  static int interpolatedTwice(byte[] page, long key) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    long target = key - base;
    long last = stored(page, count - 1);
    if (!isAbove(last, target)) {
      return target == last ? count - 1 : ~count;
    }
    double slope = (count - 1) / half(last);
    int guess = (int) (half(target) * slope);
    guess += (int) ((half(target) - half(stored(page, guess))) * slope);
    return gallop(page, target, Math.max(0, Math.min(count - 1, guess)), SECOND_STEP);
  }

  /**
   * Returns half of a key, which is positive. Of 0 and 1 nothing is left, and no guess is needed.
   */
  private static double half(long stored) {
    return stored >>> 1;
  }

  private static int gallop(byte[] page, long target, int guess, int firstStep) {
    int count = PageHeader.count(page);
    int step = firstStep;
    int low = guess;
    int high = guess;
    if (isAbove(stored(page, guess), target)) {
      low -= step;
      while (low > 0 && isAbove(stored(page, low), target)) {
        high = low;
        step <<= 1;
        low -= step;
      }
      low = Math.max(low, 0);
    } else {
      high += step;
      while (high < count && !isAbove(stored(page, high), target)) {
        low = high;
        step <<= 1;
        high += step;
      }
      high = Math.min(high, count);
    }
    return halve(page, target, low, high);
  }
}
