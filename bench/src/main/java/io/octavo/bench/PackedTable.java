package io.octavo.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The steps of the article series on posting lists, from raw ids to FastPFor, on a list like the
 * article's; then FastPFor and Octavo on the other sets of {@link ListSets}. Bytes are exact; rates
 * are medians over rounds in which the codecs take turns, in millions of ids a second.
 */
public final class PackedTable {
  private static final int ROUNDS = Integer.getInteger("rounds", 41);

  /** Time of one codec in one round, at least. */
  private static final long ROUND_NANOS = 4_000_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private PackedTable() {}

  /**
   * Prints the tables.
   *
   * @param args not used
   */
  public static void main(String[] args) throws IOException {
    List<String> names = ListSets.names();
    long[][] article = ListSets.read(names.get(0));
    List<ListCodec> steps = new ArrayList<>(ListSteps.all(article));
    steps.add(new FastPforLists(article));
    steps.add(new OctavoLists(article));
    print(names.get(0), steps);
    for (String name : names.subList(1, names.size())) {
      long[][] lists = ListSets.read(name);
      print(name, List.of(new FastPforLists(lists), new OctavoLists(lists)));
      long[][] large = ListSets.atLeast(lists, 10_000);
      if (large.length > 0) {
        String title = name + ", lists of 10,000 and more";
        print(title, List.of(new FastPforLists(large), new OctavoLists(large)));
      }
    }
  }

  private static void print(String title, List<ListCodec> codecs) {
    long[][] lists = codecs.get(0).lists;
    int count = ListSets.count(lists);
    System.out.printf(Locale.ROOT, "%n%s: lists %d, ids %d%n%n", title, lists.length, count);
    System.out.println("| codec | bytes | bits an id | encode, M/s | decode, M/s |");
    System.out.println("|---|---:|---:|---:|---:|");
    double[][] rates = rates(codecs, count);
    for (int i = 0; i < codecs.size(); i++) {
      ListCodec codec = codecs.get(i);
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %.3f | %.0f | %.0f |%n",
          codec.label(),
          codec.bytes(),
          8.0 * codec.bytes() / count,
          quartile(rates[2 * i], 2),
          quartile(rates[2 * i + 1], 2));
    }
    int last = rates.length;
    System.out.println();
    printRatio("encode", rates[last - 2], rates[last - 4]);
    printRatio("decode", rates[last - 1], rates[last - 3]);
  }

  /** Prints how the last codec compares with the one before it. */
  private static void printRatio(String what, double[] rates, double[] others) {
    double[] ratios = new double[rates.length];
    Arrays.setAll(ratios, i -> rates[i] / others[i]);
    System.out.printf(
        Locale.ROOT,
        "%s: Octavo / FastPFOR128 = %.2f (%.2f to %.2f)%n",
        what,
        quartile(ratios, 2),
        quartile(ratios, 1),
        quartile(ratios, 3));
  }

  private static double quartile(double[] numbers, int quarter) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) * quarter / 4];
  }

  /** Returns the rates of the rounds, of encoding and decoding in turn. */
  private static double[][] rates(List<ListCodec> codecs, int count) {
    for (ListCodec codec : codecs) {
      if (codec.keepAll().findWrong() >= 0) {
        throw new IllegalStateException(codec.label() + " loses list " + codec.findWrong());
      }
    }
    double[][] rates = new double[2 * codecs.size()][ROUNDS];
    // The first half warms up.
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      for (int i = 0; i < codecs.size(); i++) {
        double encoding = rate(codecs.get(i), true, count);
        double decoding = rate(codecs.get(i), false, count);
        if (round >= 0) {
          rates[2 * i][round] = encoding;
          rates[2 * i + 1][round] = decoding;
        }
      }
    }
    return rates;
  }

  private static double rate(ListCodec codec, boolean encodes, int count) {
    long start = THREADS.getCurrentThreadCpuTime();
    long elapsed = 0;
    long check = 0;
    int passes = 0;
    while (elapsed < ROUND_NANOS) {
      check += encodes ? codec.encodeAll() : codec.decodeAll();
      passes++;
      elapsed = THREADS.getCurrentThreadCpuTime() - start;
    }
    if (check == 0) {
      throw new IllegalStateException(codec.label() + " has done nothing");
    }
    return 1e3 * passes * count / elapsed;
  }
}
