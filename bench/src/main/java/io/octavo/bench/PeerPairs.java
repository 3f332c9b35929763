package io.octavo.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    for (int pair = 0; pair < pairs; pair++) {
      boolean isOldFirst = pair % 2 == 0;
      Map<String, Double> first = figures(properties, isOldFirst ? oldPath : newPath);
      Map<String, Double> second = figures(properties, isOldFirst ? newPath : oldPath);
      Map<String, Double> before = isOldFirst ? first : second;
      (isOldFirst ? second : first)
          .forEach(
              (name, figure) -> {
                Double other = before.get(name);
                if (other != null) {
                  ratios.computeIfAbsent(name, key -> new ArrayList<>()).add(figure / other);
                }
              });
      System.err.printf(Locale.ROOT, "%d of %d pairs%n", pair + 1, pairs);
    }
    print(ratios, out);
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
      List<String> command = new ArrayList<>();
      command.add(Path.of(properties.getProperty("java.home"), "bin", "java").toString());
      command.add("-Drounds=1");
      command.add("-Dstores=octavo");
      command.add("-Dcsv=" + csv);
      for (String option : OPTIONS) {
        String value = properties.getProperty(option);
        if (value != null) {
          command.add("-D" + option + "=" + value);
        }
      }
      command.addAll(List.of("-cp", classPath, Peers.class.getName()));
      ProcessBuilder process = new ProcessBuilder(command);
      process.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      process.redirectError(ProcessBuilder.Redirect.DISCARD);
      int status = process.start().waitFor();
      Map<String, Double> figures = read(Files.readAllLines(csv));
      if (status != 0 || figures.isEmpty()) {
        throw new IOException(String.join(" ", command) + " ended with " + status);
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
  static void print(Map<String, List<Double>> ratios, PrintStream out) {
    out.println("| figure | new to old | 95 % | pairs |");
    out.println("|---|---:|---:|---:|");
    ratios.forEach(
        (name, values) -> {
          double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
          int cut = cut(sorted.length);
          out.printf(
              Locale.ROOT,
              "| %s | %.2f | %.2f..%.2f | %d |%n",
              name,
              Passes.median(sorted),
              sorted[cut],
              sorted[sorted.length - 1 - cut],
              sorted.length);
        });
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
