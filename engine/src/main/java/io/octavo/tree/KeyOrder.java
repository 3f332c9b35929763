package io.octavo.tree;

import io.octavo.memory.Memory;
import io.octavo.page.bytes.BytesPage;
import java.util.Arrays;

/**
 * Sorts indexes by their keys; equal keys keep their order.
 *
 * <p>Words of eight bytes are sorted by their digits of eight bits, the least significant one first
 * (radix sort; Knuth, The Art of Computer Programming, volume 3, 5.2.5). The JDK cannot sort
 * indexes by an array of longs without an object for each. Comparisons of byte strings would read
 * each key some log2(n) times.
 */
public final class KeyOrder {
  private static final int DIGIT_BITS = 8;
  private static final int DIGIT = (1 << DIGIT_BITS) - 1;

  /** The bytes of a key in a word. The lowest byte of the word is their number. */
  private static final int WORD_BYTES = Long.BYTES - 1;

  /** The length of a cache line. */
  private static final int LINE = 64;

  /** The bytes of an array that are loaded ahead; the processor prefetches the rest. */
  private static final int MOST_TOUCHED = 4 * LINE;

  /** The most byte strings that are sorted by insertion. */
  private static final int FEW = 16;

  private KeyOrder() {}

  /**
   * Returns the indexes of signed numbers, sorted by the numbers.
   *
   * @return their indexes in ascending order
   */
  public static int[] of(long[] keys) {
    long[] words = new long[keys.length];
    Arrays.setAll(words, i -> keys[i] ^ Long.MIN_VALUE);
    int[] order = indexes(keys.length);
    sort(words, order, 0);
    return order;
  }

  /**
   * Returns the indexes of byte strings, sorted by their bytes as unsigned numbers. Keys that
   * differ only after the greatest length of a key of a map may be in any order.
   *
   * @return their indexes in ascending order
   */
  static int[] of(byte[][] keys) {
    int[] order = indexes(keys.length);
    sort(keys, order, 0, order.length, 0);
    return order;
  }

  /** Begins to load arrays in an order. They may be in no cache; the loads overlap. */
  static void touch(byte[][] arrays, int[] order, int start, int count) {
    long loaded = 0;
    for (int i = start; i < start + count; i++) {
      byte[] array = arrays[order[i]];
      int end = Math.min(array.length, MOST_TOUCHED);
      for (int at = 0; at < end; at += LINE) {
        loaded ^= array[at];
      }
    }
    Memory.use(loaded);
  }

  /** Returns the indexes of an array in their own order. */
  static int[] indexes(int count) {
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    return order;
  }

  /** Sorts a part of the order by keys that begin with the same bytes, as many as are known. */
  private static void sort(byte[][] keys, int[] order, int from, int to, int known) {
    if (to - from <= FEW) {
      insert(keys, order, from, to);
      return;
    }
    int common = common(keys, order, from, to, known);
    if (common > BytesPage.MAX_KEY) {
      // Without this bound, long keys could nest a call for each key.
      return;
    }
    long[] words = new long[to - from];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(keys[order[from + i]], common);
    }
    sort(words, order, from);
    int first = 0;
    for (int i = 1; i <= words.length; i++) {
      if (i == words.length || words[i] != words[first]) {
        if ((words[first] & DIGIT) > WORD_BYTES) {
          sort(keys, order, from + first, from + i, common + WORD_BYTES);
        }
        first = i;
      }
    }
  }

  private static void insert(byte[][] keys, int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int index = order[i];
      int at = i;
      while (at > from && Arrays.compareUnsigned(keys[order[at - 1]], keys[index]) > 0) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = index;
    }
  }

  /** Returns the length of the common prefix of keys. */
  private static int common(byte[][] keys, int[] order, int from, int to, int known) {
    byte[] first = keys[order[from]];
    int common = first.length;
    for (int i = from + 1; i < to && common > known; i++) {
      byte[] key = keys[order[i]];
      int end = Math.min(common, key.length);
      int differs = Arrays.mismatch(first, known, end, key, known, end);
      common = differs < 0 ? end : known + differs;
    }
    return common;
  }

  /**
   * Returns the next bytes of a key, padded with zeros, and their number; one more if bytes follow:
   * then equal words are not equal keys.
   */
  private static long word(byte[] key, int offset) {
    int left = key.length - offset;
    if (left > WORD_BYTES) {
      long high = Memory.bigEndianInt(key, offset);
      long low = Memory.bigEndianInt(key, offset + Integer.BYTES) & 0xFFFF_FF00L;
      return high << Integer.SIZE | low | Long.BYTES;
    }
    long word = 0;
    for (int i = 0; i < WORD_BYTES; i++) {
      word = word << DIGIT_BITS | (i < left ? key[offset + i] & 0xFF : 0);
    }
    return word << DIGIT_BITS | left;
  }

  /** Sorts words as unsigned numbers, and with them the part of the order from an index on. */
  private static void sort(long[] words, int[] order, int from) {
    long differing = 0;
    boolean isSorted = true;
    for (int i = 1; i < words.length; i++) {
      differing |= words[i] ^ words[0];
      isSorted &= Long.compareUnsigned(words[i - 1], words[i]) <= 0;
    }
    if (isSorted) {
      return;
    }
    long[] source = words.clone();
    long[] target = words;
    int[] sourceOrder = Arrays.copyOfRange(order, from, from + words.length);
    int[] targetOrder = new int[words.length];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      if ((differing >>> shift & DIGIT) != 0) {
        int[] places = places(source, shift);
        for (int i = 0; i < source.length; i++) {
          int place = places[(int) (source[i] >>> shift) & DIGIT]++;
          target[place] = source[i];
          targetOrder[place] = sourceOrder[i];
        }
        long[] sorted = target;
        target = source;
        source = sorted;
        int[] sortedOrder = targetOrder;
        targetOrder = sourceOrder;
        sourceOrder = sortedOrder;
      }
    }
    if (source != words) {
      System.arraycopy(source, 0, words, 0, words.length);
    }
    System.arraycopy(sourceOrder, 0, order, from, words.length);
  }

  /** Returns the place of the first word of each digit. */
  private static int[] places(long[] words, int shift) {
    int[] places = new int[DIGIT + 1];
    for (long word : words) {
      places[(int) (word >>> shift) & DIGIT]++;
    }
    int place = 0;
    for (int digit = 0; digit <= DIGIT; digit++) {
      int count = places[digit];
      places[digit] = place;
      place += count;
    }
    return places;
  }
}
