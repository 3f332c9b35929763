package io.octavo.command.parts;

import io.octavo.command.parts.PagePart.Role;
import io.octavo.command.parts.PageParts.Piece;
import io.octavo.memory.Memory;
import io.octavo.packed.BitPacking;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.ByteText;
import io.octavo.page.PageHeader;
import io.octavo.page.check.ListPageCheck;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Takes a {@link ListPage} apart, for {@link PageParts}. */
final class ListParts {
  private static final int MOST_BLOCKS =
      (PageHeader.PAGE_SIZE - PageHeader.LENGTH) / ListPage.ENTRY;

  private static final int PAIRS_PER_LINE = 2;
  private static final int NODES_PER_LINE = 8;

  /** Of longer texts the first bytes are shown. */
  private static final int SHOWN = 64;

  private final byte[] page;
  private final PartList parts;
  private final @Nullable ListForm form;
  private final int directoryEnd;

  private ListParts(byte[] page, PartList parts) {
    this.page = page;
    this.parts = parts;
    form = ListPage.form(page);
    directoryEnd = ListPage.entry(Math.min(PageHeader.count(page), MOST_BLOCKS));
  }

  /** Shows what stands in place of the value base of leaves. */
  static void header(byte[] page, PartList parts) {
    ListForm form = ListPage.form(page);
    parts.number(ListPage.ITEMS, Integer.BYTES, "items");
    String name = form == null ? "unknown" : form.name().toLowerCase(Locale.ROOT);
    parts.number(ListPage.FORM, Integer.BYTES, "form", name);
  }

  static void add(byte[] page, PartList parts) {
    new ListParts(page, parts).add();
  }

  private void add() {
    List<Piece> blocks = directory();
    int offset = directoryEnd;
    Role room = Role.FREE;
    for (Piece block : blocks) {
      parts.as(room).zeros(offset, block.start(), room == Role.FREE ? "unused" : "hole");
      block(block);
      offset = Math.max(offset, block.end());
      room = Role.GAP;
    }
    parts.as(room).zeros(offset, PageHeader.PAGE_SIZE, room == Role.FREE ? "unused" : "hole");
  }

  /** Shows the directory; returns the blocks in the order of their bytes. */
  private List<Piece> directory() {
    List<Piece> blocks = new ArrayList<>();
    for (int i = 0; ListPage.entry(i) < directoryEnd; i++) {
      int end = ListPage.end(page, i);
      int start = ListPage.start(page, i);
      parts.as(Role.SLOT, i);
      parts.part(
          ListPage.entry(i),
          ListPage.entry(i + 1),
          "directory " + i,
          "end " + end,
          "items from " + (ListPage.first(page) + ListPage.place(page, i)));
      if (directoryEnd <= start && start < end && end <= PageHeader.PAGE_SIZE) {
        blocks.add(new Piece(i, start, end));
      } else {
        parts.note("           block " + i + " does not lie in the page");
      }
    }
    blocks.sort(Piece.BY_START);
    return blocks;
  }

  private void block(Piece block) {
    int index = block.index();
    int items = ListPage.items(page, index);
    long first = ListPage.first(page) + ListPage.place(page, index);
    boolean isSound =
        form != null
            && items >= 1
            && items <= form.maxItems()
            && first >= 0
            && first <= ListPage.MAX_LIST - items
            && ListPageCheck.block(page, index, form) == null;
    if (!isSound) {
      parts.as(Role.DATA, index).rows(block.start(), block.end());
      parts.note("           block " + index + " is damaged");
    } else if (form == ListForm.PAIRS) {
      pairs(block, (int) first, items);
    } else if (form == ListForm.TEXTS) {
      texts(block, (int) first, items);
    } else {
      nodes(block, (int) first, items);
    }
  }

  private void entry(Piece block, String meaning, PartList within) {
    String name = "block " + block.index();
    parts
        .as(Role.ENTRY, block.index())
        .part(block.start(), block.end(), name, "", meaning, within.toList());
  }

  /** Lists items behind their block, some to a line. */
  private void list(int first, int items, int perLine, IntFunction<String> item) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < items; i++) {
      line.append("  ").append(first + i).append(": ").append(item.apply(i));
      if (i % perLine == perLine - 1 || i == items - 1) {
        parts.note("         " + line);
        line.setLength(0);
      }
    }
  }

  private void pairs(Piece block, int first, int items) {
    PartList within = new PartList(page);
    int low = column(block.start(), items, "high", block.index(), within);
    column(low, items, "low", block.index(), within);
    entry(block, "items " + first + " to " + (first + items - 1) + ", as high:low too", within);
    long[] pairs = new long[items];
    PairBlock.decode(page, block.start(), items, pairs, 0);
    list(
        first,
        items,
        PAIRS_PER_LINE,
        i -> pairs[i] + " = " + (int) (pairs[i] >> Integer.SIZE) + ":" + (int) pairs[i]);
  }

  /** Shows a column of a block of pairs; returns its end. */
  private int column(int start, int items, String name, int index, PartList within) {
    int head = Memory.getByte(page, start);
    boolean isTable = (head & PairBlock.TABLE) != 0;
    int width = head & PairBlock.WIDTH_MASK;
    int next = start + 1;
    within.as(Role.LENGTHS, index);
    within.part(start, next, name + " head", (isTable ? "table, " : "base, ") + width + " bits");
    if (isTable) {
      int numbers = Memory.getByte(page, next) + 1;
      within.part(next, next + 1, name + " count", numbers + " numbers");
      next += 1;
      int end = next + numbers * Integer.BYTES;
      String bytes = PartList.hexBytes(page, next, end);
      within.as(Role.KEY, index).part(next, end, name + " table", bytes);
      next = end;
    } else {
      within.as(Role.KEY, index).number(next, Integer.BYTES, name + " base");
      next += Integer.BYTES;
    }
    return packed(next, items, width, name + (isTable ? " places" : " differences"), index, within);
  }

  /** Shows numbers of a common width, unless they take no bytes; returns their end. */
  private static int packed(
      int start, int count, int width, String name, int index, PartList within) {
    int end = start + BitPacking.length(count, width);
    if (end > start) {
      within.as(Role.VALUE, index).part(start, end, name, count + " of " + width + " bits");
    }
    return end;
  }

  private void texts(Piece block, int first, int items) {
    byte[][] texts = new byte[items][];
    TextBlock.decode(page, block.start(), items, texts, 0);
    int offset = block.start();
    for (int i = 0; i < items; i++) {
      int rest = TextBlock.rest(page, offset);
      int end = TextBlock.end(page, offset);
      int shared = texts[i].length - (end - rest);
      PartList within = new PartList(page);
      String lengths = shared + " shared, " + (end - rest) + " more";
      within.as(Role.LENGTHS, block.index()).part(offset, rest, "text lengths", lengths);
      if (rest < end) {
        byte[] bytes = new byte[end - rest];
        Memory.get(page, rest, bytes, 0, bytes.length);
        String quoted = ByteText.quote(bytes, SHOWN);
        within.as(Role.VALUE, block.index()).part(rest, end, "rest of the text", quoted);
      }
      String text = ByteText.quote(texts[i], SHOWN);
      parts
          .as(Role.ENTRY, block.index())
          .part(offset, end, "text " + (first + i), "", text, within.toList());
      offset = end;
    }
  }

  private void nodes(Piece block, int first, int items) {
    PartList within = new PartList(page);
    int start = block.start();
    int frameWidth = Memory.getByte(page, start);
    int distanceWidth = Memory.getByte(page, start + 1);
    int chain = start + 2;
    int frames = chain + BitPacking.length(items, 1);
    within.as(Role.LENGTHS, block.index());
    within.part(
        start, chain, "widths", "frames " + frameWidth + ", distances " + distanceWidth + " bits");
    String bits = items + " bits";
    within.as(Role.BITMAP, block.index()).part(chain, frames, "chain", bits);
    int distances = packed(frames, items, frameWidth, "frames", block.index(), within);
    if (distances < block.end()) {
      String width = "of " + distanceWidth + " bits";
      within.as(Role.KEY, block.index()).part(distances, block.end(), "distances", width);
    }
    String range = "nodes " + first + " to " + (first + items - 1) + ", each as parent/frame";
    entry(block, range, within);
    int[] parents = new int[items];
    int[] framesOf = new int[items];
    NodeBlock.decode(page, start, first, items, parents, framesOf, 0);
    list(
        first,
        items,
        NODES_PER_LINE,
        i -> (parents[i] == NodeBlock.NONE ? "-" : "" + parents[i]) + "/" + framesOf[i]);
  }
}
