package io.octavo.bench;

import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.longs.SizeCode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/**
 * Entries a leaf of formats that the engine could have: without the value base, with a directory,
 * with slots of 13 and 3 bits. Sets and protocols are those of {@link Density}, the first column is
 * the engine's format and gives the same figures.
 */
public final class DensityVariants {
  private static final int PAGES = 300;
  private static final long SEED = 20_260_101;

  /**
   * A format, as far as sizes go.
   *
   * @param name its name
   * @param capacity bytes for slots and entries
   * @param size bytes of an entry without its slot, by pair of lengths
   * @param hasValueBase whether values may be relative to the least one
   */
  record Format(String name, int capacity, IntUnaryOperator size, boolean hasValueBase) {}

  private DensityVariants() {}

  /**
   * Prints the table.
   *
   * @param args not used
   */
  public static void main(String[] args) {
    print(Density.TREE_SIZE, System.out);
  }

  /** Returns all formats, the engine's first. */
  static List<Format> formats() {
    int[] engineSizes = engineSizes();
    int[] narrowSizes = NarrowLeaf.sizes();
    IntUnaryOperator engine = pair -> engineSizes[pair];
    IntUnaryOperator narrow = pair -> narrowSizes[pair];
    return List.of(
        new Format("12+4", LeafPage.CAPACITY, engine, true),
        new Format("no value base", LeafPage.CAPACITY, engine, false),
        new Format("no base field", LeafPage.CAPACITY + Long.BYTES, engine, false),
        new Format("radix 64", RadixLeaf.capacity(64), engine, true),
        new Format("radix 256", RadixLeaf.capacity(256), engine, true),
        new Format("13+3", LeafPage.CAPACITY, narrow, true),
        new Format("13+3, no base", LeafPage.CAPACITY, narrow, false));
  }

  private static int[] engineSizes() {
    int[] sizes = new int[ClassSet.PAIRS];
    for (int key = 1; key <= SizeCode.MAX_LENGTH; key++) {
      for (int value = 1; value <= SizeCode.MAX_LENGTH; value++) {
        long longestKey = -1L >>> (Long.SIZE - Byte.SIZE * key);
        long longestValue = -1L >>> (Long.SIZE - Byte.SIZE * value);
        sizes[ClassSet.pair(key, value)] =
            SizeCode.size(SizeCode.encoding(longestKey, longestValue));
      }
    }
    return sizes;
  }

  private static void print(int treeSize, PrintStream out) {
    List<Format> formats = formats();
    out.printf(Locale.ROOT, "%-28s", "set");
    formats.forEach(format -> out.printf(Locale.ROOT, "%14s", format.name()));
    out.println();
    for (Ranges ranges : List.of(Ranges.REALISTIC, Ranges.FULL)) {
      List<Double> means = new ArrayList<>();
      formats.forEach(format -> means.add(drawn(ranges, format)));
      print("draws, " + ranges.name().toLowerCase(Locale.ROOT), means, out);
    }
    print("leaves, realistic", DataSets.drawn(Ranges.REALISTIC, treeSize, SEED), out);
    print("leaves, full", DataSets.drawn(Ranges.FULL, treeSize, SEED), out);
    print("leaves, sequential40", DataSets.sequential40(treeSize, SEED), out);
    print("leaves, uniform", DataSets.drawn(Ranges.LONG, treeSize, SEED), out);
    print("leaves, timestamp to offset", DataSets.timestampToOffset(treeSize, SEED), out);
  }

  private static void print(String set, Entries entries, PrintStream out) {
    List<Double> means = new ArrayList<>();
    formats().forEach(format -> means.add(leaves(entries, format)));
    print(set, means, out);
  }

  private static void print(String set, List<Double> means, PrintStream out) {
    out.printf(Locale.ROOT, "%-28s", set);
    means.forEach(mean -> out.printf(Locale.ROOT, "%14.1f", mean));
    out.println();
  }

  /** Draws entries until one does not fit, many times; gives the mean of those that do. */
  private static double drawn(Ranges ranges, Format format) {
    SplittableRandom random = new SplittableRandom(SEED);
    Moments moments = new Moments();
    for (int page = 0; page < PAGES; page++) {
      moments.add(drawPage(ranges, random, format));
    }
    return moments.mean();
  }

  private static int drawPage(Ranges ranges, SplittableRandom random, Format format) {
    EntryRun run = new EntryRun();
    Set<Long> keys = new HashSet<>();
    do {
      long key = ranges.draw(random);
      while (!keys.add(key)) {
        key = ranges.draw(random);
      }
      run.put(key, ranges.draw(random));
    } while (size(run, run.count(), format) <= format.capacity());
    return run.count() - 1;
  }

  /** Fills leaves in key order; gives the mean of all but the last. */
  private static double leaves(Entries entries, Format format) {
    EntryRun run = new EntryRun();
    Moments moments = new Moments();
    int next = 0;
    int count = fill(entries, next, run, format);
    while (next + count < entries.count()) {
      moments.add(count);
      next += count;
      count = fill(entries, next, run, format);
    }
    return moments.mean();
  }

  /**
   * Finds out how many entries a leaf takes.
   *
   * @param entries the entries
   * @param next the first one
   * @param run receives them, and some that the leaf does not take
   * @param format the format of the leaf
   * @return how many
   */
  static int fill(Entries entries, int next, EntryRun run, Format format) {
    entries.copyTo(next, LeafPage.MAX_COUNT, run);
    int least = 1;
    int most = run.count();
    while (least < most) {
      int middle = (least + most + 1) >>> 1;
      if (size(run, middle, format) <= format.capacity()) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    return least;
  }

  private static int size(EntryRun run, int count, Format format) {
    int plain = size(run, count, format, 0);
    if (!format.hasValueBase()) {
      return plain;
    }
    return Math.min(plain, size(run, count, format, leastValue(run, count)));
  }

  /** Returns the least value of the first entries of a run. */
  static long leastValue(EntryRun run, int count) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, run.value(i));
    }
    return least;
  }

  private static int size(EntryRun run, int count, Format format, long valueBase) {
    int size = count * SlotWord.LENGTH;
    for (int i = 0; i < count; i++) {
      long key = run.key(i) - run.key(0);
      size += format.size().applyAsInt(ClassSet.pairOf(key, run.value(i) - valueBase));
    }
    return size;
  }
}
