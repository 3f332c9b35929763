package io.octavo.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Figures of several rounds, by their names: medians, the least and the most. */
final class Spread {
  private final Map<String, double[]> figures = new LinkedHashMap<>();

  void add(String name, double figure) {
    figures.merge(name, new double[] {figure}, Spread::concat);
  }

  private static double[] concat(double[] first, double[] second) {
    double[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Runs what answers some queries, and adds the time of each by the clock and the processor. */
  void time(String name, int queries, Runnable work) {
    long nanos = System.nanoTime();
    long processor = Passes.processorNanos();
    work.run();
    add(name + ", us of the processor", (Passes.processorNanos() - processor) / 1e3 / queries);
    add(name + ", us by the clock", (System.nanoTime() - nanos) / 1e3 / queries);
  }

  void print(PrintStream out) {
    out.println("| figure | median | least | most | rounds |");
    out.println("|---|---:|---:|---:|---:|");
    figures.forEach(
        (name, values) ->
            out.printf(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %.3f | %d |%n",
                name,
                Passes.median(values),
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow(),
                values.length));
  }
}
