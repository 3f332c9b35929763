package io.octavo.profile;

import io.octavo.error.CodecException;
import io.octavo.ids.PairTable;
import io.octavo.map.BytesCursor;
import io.octavo.profile.stored.SlotKey;
import io.octavo.profile.stored.SlotList;
import io.octavo.profile.stored.SlotTree;
import io.octavo.profile.stored.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Verifies a profile: the references between its collections, and the sums of all levels. */
final class ProfileCheck {
  private static final int MOST_PROBLEMS = 100;
  private static final int BATCH = 1 << 12;

  private final ProfileStore profile;
  private final SlotTree tree;
  private final List<String> problems = new ArrayList<>();

  ProfileCheck(ProfileStore profile) {
    this.profile = profile;
    this.tree = profile.tree();
  }

  List<String> run() {
    frames();
    stacks();
    labels();
    lists();
    sums();
    return problems;
  }

  private void report(String problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add("profile '" + profile.name() + "': " + problem);
    }
  }

  private void frames() {
    int symbols = profile.symbols.size();
    profile.frames.forEach(
        (id, frame) -> {
          if (PairTable.high(frame) < 0 || PairTable.high(frame) >= symbols) {
            report("frame " + id + " has symbol " + PairTable.high(frame) + " of " + symbols);
          }
        });
  }

  private void stacks() {
    int frames = profile.frames.size();
    int[] parents = new int[BATCH];
    int[] parts = new int[BATCH];
    int read;
    for (int from = 0; from < profile.stacks.size(); from += read) {
      read = profile.stacks.read(from, parents, parts);
      for (int i = 0; i < read; i++) {
        if (parts[i] >= frames) {
          report("stack " + (from + i) + " has frame " + parts[i] + " of " + frames);
        }
      }
    }
  }

  private void labels() {
    for (int series = 0; series < profile.labels.size(); series++) {
      try {
        String text = profile.labels.text(series);
        if (!Labels.parse(text).toString().equals(text)) {
          report("labels " + series + " are not in canonical form: " + text);
        }
      } catch (IllegalArgumentException | CodecException e) {
        report("labels " + series + ": " + e.getMessage());
      }
    }
  }

  /** Verifies each key, and each list by itself. */
  private void lists() {
    BytesCursor cursor = profile.slots.cursor(new byte[1], null);
    SlotKey before = null;
    boolean hasMore = false;
    while (cursor.next()) {
      byte[] bytes = cursor.key();
      if (bytes.length != SlotKey.BYTES) {
        report("a key of " + bytes.length + " bytes among the slots");
        continue;
      }
      SlotKey key = SlotKey.decode(bytes);
      boolean isNext = before != null && key.equals(before.next());
      if (key.chunk() == 0 ? hasMore : !hasMore || !isNext) {
        report(key + ": the chunks of the list do not follow each other");
      }
      if (key.chunk() == 0) {
        list(key);
      }
      byte[] chunk = cursor.value();
      hasMore = chunk.length > 0 && chunk[0] < 0;
      before = key;
    }
    if (hasMore) {
      report(before + ": the last chunk is missing");
    }
  }

  private void list(SlotKey key) {
    if (key.series() < 0 || key.series() >= profile.labels.size()) {
      report(key + ": the profile has " + profile.labels.size() + " series");
    } else if (key.level() > SlotKey.MOST_LEVEL) {
      report(key + ": there are the levels 0 to " + SlotKey.MOST_LEVEL);
    } else if (key.node() << (3 * key.level()) < tree.border()) {
      report(key + ": was deleted");
    } else {
      try {
        SlotList list = tree.list(key.series(), key.level(), key.node());
        if (list.count() == 0
            || list.total() != tree.total(key.series(), key.level(), key.node())) {
          report(key + ": the list adds up to " + list.total());
        }
      } catch (CodecException | ArithmeticException e) {
        report(key + ": " + e.getMessage());
      }
    }
  }

  /** Verifies that the sums of a level are those of the level below, no more and no less. */
  private void sums() {
    if (!problems.isEmpty()) {
      return;
    }
    for (int series = 0; series < profile.labels.size(); series++) {
      OptionalLong last = tree.last(series);
      for (int level = 1; level <= SlotKey.MOST_LEVEL; level++) {
        long end = last.isEmpty() ? SlotTree.LEAST : SlotKey.nodeOf(last.getAsLong(), level);
        int each = series;
        int above = level;
        List<Long> nodes = new ArrayList<>();
        tree.nodes(
            series,
            level - 1,
            child -> {
              if (nodes.isEmpty() || nodes.get(nodes.size() - 1) != child >> 3) {
                nodes.add(child >> 3);
              }
            });
        List<Long> kept = new ArrayList<>();
        tree.nodes(series, level, kept::add);
        nodes.removeIf(node -> node >= end || node << (3 * above) < tree.border());
        if (!nodes.equals(kept)) {
          report("series " + each + ", level " + level + ": sums are missing or too many");
          continue;
        }
        nodes.forEach(node -> sum(each, above, node));
      }
    }
  }

  private void sum(int series, int level, long node) {
    Weights sum = new Weights();
    for (long child = node << 3; child < (node << 3) + 8; child++) {
      SlotList list = tree.list(series, level - 1, child);
      for (int i = 0; i < list.count(); i++) {
        sum.add(list.stack(i), list.weight(i));
      }
    }
    if (!sum.toList().equals(tree.list(series, level, node))) {
      report(new SlotKey(series, level, node, 0) + ": is not the sum of the level below");
    }
  }
}
