package io.octavo.command.survey;

import io.octavo.check.TreeShape;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.text.Json;
import io.octavo.command.text.Spread;
import io.octavo.page.ByteText;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.LeafPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one map, for {@code stat} and {@code demo}.
 *
 * @param name its name
 * @param count the number of entries, or of posting lists; of a map with a front those of the main
 *     tree; null if it cannot be read
 * @param estimate about how many entries there are with those of the front; null if that cannot be
 *     read
 * @param tree the sums over its pages
 * @param survey the numbers of each level; without levels if they were not surveyed
 */
public record MapShape(
    String name, @Nullable Long count, @Nullable Long estimate, TreeShape tree, TreeSurvey survey) {
  /** The number of bytes of a long key that are shown. */
  static final int KEY_SHOWN = 64;

  public MapShape(String name, TreeShape tree) {
    this(name, tree.entries(), tree.entries(), tree, new TreeSurvey(false));
  }

  /** Returns the number of entries in the pages that can be read. */
  public long entries() {
    return tree.entries();
  }

  int depth() {
    return tree.pagesByLevel().size();
  }

  public long pages() {
    return tree.pagesByLevel().stream().mapToLong(Long::longValue).sum();
  }

  long leaves() {
    return depth() == 0 ? 0 : tree.pagesByLevel().get(0);
  }

  public long bytes() {
    return pages() * PageHeader.PAGE_SIZE + valueBytes() + indexBytes() + frontBytes();
  }

  /** Returns what the pages of the front take. */
  long frontBytes() {
    return tree.frontPages() * PageHeader.PAGE_SIZE;
  }

  /** Returns what the pages of the index take. */
  long indexBytes() {
    return tree.indexPages() * PageHeader.PAGE_SIZE;
  }

  /** Returns the bytes of the pages of large values. */
  long valueBytes() {
    return tree.valuePages() * PageHeader.PAGE_SIZE;
  }

  long branchBytes() {
    return (pages() - leaves()) * PageHeader.PAGE_SIZE;
  }

  long headerBytes() {
    return leaves() * (PageHeader.PAGE_SIZE - LeafPage.CAPACITY);
  }

  long slotBytes() {
    return tree.slotBytes();
  }

  public double entriesPerLeaf() {
    return leaves() == 0 ? 0 : (double) entries() / leaves();
  }

  public double bytesPerEntry() {
    return entries() == 0 ? Double.NaN : (double) bytes() / entries();
  }

  Map<String, @Nullable Object> toJson() {
    return Json.object(
        "name", name,
        "entries", estimate,
        "treeEntries", entries(),
        "front", front(),
        "depth", depth(),
        "pagesByLevel", tree.pagesByLevel(),
        "entriesPerLeaf",
            Json.object(
                "min", tree.leastEntries(),
                "mean", entriesPerLeaf(),
                "median", entries() == 0 ? 0 : survey.counts(0).median(),
                "max", tree.mostEntries(),
                "histogram", histogram()),
        "fill", tree.fill(),
        "leavesByTenth", leavesByTenth(),
        "bytes",
            Json.object(
                "entries", tree.entryBytes(),
                "slots", slotBytes(),
                "headers", headerBytes(),
                "free", tree.freeBytes(),
                "branches", branchBytes(),
                "largeValues", valueBytes(),
                "index", indexBytes(),
                "front", frontBytes(),
                "total", bytes()),
        "entryBytes",
            Json.object(
                "keys", survey.leafBytes(Role.KEY),
                "values", survey.leafBytes(Role.VALUE),
                "lengths", survey.leafBytes(Role.LENGTHS),
                "padding", survey.leafBytes(Role.PADDING),
                "prefixes", survey.leafBytes(Role.PREFIX)),
        "levels", levels(survey),
        "clustering", Json.object("next", survey.inOrder(), "forward", survey.forward()),
        "largestValues", largestValues(),
        "fallbackEntries", tree.fallbackEntries(),
        "bytesPerEntry", bytesPerEntry(),
        "postings", survey.postings() == null ? null : survey.postings().toJson(bytes()));
  }

  private @Nullable Map<String, @Nullable Object> front() {
    return tree.frontPages() == 0
        ? null
        : Json.object("changes", tree.frontEntries(), "pages", tree.frontPages());
  }

  private List<Object> histogram() {
    List<Object> bars = new ArrayList<>();
    if (entries() > 0) {
      for (Spread.Bar bar : survey.counts(0).bars()) {
        bars.add(Json.object("from", bar.from(), "to", bar.to(), "leaves", bar.count()));
      }
    }
    return bars;
  }

  /** Returns the numbers of each level of a tree, the lowest first. */
  public static List<Object> levels(TreeSurvey survey) {
    List<Object> levels = new ArrayList<>();
    for (int level = 0; level < survey.levels(); level++) {
      Spread counts = survey.counts(level);
      levels.add(
          Json.object(
              "level", level,
              "pages", counts.count(),
              "least", counts.least(),
              "median", counts.median(),
              "most", counts.greatest(),
              "mean", counts.mean(),
              "fill", survey.fills(level).mean() / PageTable.FULL));
    }
    return levels;
  }

  private List<Object> largestValues() {
    List<Object> values = new ArrayList<>();
    for (TreeSurvey.LargeValue value : survey.largest()) {
      values.add(Json.object("key", ByteText.of(value.key(), KEY_SHOWN), "bytes", value.bytes()));
    }
    return values;
  }

  private List<Long> leavesByTenth() {
    return Arrays.stream(tree.leavesByTenth()).boxed().toList();
  }
}
