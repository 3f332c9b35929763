package io.octavo.bench.density;

import io.octavo.bench.data.Ranges;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.SizeCode;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One rung of the density ladder: a page format, as far as sizes go. */
public final class EntryFormat {
  /** Bytes of the header that the article counts: two offsets. */
  private static final int ARTICLE_HEADER = 4;

  /** Bytes of a header that holds a count only. */
  private static final int COUNT_HEADER = 2;

  /** Number of all pairs of lengths. */
  private static final int PAIRS = SizeCode.MAX_LENGTH * SizeCode.MAX_LENGTH;

  private static final int ARTICLE_CODES = 15;
  private static final int FREQUENCY_DRAWS = 1 << 20;

  /** The size of one entry. */
  @FunctionalInterface
  private interface Rule {
    /** Returns the bytes of an entry without its slot. */
    int size(long key, long value);
  }

  private final int capacity;
  private final int slot;
  private final Rule rule;

  private EntryFormat(int header, int slot, Rule rule) {
    this.capacity = PageHeader.PAGE_SIZE - header;
    this.slot = slot;
    this.rule = rule;
  }

  /** An array of sixteen bytes an entry and a count. */
  public static EntryFormat raw() {
    return new EntryFormat(COUNT_HEADER, 0, (key, value) -> 2 * Long.BYTES);
  }

  /** Key and value in groups of seven bits. */
  public static EntryFormat varint() {
    return slotted((key, value) -> varint(key) + varint(value));
  }

  /** A byte with both lengths, then key and value. */
  public static EntryFormat nibble() {
    return slotted((key, value) -> 1 + length(key) + length(value));
  }

  /**
   * The article's own table: the most frequent pairs of lengths have a code in the slot, all others
   * a byte of their own; entries begin at even offsets.
   */
  public static EntryFormat offload(Ranges ranges) {
    boolean[] coded = mostFrequentPairs(ranges);
    return slotted(
        (key, value) -> {
          int header = coded[pairOf(key, value)] ? 0 : 1;
          return (header + length(key) + length(value) + 1) & ~1;
        });
  }

  /** Our classes, on a page with the header that the article counts. */
  public static EntryFormat octavo() {
    return slotted((key, value) -> SizeCode.size(SizeCode.encoding(key, value)));
  }

  private static EntryFormat slotted(Rule rule) {
    return new EntryFormat(ARTICLE_HEADER, SlotWord.LENGTH, rule);
  }

  /** Returns the bytes of the page that an entry takes, its slot included. */
  public int size(long key, long value) {
    return slot + rule.size(key, value);
  }

  /** Returns the bytes of the page that entries and slots share. */
  public int capacity() {
    return capacity;
  }

  /** Returns the bytes of an unsigned number, one for zero. */
  private static int length(long number) {
    return Long.BYTES - Long.numberOfLeadingZeros(number | 1) / Byte.SIZE;
  }

  /** Returns the pair of the lengths of two numbers. */
  private static int pairOf(long key, long value) {
    return (length(key) - 1) * SizeCode.MAX_LENGTH + length(value) - 1;
  }

  private static int varint(long number) {
    return (Long.SIZE - Long.numberOfLeadingZeros(number | 1) + 6) / 7;
  }

  private static boolean[] mostFrequentPairs(Ranges ranges) {
    SplittableRandom random = new SplittableRandom(1);
    int[] counts = new int[PAIRS];
    for (int i = 0; i < FREQUENCY_DRAWS; i++) {
      counts[pairOf(ranges.draw(random), ranges.draw(random))]++;
    }
    int[] sorted = counts.clone();
    Arrays.sort(sorted);
    int least = sorted[sorted.length - ARTICLE_CODES];
    boolean[] coded = new boolean[counts.length];
    for (int pair = 0; pair < counts.length; pair++) {
      coded[pair] = counts[pair] >= least;
    }
    return coded;
  }
}
