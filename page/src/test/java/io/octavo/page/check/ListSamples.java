package io.octavo.page.check;

import io.octavo.memory.Memory;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Sound pages of lists, of which {@link Samples} has one of each form. */
public final class ListSamples {
  private ListSamples() {}

  /** Makes an empty page. */
  public static byte[] empty(ListForm form, long first) {
    byte[] page = PageHeader.newPage();
    ListPage.format(page, 26, 3, first, form);
    return page;
  }

  public static void appendPairs(byte[] page, long... pairs) {
    byte[] block = Memory.allocate(PairBlock.MAX_LENGTH);
    int length = PairBlock.encode(pairs, 0, pairs.length, block, 0);
    ListPage.append(page, block, 0, length, pairs.length);
  }

  public static void appendTexts(byte[] page, String... texts) {
    byte[] block = Memory.allocate(TextBlock.MAX_LENGTH);
    byte[] previous = {};
    int end = 0;
    for (String text : texts) {
      byte[] next = text.getBytes(StandardCharsets.UTF_8);
      end = TextBlock.append(previous, next, block, end, TextBlock.MAX_LENGTH);
      previous = next;
    }
    ListPage.append(page, block, 0, end, texts.length);
  }

  public static void appendNodes(byte[] page, int[] parents, int[] frames) {
    byte[] block = Memory.allocate(NodeBlock.MAX_LENGTH);
    int first = (int) ListPage.first(page) + ListPage.items(page);
    int length = NodeBlock.encode(first, parents, frames, 0, parents.length, block, 0);
    ListPage.append(page, block, 0, length, parents.length);
  }

  /** Longs that take a table, longs that take a base, and a few of any size. */
  static byte[] pairs() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] page = empty(ListForm.PAIRS, 1_000);
    appendPairs(
        page, LongStream.range(0, 256).map(i -> (((i & 3) * 1_000_003) << 32) | i).toArray());
    appendPairs(page, LongStream.range(0, 99).map(i -> 0x7F12_3456_0000L + i * 40).toArray());
    appendPairs(page, random.longs(5).toArray());
    PageHeader.seal(page, 9);
    return page;
  }

  static byte[] texts() {
    byte[] page = empty(ListForm.TEXTS, 0);
    appendTexts(
        page,
        IntStream.range(0, 16)
            .mapToObj(i -> "/usr/lib/" + "jvm/".repeat(i))
            .toArray(String[]::new));
    appendTexts(page, "", "", "\u00FCber", "long ".repeat(300), "x");
    PageHeader.seal(page, 9);
    return page;
  }

  /** Nodes whose parents are all that come before them, most often the last. */
  static byte[] nodes() {
    SplittableRandom random = new SplittableRandom(2);
    byte[] page = empty(ListForm.NODES, 100);
    int id = 100;
    for (int count : new int[] {256, 200, 3, 1}) {
      int[] parents = new int[count];
      int[] frames = new int[count];
      for (int i = 0; i < count; i++, id++) {
        parents[i] = random.nextInt(3) > 0 ? id - 1 : random.nextInt(-1, id);
        frames[i] = random.nextInt(1_000);
      }
      appendNodes(page, parents, frames);
    }
    PageHeader.seal(page, 9);
    return page;
  }

  /** Reads all items, one by one and in blocks; returns how many there are. */
  static int read(byte[] page) {
    int sum = 0;
    for (int block = 0; block < ListPage.blocks(page); block++) {
      int place = ListPage.place(page, block);
      int items = ListPage.items(page, block);
      int start = ListPage.start(page, block);
      int first = (int) ListPage.first(page) + place;
      long[] pairs = new long[items];
      byte[][] texts = new byte[items][];
      int[] parents = new int[items];
      int[] frames = new int[items];
      ListForm form = ListPage.form(page);
      if (form == ListForm.PAIRS) {
        PairBlock.decode(page, start, items, pairs, 0);
      } else if (form == ListForm.TEXTS) {
        TextBlock.decode(page, start, items, texts, 0);
      } else {
        NodeBlock.decode(page, start, first, items, parents, frames, 0);
      }
      for (int i = 0; i < items; i++) {
        require(
            ListPage.find(page, place + i, ListPage.form(page)) == block, "the block of an item");
        if (form == ListForm.PAIRS) {
          require(PairBlock.get(page, start, items, i) == pairs[i], "a pair");
        } else if (form == ListForm.TEXTS) {
          require(Arrays.equals(TextBlock.get(page, start, i), texts[i]), "a text");
        } else {
          require(NodeBlock.parent(page, start, first, items, i) == parents[i], "a parent");
          require(NodeBlock.frame(page, start, items, i) == frames[i], "a frame");
          require(parents[i] >= NodeBlock.NONE && parents[i] < first + i, "a parent before");
          require(frames[i] >= 0, "a frame that is not negative");
        }
        sum++;
      }
    }
    return sum;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
