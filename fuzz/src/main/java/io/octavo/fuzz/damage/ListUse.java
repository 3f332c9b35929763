package io.octavo.fuzz.damage;

import static io.octavo.fuzz.damage.PageUse.require;
import static io.octavo.fuzz.damage.PageUse.requireSound;

import io.octavo.memory.Memory;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.util.Arrays;
import java.util.Objects;

/** The part of {@link PageUse} for pages of lists. */
final class ListUse {
  private static final int MOST = 256;

  private final long[] pairs = new long[MOST];
  private final byte[][] texts = new byte[MOST][];
  private final int[] parents = new int[MOST];
  private final int[] frames = new int[MOST];
  private final byte[] scratch = PageHeader.newPage();

  /** Reads all items in both ways, and writes the last block again. */
  void use(byte[] page) {
    ListForm form = Objects.requireNonNull(ListPage.form(page), "a form");
    int place = 0;
    for (int block = 0; block < ListPage.blocks(page); block++) {
      int items = ListPage.items(page, block);
      require(ListPage.place(page, block) == place, "the place of a block");
      require(ListPage.find(page, place, form) == block, "the block of its first item");
      require(ListPage.find(page, place + items - 1, form) == block, "the block of its last item");
      if (form == ListForm.PAIRS) {
        pairs(page, ListPage.start(page, block), items);
      } else if (form == ListForm.TEXTS) {
        texts(page, block, items);
      } else {
        nodes(page, ListPage.start(page, block), (int) ListPage.first(page) + place, items);
      }
      place += items;
    }
    require(place == ListPage.items(page), "the number of items");
    replaceLast(page);
  }

  private void pairs(byte[] page, int start, int items) {
    PairBlock.decode(page, start, items, pairs, 0);
    for (int i = 0; i < items; i++) {
      require(PairBlock.get(page, start, items, i) == pairs[i], "a pair");
    }
  }

  private void texts(byte[] page, int block, int items) {
    int start = ListPage.start(page, block);
    TextBlock.decode(page, start, items, texts, 0);
    int offset = start;
    for (int i = 0; i < items; i++) {
      require(Arrays.equals(TextBlock.get(page, start, i), texts[i]), "a text");
      require(TextBlock.rest(page, offset) > offset, "the rest of a text");
      offset = TextBlock.end(page, offset);
    }
    require(offset == ListPage.end(page, block), "the end of the texts");
  }

  private void nodes(byte[] page, int start, int first, int items) {
    NodeBlock.decode(page, start, first, items, parents, frames, 0);
    for (int i = 0; i < items; i++) {
      require(NodeBlock.parent(page, start, first, items, i) == parents[i], "a parent");
      require(NodeBlock.frame(page, start, items, i) == frames[i], "a frame");
      require(parents[i] >= NodeBlock.NONE && parents[i] < first + i, "a parent before its child");
      require(frames[i] >= 0, "a frame that is not negative");
    }
  }

  private void replaceLast(byte[] page) {
    int last = ListPage.blocks(page) - 1;
    int start = ListPage.start(page, last);
    int length = ListPage.end(page, last) - start;
    int items = ListPage.items(page, last);
    Memory.copy(page, 0, scratch, 0, PageHeader.PAGE_SIZE);
    ListPage.removeLast(scratch);
    if (last > 0) {
      requireSound(scratch, "a block less");
    }
    require(ListPage.space(scratch) >= length, "space for a block that was there");
    ListPage.append(scratch, page, start, length, items);
    require(Arrays.equals(page, scratch), "a block that is appended again");
  }
}
