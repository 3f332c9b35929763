package io.octavo.command.survey;

import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.text.Spread;
import io.octavo.page.ByteText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the shape of a map as text. */
public final class ShapeReport {
  private static final int BAR = 30;

  private final Streams streams;
  private final MapShape shape;

  public ShapeReport(Streams streams, MapShape shape) {
    this.streams = streams;
    this.shape = shape;
  }

  void print() {
    streams.line("");
    streams.fitted("map          %s", Text.printable(shape.name()));
    streams.folded(StoreReport.INDENT, "entries      %s", entries());
    if (shape.tree().frontPages() > 0) {
      streams.folded(
          StoreReport.INDENT,
          "front        %s in %s, to be moved to the main tree",
          Text.count(shape.tree().frontEntries(), "change", "changes"),
          Text.count(shape.tree().frontPages(), "page", "pages"));
    }
    depth();
    if (shape.pages() == 0) {
      return;
    }
    streams.folded(
        StoreReport.INDENT,
        "per leaf     %s to %s entries, mean %s, median %s",
        Text.count(shape.tree().leastEntries()),
        Text.count(shape.tree().mostEntries()),
        Text.decimal(shape.entriesPerLeaf(), 1),
        Text.count(shape.survey().counts(0).median()));
    perEntry();
    streams.folded(
        StoreReport.INDENT,
        "fallback     %s, %s",
        Text.count(shape.tree().fallbackEntries(), "entry", "entries"),
        Text.percent(Text.share(shape.tree().fallbackEntries(), shape.entries())));
    streams.folded(
        StoreReport.INDENT,
        "clustering   %s of the leaves follow their predecessor, %s adjacent",
        Text.percent(shape.survey().forward()),
        Text.percent(shape.survey().inOrder()));
    PostingSurvey postings = shape.survey().postings();
    if (postings != null) {
      postings.print(streams, shape.bytes());
    }
    bytes();
    levelTable();
    histogram();
    fill();
    largest();
  }

  /** Prints the number of pages of each level. */
  public void depth() {
    if (shape.pages() == 0) {
      streams.folded(StoreReport.INDENT, "pages        none");
      return;
    }
    streams.folded(
        StoreReport.INDENT,
        "depth        %s: %s",
        Text.count(shape.depth(), "level", "levels"),
        levels());
  }

  /** Prints the bytes of pages that an entry takes. */
  public void perEntry() {
    streams.folded(
        StoreReport.INDENT,
        "per entry    %s bytes, counting all pages",
        Text.decimal(shape.bytesPerEntry(), 2));
  }

  /** If pages cannot be read, the count of the others is marked as incomplete. */
  private String entries() {
    Long count = shape.count();
    if (shape.survey().postings() != null) {
      return (count == null ? "unknown" : Text.count(count, "list", "lists"))
          + ", as "
          + Text.count(shape.entries(), "entry", "entries")
          + " in the leaves";
    }
    String inTree = inTree(count);
    Long estimate = shape.estimate();
    return shape.tree().frontEntries() == 0 || estimate == null
        ? inTree
        : "~" + Text.count(estimate) + "; the main tree has " + inTree;
  }

  private String inTree(@Nullable Long count) {
    return count == null || count == shape.entries()
        ? Text.count(shape.entries())
        : Text.count(count)
            + " as of the catalogue, "
            + Text.count(shape.entries())
            + " in the leaves that can be read";
  }

  private void levelTable() {
    streams.folded(
        StoreReport.INDENT,
        "levels              pages      fill   children or entries: min, median, max");
    for (int level = shape.survey().levels() - 1; level >= 0; level--) {
      Spread counts = shape.survey().counts(level);
      streams.fitted(
          "  %-12d %10s  %8s  %9s %9s %9s",
          level,
          Text.count(counts.count()),
          Text.percent(shape.survey().fills(level).mean() / PageTable.FULL),
          Text.count(counts.least()),
          Text.count(counts.median()),
          Text.count(counts.greatest()));
    }
  }

  private void histogram() {
    streams.folded(StoreReport.INDENT, "entries per leaf");
    for (Spread.Bar bar : shape.survey().counts(0).bars()) {
      String range = bar.from() == bar.to() ? "" + bar.from() : bar.from() + "-" + bar.to();
      double share = Text.share(bar.count(), shape.leaves());
      streams.fitted(
          "  %-9s %15s  %7s  %s",
          range,
          Text.count(bar.count(), "leaf", "leaves"),
          Text.percent(share),
          Text.bar(share, BAR));
    }
  }

  private void largest() {
    List<TreeSurvey.LargeValue> values = shape.survey().largest();
    if (values.isEmpty()) {
      return;
    }
    streams.folded(StoreReport.INDENT, "largest values");
    for (TreeSurvey.LargeValue value : values) {
      streams.fitted(
          "  %18s  %s",
          Text.count(value.bytes(), "byte", "bytes"), ByteText.of(value.key(), MapShape.KEY_SHOWN));
    }
  }

  private String levels() {
    List<Long> levels = shape.tree().pagesByLevel();
    List<String> parts = new ArrayList<>();
    for (int i = levels.size() - 1; i > 0; i--) {
      parts.add(Text.count(levels.get(i), "branch", "branches"));
    }
    parts.add(Text.count(levels.get(0), "leaf", "leaves"));
    return String.join(", ", parts);
  }

  private void bytes() {
    streams.folded(StoreReport.INDENT, "bytes        %14s", Text.count(shape.bytes()));
    part("entries", shape.tree().entryBytes());
    inEntries("keys", Role.KEY);
    inEntries("values", Role.VALUE);
    inEntries("lengths", Role.LENGTHS);
    inEntries("padding", Role.PADDING);
    inEntries("prefixes", Role.PREFIX);
    part("slots", shape.slotBytes());
    part("headers", shape.headerBytes());
    part("free", shape.tree().freeBytes());
    part("branches", shape.branchBytes());
    if (shape.valueBytes() > 0) {
      part("large values", shape.valueBytes());
    }
    if (shape.indexBytes() > 0) {
      part("index", shape.indexBytes());
    }
    if (shape.frontBytes() > 0) {
      part("front", shape.frontBytes());
    }
  }

  private void inEntries(String name, Role role) {
    if (shape.survey().leafBytes(role) > 0) {
      part("  " + name, shape.survey().leafBytes(role));
    }
  }

  private void part(String name, long bytes) {
    double share = Text.share(bytes, shape.bytes());
    streams.fitted(
        "  %-12s %12s  %7s  %s",
        name, Text.count(bytes), Text.percent(share), Text.bar(share, BAR));
  }

  private void fill() {
    streams.folded(StoreReport.INDENT, "fill         %14s", Text.percent(shape.tree().fill()));
    long[] leaves = shape.tree().leavesByTenth();
    int lowest = 0;
    while (lowest < leaves.length - 1 && leaves[lowest] == 0) {
      lowest++;
    }
    for (int tenth = lowest; tenth < leaves.length; tenth++) {
      double share = Text.share(leaves[tenth], shape.leaves());
      streams.fitted(
          "  %2d-%3d %%   %14s  %7s  %s",
          tenth * 10,
          tenth * 10 + 10,
          Text.count(leaves[tenth], "leaf", "leaves"),
          Text.percent(share),
          Text.bar(share, BAR));
    }
  }
}
