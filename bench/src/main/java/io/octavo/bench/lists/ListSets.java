package io.octavo.bench.lists;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Sets of posting lists: {@link DrawnLists}, or those of the directory that the property {@code
 * data} names, where it is given. The directory holds a list {@code posting-list-44956.txt} with
 * the statistics of the article's, one id a line, and the zip files of three of RoaringBitmap's
 * real-roaring-datasets, each of 200 real lists.
 */
final class ListSets {
  /** Names of files, without the ending, the article's list first. */
  private static final List<String> FILES =
      List.of("posting-list-44956", "wikileaks-noquotes", "census1881", "uscensus2000");

  private static final @Nullable String DIRECTORY = System.getProperty("data");

  private ListSets() {}

  /** Returns the name of a drawn set. */
  static String name(DrawnLists drawn) {
    return drawn.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the names of the sets, the article's list first. */
  static List<String> names() {
    return DIRECTORY == null
        ? Arrays.stream(DrawnLists.values()).map(ListSets::name).toList()
        : FILES;
  }

  /**
   * Draws a set, or reads it from the directory.
   *
   * @param name one of {@link #names()}; drawn sets are there with a directory too
   * @return its lists, strictly ascending
   * @throws IllegalArgumentException if no set has the name
   */
  static long[][] read(String name) throws IOException {
    for (DrawnLists drawn : DrawnLists.values()) {
      if (name(drawn).equals(name)) {
        return drawn.draw();
      }
    }
    if (DIRECTORY == null) {
      throw new IllegalArgumentException(
          "no set of lists is named " + name + "; without -Ddata there are " + names());
    }
    Path file = Path.of(DIRECTORY, name + ".zip");
    if (!Files.exists(file)) {
      return new long[][] {ids(Files.readString(Path.of(DIRECTORY, name + ".txt")))};
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
}
