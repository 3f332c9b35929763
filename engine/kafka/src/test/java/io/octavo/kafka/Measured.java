package io.octavo.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the programs that measure Octavo beside RocksDB have in common. */
final class Measured {
  private Measured() {}

  /** Returns the argument behind a name, or another value if the name is absent. */
  static String option(List<String> arguments, String name, String otherwise) {
    int place = arguments.indexOf(name);
    return place < 0 ? otherwise : arguments.get(place + 1);
  }

  /**
   * Returns a line with the median of the ratios of all pairs of runs, with the least and the
   * greatest.
   *
   * @param what the name of the figure
   * @param octavo the runs of Octavo
   * @param rocks the runs of RocksDB, as many
   * @param figure the figure of a run
   */
  static <R> String ratios(String what, List<R> octavo, List<R> rocks, ToDoubleFunction<R> figure) {
    double[] ratios = new double[octavo.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(octavo.get(i)) / figure.applyAsDouble(rocks.get(i));
    }
    Arrays.sort(ratios);
    return String.format(
        Locale.ROOT,
        "%s, octavo to rocksdb: %.2f (%.2f to %.2f)",
        what,
        ratios[ratios.length / 2],
        ratios[0],
        ratios[ratios.length - 1]);
  }

  /**
   * Returns the bytes that this process gave to the file system, 0 where there is no Linux. Where a
   * large folio of a file is in memory, a write to a page of the folio counts as the whole folio.
   */
  static double written() {
    return field("/proc/self/io", "write_bytes:");
  }

  /**
   * Returns the bytes that all processes have given to the disk of a directory, after what the
   * system has kept back; 0 if Linux does not tell.
   */
  static double writtenToDisk(Path directory) throws IOException, InterruptedException {
    Path statistics = Path.of("/proc/diskstats");
    Path device = Path.of(Files.getFileStore(directory).name()).getFileName();
    if (!Files.exists(statistics) || device == null) {
      return 0;
    }
    new ProcessBuilder("sync").start().waitFor();
    // The third column names the device, the tenth counts sectors of 512 bytes that were written.
    return Files.readAllLines(statistics).stream()
        .map(line -> line.strip().split(" +", -1))
        .filter(words -> words[2].equals(device.toString()))
        .mapToDouble(words -> Long.parseLong(words[9]) * 512.0)
        .sum();
  }

  /** Returns a number that Linux tells of this process, 0 where there is no Linux. */
  static double field(String file, String name) {
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (line.startsWith(name)) {
          return Double.parseDouble(line.substring(name.length()).replace("kB", "").trim());
        }
      }
    } catch (IOException e) {
      // Another system.
    }
    return 0;
  }

  /** Returns the bytes of the files in a directory. */
  static double length(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
