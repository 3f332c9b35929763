package io.octavo.command.demo;

import io.octavo.collection.Types;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.parts.PageDump;
import io.octavo.commit.Pager;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.util.List;

/**
 * Draws a leaf: a bar of the uses of its bytes, and the first lines of each section of its dump.
 */
final class PagePicture {
  private static final int WIDTH = 76;
  private static final int LINES_MAX = 3;

  private final Streams streams;
  private final byte[] page;

  PagePicture(Streams streams, byte[] page) {
    this.streams = streams;
    this.page = page;
  }

  /** Returns the leaf in the middle of a map, which must not be empty. */
  static byte[] middleLeaf(Pager pager, CatalogueRecord map) {
    PageRef ref = map.root();
    byte[] page = read(pager, ref, map);
    while (ref.level() > 0) {
      long child = TreePage.child(page, PageHeader.count(page) / 2);
      ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      page = read(pager, ref, map);
    }
    return page;
  }

  private static byte[] read(Pager pager, PageRef ref, CatalogueRecord map) {
    return pager.durable().read(ref, Types.of(map).kinds().kind(ref.level()), map.id());
  }

  void print() {
    bar();
    List<String> lines = PageDump.dump(page).lines().toList();
    streams.line("%s", lines.get(0));
    String part = "";
    int inPart = 0;
    int left = 0;
    for (String line : lines.subList(1, lines.size())) {
      String next = part(line);
      if (!next.equals(part)) {
        more(left);
        part = next;
        inPart = 0;
        left = 0;
      }
      if (part.equals("header") || ++inPart <= LINES_MAX) {
        streams.line("%s", line);
      } else {
        left++;
      }
    }
    more(left);
  }

  private void more(int left) {
    if (left > 0) {
      streams.line("           ... %s more", Text.count(left));
    }
  }

  /** Returns the part of the page that a line of the dump belongs to. */
  private static String part(String line) {
    if (line.contains("  slot ")) {
      return "slots";
    }
    if (line.contains("  entry ")) {
      return "entries";
    }
    return line.contains("unused") ? "unused" : "header";
  }

  private void bar() {
    int slots = PageHeader.count(page) * SlotWord.LENGTH;
    int free = PageHeader.free(page);
    int[] bytes = {PageHeader.LENGTH, slots, free, LeafPage.CAPACITY - slots - free};
    String[] names = {"header", "slots", "free", "entries"};
    String[] fills = {"█", "▓", " ", "░"};
    StringBuilder bar = new StringBuilder();
    StringBuilder legend = new StringBuilder();
    int end = 0;
    for (int i = 0; i < bytes.length; i++) {
      end += bytes[i];
      int edge =
          Math.max(bar.length() + (bytes[i] > 0 ? 1 : 0), end * WIDTH / PageHeader.PAGE_SIZE);
      bar.append(fills[i].repeat(Math.max(0, edge - bar.length())));
      legend.append(i == 0 ? "" : "   ").append(fills[i].isBlank() ? "" : fills[i] + " ");
      legend.append(names[i]).append(' ').append(Text.count(bytes[i]));
    }
    streams.line("▕%s▏", bar);
    streams.line(" %s", legend);
  }
}
