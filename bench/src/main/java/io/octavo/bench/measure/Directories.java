package io.octavo.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories that stores lie in while they are measured. */
public final class Directories {
  private Directories() {}

  private static List<Path> tree(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** Adds up the lengths of all files. */
  public static long bytes(Path directory) throws IOException {
    long bytes = 0;
    for (Path file : tree(directory)) {
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  /** Deletes a directory and all that it holds. */
  public static void delete(Path directory) throws IOException {
    for (Path file : tree(directory)) {
      Files.delete(file);
    }
  }
}
