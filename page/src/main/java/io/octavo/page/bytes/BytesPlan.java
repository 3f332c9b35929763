package io.octavo.page.bytes;

import java.util.Arrays;

/**
 * Chooses how the entries of a {@link BytesPage} are told: the prefix, the fifteen consecutive
 * lengths of suffixes that have size codes, and whether a size code also tells the length of the
 * value. FORMAT.md, section "Byte strings". Reused from one use to the next; not thread-safe.
 */
final class BytesPlan {
  /** Marks the length of a value that is a reference; above all lengths. */
  static final int LARGE = 1 << 16;

  /** The frequency of each length during a call of {@link #choose}; zero otherwise. */
  private final int[] suffixes = new int[BytesPage.MAX_KEY + 1];

  private final int[] values = new int[BytesPage.MAX_ENTRY + 1];

  private int prefix;
  private int least;
  private int fixed;

  /** Returns the length of the prefix that was chosen last. */
  int prefix() {
    return prefix;
  }

  /** Returns the least length of a suffix that has a size code. */
  int least() {
    return least;
  }

  /** Returns the length of the values of entries with a size code, or {@link BytesPage#ANY}. */
  int fixed() {
    return fixed;
  }

  /** Returns the stored length of a value, whether it is a reference or not. */
  static int valueLength(int length) {
    return length & (LARGE - 1);
  }

  static boolean isLarge(int length) {
    return (length & LARGE) != 0;
  }

  /**
   * Chooses the fifteen consecutive suffix lengths that are most frequent, and either the most
   * frequent value length or none, whichever makes the page smaller.
   *
   * @param common the length of the prefix that all keys share
   * @param valueLengths the lengths of the values, with {@link #LARGE} those of references
   * @return the size of slots, entries and prefix
   */
  int choose(int common, int[] keyLengths, int[] valueLengths, int from, int to) {
    prefix = common;
    int first = valueLengths[from];
    boolean areAlike = !isLarge(first);
    int shortest = BytesPage.MAX_KEY;
    int longest = 0;
    for (int i = from; i < to; i++) {
      int suffix = keyLengths[i] - common;
      shortest = Math.min(shortest, suffix);
      longest = Math.max(longest, suffix);
      areAlike &= valueLengths[i] == first;
    }
    least =
        longest < shortest + BytesPage.CODES
            ? shortest
            : frequentRange(keyLengths, from, to, shortest, longest);
    int size;
    if (areAlike) {
      // No entry is longer if its size code implies the length of all values.
      fixed = first;
      size = sum(keyLengths, valueLengths, from, to, first);
    } else {
      int frequent = frequentValue(valueLengths, from, to);
      int same = sum(keyLengths, valueLengths, from, to, frequent);
      int any = sum(keyLengths, valueLengths, from, to, BytesPage.ANY);
      fixed = same <= any ? frequent : BytesPage.ANY;
      size = Math.min(any, same);
    }
    return BytesPage.even(common) + size;
  }

  /** Returns the least of the fifteen consecutive lengths that most suffixes have. */
  private int frequentRange(int[] keyLengths, int from, int to, int shortest, int longest) {
    for (int i = from; i < to; i++) {
      suffixes[keyLengths[i] - prefix]++;
    }
    int inside = 0;
    for (int length = shortest; length < shortest + BytesPage.CODES; length++) {
      inside += suffixes[length];
    }
    int most = inside;
    int start = shortest;
    for (int last = shortest + BytesPage.CODES; last <= longest; last++) {
      inside += suffixes[last] - suffixes[last - BytesPage.CODES];
      if (inside > most) {
        most = inside;
        start = last - BytesPage.CODES + 1;
      }
    }
    Arrays.fill(suffixes, shortest, longest + 1, 0);
    return start;
  }

  /** Returns the length that most values have, references not counted. */
  private int frequentValue(int[] valueLengths, int from, int to) {
    int frequent = 0;
    for (int i = from; i < to; i++) {
      int value = valueLength(valueLengths[i]);
      if (!isLarge(valueLengths[i]) && ++values[value] > values[frequent]) {
        frequent = value;
      }
    }
    for (int i = from; i < to; i++) {
      values[valueLength(valueLengths[i])] = 0;
    }
    return frequent;
  }

  private int sum(int[] keyLengths, int[] valueLengths, int from, int to, int valueMode) {
    int sum = (to - from) * BytesPage.SLOT;
    for (int i = from; i < to; i++) {
      int suffix = keyLengths[i] - prefix;
      int value = valueLength(valueLengths[i]);
      boolean large = isLarge(valueLengths[i]);
      int code = BytesCodec.codeOf(least, valueMode, suffix, value, large);
      sum += BytesPage.even(BytesCodec.entryLength(code, valueMode, suffix, value, large));
    }
    return sum;
  }
}
