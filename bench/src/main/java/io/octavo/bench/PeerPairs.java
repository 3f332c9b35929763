package io.octavo.bench;

import io.octavo.bench.measure.ChildJvm;
import io.octavo.bench.measure.Passes;
import io.octavo.bench.measure.Rounds;
import io.octavo.bench.measure.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Two versions of Octavo, by turns: each pair runs {@link Peers} once with the class path of the
 * old version and once with that of the new one, the order changes from pair to pair. Prints the
 * median ratio of each figure, new to old, in time or bytes, with its 95 % interval.
 *
 * <pre>
 * java -Dold=CLASSPATH -Dnew=CLASSPATH [-Dpairs=15] [options of Peers]
 *     -cp benchmarks.jar io.octavo.bench.PeerPairs
 * </pre>
 *
 * <p>The interval is that of order statistics: the ratios between which the median of the pairs
 * lies with a probability of at least 95 %, whatever their distribution (David and Nagaraja, Order
 * Statistics, 3rd edition, section 7.1). Fewer than six pairs give no such interval; it is then
 * that of all pairs.
 */
public final class PeerPairs {
  private static final double TAIL = 0.025;
  private static final String OLD = "old ";
  private static final String NEW = "new ";

  /** The properties of {@link Peers} that are handed on. */
  private static final List<String> OPTIONS =
      List.of(
          "sizes",
          "sets",
          "works",
          "seconds",
          "cap",
          "limit",
          "cache",
          "heap",
          "directory",
          "puts");

  private PeerPairs() {}

  /**
   * Runs all.
   *
   * @param arguments none
   * @throws IOException if a version cannot be run, or fails
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Properties properties = System.getProperties();
    run(properties, Integer.getInteger("pairs", 15), System.out);
  }

  /** Runs the pairs and prints the table. */
  static void run(Properties properties, int pairs, PrintStream out)
      throws IOException, InterruptedException {
    String oldPath = required(properties, "old");
    String newPath = required(properties, "new");
    Rounds<String> figures = new Rounds<>();
    for (int pair = 0; pair < pairs; pair++) {
      for (String path : Rounds.order(List.of(OLD, NEW), pair)) {
        int round = pair;
        figures(properties, path.equals(OLD) ? oldPath : newPath)
            .forEach((name, figure) -> figures.add(path + name, round, figure));
      }
      System.err.printf(Locale.ROOT, "%d of %d pairs%n", pair + 1, pairs);
    }
    print(figures, out);
  }

  private static String required(Properties properties, String name) {
    String value = properties.getProperty(name);
    if (value == null) {
      throw new IllegalArgumentException("-D" + name + "=CLASSPATH is missing");
    }
    return value;
  }

  /** Runs one version. Returns its figures in time or bytes, by set, size and name. */
  private static Map<String, Double> figures(Properties properties, String classPath)
      throws IOException, InterruptedException {
    Path csv = Files.createTempFile("pair", ".csv");
    try {
      ChildJvm jvm = new ChildJvm().with("-Drounds=1", "-Dstores=octavo", "-Dcsv=" + csv);
      for (String option : OPTIONS) {
        String value = properties.getProperty(option);
        if (value != null) {
          jvm.with("-D" + option + "=" + value);
        }
      }
      jvm.program(classPath, Peers.class.getName());
      int status = jvm.run(null, words -> {});
      Map<String, Double> figures = read(Files.readAllLines(csv));
      if (status != 0 || figures.isEmpty()) {
        throw new IOException(jvm + " ended with " + status);
      }
      return figures;
    } finally {
      Files.delete(csv);
    }
  }

  /** Reads what {@link Peers} writes. Rates become times. */
  static Map<String, Double> read(List<String> lines) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] words = line.split(",", -1);
      double number = Double.parseDouble(words[6]);
      boolean isRate = words[5].endsWith("/s") || words[5].equals("x");
      if (number > 0) {
        figures.put(words[1] + ", " + words[2] + ", " + words[4], isRate ? 1 / number : number);
      }
    }
    return figures;
  }

  /** Prints the table. */
  private static void print(Rounds<String> figures, PrintStream out) {
    Table table = new Table(out, "figure", "new to old", "95 %", "pairs");
    for (String key : figures.keys()) {
      String name = key.substring(NEW.length());
      double[] ratios = figures.ratios(NEW + name, OLD + name);
      if (key.startsWith(NEW) && ratios.length > 0) {
        int cut = cut(ratios.length);
        String interval =
            String.format(Locale.ROOT, "%.2f..%.2f", ratios[cut], ratios[ratios.length - 1 - cut]);
        table.row(
            List.of(
                name,
                Table.number("%.2f", Passes.median(ratios)),
                interval,
                Integer.toString(ratios.length)));
      }
    }
  }

  /**
   * Returns how many of the least and of the greatest of some numbers can be left out, so that the
   * others still have the median between them with a probability of 95 %.
   *
   * @param count how many numbers there are
   */
  static int cut(int count) {
    BinomialDistribution below = new BinomialDistribution(count, 0.5);
    int cut = 0;
    while (below.cumulativeProbability(cut) <= TAIL) {
      cut++;
    }
    return Math.max(0, cut - 1);
  }
}
