package io.octavo.check;

import io.octavo.page.bytes.OverflowPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Compares the pieces of large values with the references to them. */
final class ValueCheck {
  /** By collection of pieces: the length of each piece, and the length of each value. */
  private final Map<String, TreeMap<Long, Integer>> found = new HashMap<>();

  private final Map<String, TreeMap<Long, Long>> wanted = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** Adds a piece that exists. */
  void add(String collection, long piece, int length) {
    found.computeIfAbsent(collection, name -> new TreeMap<>()).put(piece, length);
  }

  /** Adds a value that an entry refers to. */
  void refer(String collection, long first, long length) {
    Long other = wanted.computeIfAbsent(collection, c -> new TreeMap<>()).put(first, length);
    if (other != null) {
      problems.add("two entries refer to piece " + first + " of " + shown(collection));
    }
  }

  /**
   * Returns descriptions of the differences.
   *
   * @param isWhole whether all pieces of a collection and all references to them were added
   */
  List<String> problems(Predicate<String> isWhole) {
    wanted.keySet().removeIf(isWhole.negate());
    found.keySet().removeIf(isWhole.negate());
    wanted.forEach(
        (collection, values) -> {
          TreeMap<Long, Integer> pieces =
              found.computeIfAbsent(collection, name -> new TreeMap<>());
          values.forEach((first, length) -> take(collection, pieces, first, length));
        });
    found.forEach(
        (collection, pieces) -> {
          if (!pieces.isEmpty()) {
            problems.add(
                "no entry refers to piece " + pieces.firstKey() + " of " + shown(collection));
          }
        });
    return problems;
  }

  private void take(String collection, Map<Long, Integer> pieces, long first, long length) {
    long left = length;
    for (long piece = first; left > 0; piece++) {
      long expected = Math.min(left, OverflowPage.CAPACITY);
      Integer present = pieces.remove(piece);
      if (present == null || present != expected) {
        problems.add(
            "piece " + piece + " of " + shown(collection) + " is not there or of another length");
        return;
      }
      left -= expected;
    }
  }

  /** Returns a readable name. Names of the store itself begin with U+0000. */
  private static String shown(String collection) {
    return collection.substring(1);
  }
}
