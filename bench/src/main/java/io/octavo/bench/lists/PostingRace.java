package io.octavo.bench.lists;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingLists;
import io.octavo.posting.PostingMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * A {@link PostingMap} in a file beside bitmaps of RoaringBitmap on the heap, on the same lists:
 * bytes, and the rates of reading all ids and of intersecting each list with the next one. What is
 * intersected is read, by both. Rates are medians over rounds in which both take turns, in time of
 * the processor; of intersections, they count the ids of both lists.
 *
 * <p>The lists are {@link DrawnLists}; with {@code -Ddata=DIRECTORY}, those that {@link ListSets}
 * reads from there.
 *
 * <p>A list is sparse where fewer than a sixteenth of the numbers in its range are ids: there
 * RoaringBitmap keeps sorted arrays of two bytes an id instead of bitmaps.
 */
public final class PostingRace {
  private static final int ROUNDS = Integer.getInteger("rounds", 21);
  private static final long ROUND_NANOS = 20_000_000;
  private static final String MAP = "lists";
  private static final double SPARSE = 1.0 / 16;

  private PostingRace() {}

  /**
   * Prints the tables.
   *
   * @param args not used
   * @throws IOException if the data or a store cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    System.out.println("| lists | ids | work | Octavo | Roaring | ratio, quartiles |");
    System.out.println("|---|---:|---|---:|---:|---|");
    for (String name : ListSets.names()) {
      race(name);
    }
  }

  private static void race(String name) throws IOException {
    long[][] lists = ListSets.read(name);
    Path directory = Files.createTempDirectory("octavo-postings");
    try {
      Path file = directory.resolve("lists.oct");
      StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
      try (Store store = Store.open(file, options)) {
        store.write(tx -> tx.postings(MAP).load(new Source(lists)));
      }
      RoaringBitmap[] bitmaps =
          Arrays.stream(lists).map(PostingRace::bitmap).toArray(RoaringBitmap[]::new);
      long ids = ListSets.count(lists);
      long roaring = Arrays.stream(bitmaps).mapToLong(RoaringBitmap::serializedSizeInBytes).sum();
      long octavo = Files.size(file) - emptyBytes(directory.resolve("empty.oct"), options);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | bits an id | %.2f | %.2f | %.2f |%n",
          name,
          ids,
          8.0 * octavo / ids,
          8.0 * roaring / ids,
          (double) octavo / roaring);
      try (Store store = Store.open(file, options);
          Transaction transaction = store.beginRead()) {
        race(name, lists, transaction.postings(MAP), bitmaps);
      }
    } finally {
      Directories.delete(directory);
    }
  }

  /** Returns how long a store with an empty map is: what the lists themselves do not take. */
  private static long emptyBytes(Path file, StoreOptions options) throws IOException {
    try (Store store = Store.open(file, options)) {
      store.write(tx -> tx.postings(MAP));
    }
    return Files.size(file);
  }

  private static RoaringBitmap bitmap(long[] ids) {
    RoaringBitmap bitmap = new RoaringBitmap();
    for (long id : ids) {
      bitmap.add((int) id);
    }
    bitmap.runOptimize();
    return bitmap;
  }

  static boolean isSparse(long[] ids) {
    return ids.length < SPARSE * (ids[ids.length - 1] - ids[0] + 1);
  }

  private static void race(String name, long[][] lists, PostingMap map, RoaringBitmap[] bitmaps) {
    for (boolean sparse : new boolean[] {true, false}) {
      List<Integer> chosen = new ArrayList<>();
      List<Integer> pairs = new ArrayList<>();
      for (int i = 0; i < lists.length; i++) {
        if (isSparse(lists[i]) == sparse) {
          chosen.add(i);
          if (i + 1 < lists.length && isSparse(lists[i + 1]) == sparse) {
            pairs.add(i);
          }
        }
      }
      Racer ours = new Octavo(map);
      Racer theirs = new Roaring(bitmaps);
      String title = name + (sparse ? ", sparse" : ", dense");
      if (!chosen.isEmpty()) {
        report(title, "read", lists, chosen, false, ours, theirs);
      }
      if (!pairs.isEmpty()) {
        report(title, "intersect", lists, pairs, true, ours, theirs);
      }
    }
  }

  private static void report(
      String title,
      String work,
      long[][] lists,
      List<Integer> chosen,
      boolean isPairs,
      Racer ours,
      Racer theirs) {
    int[] indexes = chosen.stream().mapToInt(Integer::intValue).toArray();
    long ids = 0;
    for (int i : indexes) {
      ids += lists[i].length + (isPairs ? lists[i + 1].length : 0);
    }
    long expected = theirs.run(indexes, isPairs);
    if (ours.run(indexes, isPairs) != expected) {
      throw new IllegalStateException(title + ", " + work + ": the results differ");
    }
    Rounds<Racer> rates = new Rounds<>();
    // The first half warms up.
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      if (round == 0) {
        rates.clear();
      }
      rates.add(ours, round, rate(ours, indexes, isPairs, ids));
      rates.add(theirs, round, rate(theirs, indexes, isPairs, ids));
    }
    double[] ratios = rates.ratios(ours, theirs);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %s, M/s | %.0f | %.0f | %.2f (%.2f to %.2f) |%n",
        title,
        ids,
        work,
        rates.median(ours),
        rates.median(theirs),
        Passes.median(ratios),
        ratios[(ratios.length - 1) / 4],
        ratios[(ratios.length - 1) * 3 / 4]);
  }

  private static double rate(Racer racer, int[] indexes, boolean isPairs, long ids) {
    long start = Passes.processorNanos();
    long elapsed = 0;
    long sum = 0;
    int passes = 0;
    while (elapsed < ROUND_NANOS) {
      sum += racer.run(indexes, isPairs);
      passes++;
      elapsed = Passes.processorNanos() - start;
    }
    Passes.keep(sum);
    return 1e3 * passes * ids / elapsed;
  }

  /** Reads lists, or what each has in common with the next one; gives the sum of the ids. */
  private interface Racer {
    long run(int[] indexes, boolean isPairs);
  }

  private static final class Octavo implements Racer {
    private final PostingMap map;
    private final long[] block = new long[1 << 10];

    Octavo(PostingMap map) {
      this.map = map;
    }

    @Override
    public long run(int[] indexes, boolean isPairs) {
      long sum = 0;
      for (int i : indexes) {
        PostingCursor list = map.cursor(i);
        PostingCursor cursor = isPairs ? PostingCursor.intersection(list, map.cursor(i + 1)) : list;
        for (int count = cursor.nextBlock(block); count > 0; count = cursor.nextBlock(block)) {
          for (int k = 0; k < count; k++) {
            sum += block[k];
          }
        }
      }
      return sum;
    }
  }

  private static final class Roaring implements Racer {
    private final RoaringBitmap[] bitmaps;
    private final int[] block = new int[1 << 10];

    Roaring(RoaringBitmap[] bitmaps) {
      this.bitmaps = bitmaps;
    }

    @Override
    public long run(int[] indexes, boolean isPairs) {
      long sum = 0;
      for (int i : indexes) {
        RoaringBitmap list = isPairs ? RoaringBitmap.and(bitmaps[i], bitmaps[i + 1]) : bitmaps[i];
        BatchIterator iterator = list.getBatchIterator();
        while (iterator.hasNext()) {
          int count = iterator.nextBatch(block);
          for (int k = 0; k < count; k++) {
            sum += Integer.toUnsignedLong(block[k]);
          }
        }
      }
      return sum;
    }
  }

  /** Lists by their indexes. */
  private static final class Source implements PostingLists {
    private final long[][] lists;
    private int list = -1;
    private int at;

    Source(long[][] lists) {
      this.lists = lists;
    }

    @Override
    public boolean next() {
      at = 0;
      return ++list < lists.length;
    }

    @Override
    public long key() {
      return list;
    }

    @Override
    public int nextBlock(long[] into) {
      int count = Math.min(into.length, lists[list].length - at);
      System.arraycopy(lists[list], at, into, 0, count);
      at += count;
      return count;
    }
  }
}
