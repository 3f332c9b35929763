package io.octavo.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Sets of posting lists: the article's list, real ones of the RoaringBitmap data sets, and drawn
 * ones. Files are read from the directory that the property {@code data} names.
 */
final class ListSets {
  /** The article's list. */
  static final String ARTICLE = "posting-list-44956";

  /** Sets of 200 real lists each. */
  static final List<String> REAL = List.of("wikileaks-noquotes", "census1881", "uscensus2000");

  private static final Path DIRECTORY = Path.of(System.getProperty("data", "../shared/data"));

  private ListSets() {}

  /**
   * Reads a set.
   *
   * @param name the name of its file, without the ending
   * @return its lists, strictly ascending
   */
  static long[][] read(String name) throws IOException {
    Path file = DIRECTORY.resolve(name + ".zip");
    if (!Files.exists(file)) {
      return new long[][] {ids(Files.readString(DIRECTORY.resolve(name + ".txt")))};
    }
    List<long[]> lists = new ArrayList<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream().sorted(Comparator.comparing(ZipEntry::getName)).toList();
      for (ZipEntry entry : entries) {
        try (InputStream in = zip.getInputStream(entry)) {
          lists.add(ids(new String(in.readAllBytes(), StandardCharsets.US_ASCII)));
        }
      }
    }
    return lists.toArray(long[][]::new);
  }

  private static long[] ids(String text) {
    String[] numbers = text.strip().split("[\\s,]+", -1);
    return Arrays.stream(numbers).mapToLong(Long::parseLong).sorted().distinct().toArray();
  }

  /**
   * Draws lists of several lengths and densities, of ids that fit 31 bits.
   *
   * @param seed the seed
   * @return the lists
   */
  static long[][] drawn(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[][] lists = new long[60][];
    for (int list = 0; list < lists.length; list++) {
      long[] ids = new long[1 + random.nextInt(1 << random.nextInt(1, 13))];
      int mostBits = random.nextInt(1, 19);
      long id = random.nextInt(1000);
      for (int i = 0; i < ids.length; i++) {
        ids[i] = id;
        id += 1 + random.nextInt(1 << random.nextInt(mostBits));
      }
      lists[list] = ids;
    }
    return lists;
  }

  /** Returns the lists that are at least so long. */
  static long[][] atLeast(long[][] lists, int count) {
    return Arrays.stream(lists).filter(ids -> ids.length >= count).toArray(long[][]::new);
  }

  static int count(long[][] lists) {
    return Arrays.stream(lists).mapToInt(ids -> ids.length).sum();
  }
}
