package io.octavo.tool;

import java.util.ArrayList;
import java.util.List;

/** Prints the shape of a map for a person. */
final class ShapeReport {
  private static final int BAR = 30;

  private final Streams streams;
  private final MapShape shape;

  ShapeReport(Streams streams, MapShape shape) {
    this.streams = streams;
    this.shape = shape;
  }

  void print() {
    streams.line("");
    streams.line("map          %s", Text.printable(shape.name()));
    streams.line("entries      %s", Text.count(shape.entries()));
    if (shape.pages() == 0) {
      streams.line("pages        none");
      return;
    }
    streams.line("depth        %s: %s", Text.count(shape.depth(), "level", "levels"), levels());
    streams.line(
        "a leaf       %s to %s entries, %s on average",
        Text.count(shape.tree().leastEntries()),
        Text.count(shape.tree().mostEntries()),
        Text.decimal(shape.entriesPerLeaf(), 1));
    streams.line(
        "an entry     %s bytes, all pages counted", Text.decimal(shape.bytesPerEntry(), 2));
    streams.line(
        "fallback     %s, %s",
        Text.count(shape.tree().fallbackEntries(), "entry", "entries"),
        Text.percent(Text.share(shape.tree().fallbackEntries(), shape.entries())));
    bytes();
    fill();
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
    streams.line("bytes        %14s", Text.count(shape.bytes()));
    part("entries", shape.tree().entryBytes());
    part("slots", shape.slotBytes());
    part("headers", shape.headerBytes());
    part("free", shape.tree().freeBytes());
    part("branches", shape.branchBytes());
    if (shape.valueBytes() > 0) {
      part("large values", shape.valueBytes());
    }
  }

  private void part(String name, long bytes) {
    double share = Text.share(bytes, shape.bytes());
    streams.line(
        "  %-12s %12s  %7s  %s",
        name, Text.count(bytes), Text.percent(share), Text.bar(share, BAR));
  }

  private void fill() {
    streams.line("fill         %14s", Text.percent(shape.tree().fill()));
    long[] leaves = shape.tree().leavesByTenth();
    int lowest = 0;
    while (lowest < leaves.length - 1 && leaves[lowest] == 0) {
      lowest++;
    }
    for (int tenth = lowest; tenth < leaves.length; tenth++) {
      double share = Text.share(leaves[tenth], shape.leaves());
      streams.line(
          "  %2d-%3d %%   %14s  %7s  %s",
          tenth * 10,
          tenth * 10 + 10,
          Text.count(leaves[tenth], "leaf", "leaves"),
          Text.percent(share),
          Text.bar(share, BAR));
    }
  }
}
