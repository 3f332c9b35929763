package io.octavo.tree;

import io.octavo.page.OverflowPage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the pieces of large values that were found with those that entries refer to. */
final class ValueCheck {
  /** By collection of pieces: the length of each piece that was found, and of each value. */
  private final Map<String, TreeMap<Long, Integer>> found = new HashMap<>();

  private final Map<String, TreeMap<Long, Long>> wanted = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** Learns of a piece. */
  void add(String collection, long piece, int length) {
    found.computeIfAbsent(collection, name -> new TreeMap<>()).put(piece, length);
  }

  /** Learns of a value that an entry refers to. */
  void refer(String collection, long first, long length) {
    Long other = wanted.computeIfAbsent(collection, c -> new TreeMap<>()).put(first, length);
    if (other != null) {
      problems.add("two entries refer to piece " + first + " of " + shown(collection));
    }
  }

  /** Returns what does not fit together. */
  List<String> problems() {
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

  /** The names of the store itself begin with a character that is not shown. */
  private static String shown(String collection) {
    return collection.substring(1);
  }
}
