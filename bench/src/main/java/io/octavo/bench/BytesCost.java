package io.octavo.bench;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Sets two versions of the engine beside each other in one process, by turns: what calls of maps of
 * byte strings cost the thread that makes them. Processor time, so that other work on the machine
 * changes the figures less.
 *
 * <pre>
 * java -Xmx6g -Dcount=300000 -Drounds=5 -cp bench/target/classes io.octavo.bench.BytesCost \
 *   DIRECTORY OLD-JARS NEW-JARS
 * </pre>
 *
 * <p>Prints, for each work, the medians of both in nanoseconds an entry, and the median, the least
 * and the greatest of the ratios of new to old in each round.
 */
public final class BytesCost {
  /** The names of the works, by their numbers in {@link BytesCostWork}. */
  private static final List<String> WORKS =
      List.of("sorted load", "random put", "get", "get absent", "random remove of half");

  private BytesCost() {}

  /**
   * Measures.
   *
   * @param arguments a directory to work in, and two class paths with the jars of page and engine
   * @throws IOException if a class path cannot be read
   * @throws ReflectiveOperationException if a class path is not that of an engine
   */
  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    int rounds = Integer.getInteger("rounds", 5);
    try (URLClassLoader before = loader(arguments[1]);
        URLClassLoader after = loader(arguments[2])) {
      List<IntToDoubleFunction> versions =
          List.of(work(before, arguments[0] + "/old.oct"), work(after, arguments[0] + "/new.oct"));
      double[][][] nanos = new double[WORKS.size()][2][rounds];
      // The first round warms up.
      for (int round = -1; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
          int version = (round & 1) == 0 ? turn : 1 - turn;
          for (int work = 0; work < WORKS.size(); work++) {
            double taken = versions.get(version).applyAsDouble(work);
            if (round >= 0) {
              nanos[work][version][round] = taken;
            }
          }
        }
      }
      for (int work = 0; work < WORKS.size(); work++) {
        print(WORKS.get(work), nanos[work][0], nanos[work][1]);
      }
    }
  }

  private static void print(String work, double[] before, double[] after) {
    double[] ratios = new double[before.length];
    Arrays.setAll(ratios, i -> after[i] / before[i]);
    Arrays.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%s\t%.0f\t%.0f\t%.2f\t%.2f..%.2f%n",
        work,
        Passes.median(before),
        Passes.median(after),
        Passes.median(ratios),
        ratios[0],
        ratios[ratios.length - 1]);
  }

  private static URLClassLoader loader(String classPath) throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(BytesCost.class.getProtectionDomain().getCodeSource().getLocation());
    for (String entry : classPath.split(System.getProperty("path.separator"), -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
  }

  private static IntToDoubleFunction work(ClassLoader loader, String file)
      throws ReflectiveOperationException {
    return Class.forName("io.octavo.bench.BytesCostWork", true, loader)
        .asSubclass(IntToDoubleFunction.class)
        .getConstructor(String.class, Integer.class)
        .newInstance(file, Integer.getInteger("count", 300_000));
  }
}
