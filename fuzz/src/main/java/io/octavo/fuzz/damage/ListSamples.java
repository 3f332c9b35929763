package io.octavo.fuzz.damage;

import io.octavo.memory.Memory;
import io.octavo.packed.NodeBlock;
import io.octavo.packed.PairBlock;
import io.octavo.packed.TextBlock;
import io.octavo.page.PageHeader;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import java.util.SplittableRandom;

/** Sound pages of lists, for {@link PageSamples}. */
final class ListSamples {
  private static final int NUMBER = 1_000;

  /** The most bytes of a block of any form. */
  private static final int MOST = Math.max(NodeBlock.MAX_LENGTH, TextBlock.MAX_LENGTH);

  private ListSamples() {}

  /** Makes a page of so many items, or of as many as fit. */
  static byte[] page(ListForm form, int size, SplittableRandom random) {
    byte[] page = PageHeader.newPage();
    int first = random.nextInt(4) == 0 ? 0 : random.nextInt() >>> random.nextInt(2, 31);
    ListPage.format(page, NUMBER, 7, first, form);
    byte[] block = Memory.allocate(MOST);
    while (ListPage.items(page) < size) {
      int most = random.nextInt(3) == 0 ? 3 : form.maxItems();
      int count = 1 + random.nextInt(Math.min(most, size - ListPage.items(page)));
      int length =
          switch (form) {
            case PAIRS -> pairs(count, block, random);
            case TEXTS -> texts(count, block, random);
            case NODES -> nodes(first + ListPage.items(page), count, block, random);
          };
      if (length > ListPage.space(page)) {
        break;
      }
      ListPage.append(page, block, 0, length, count);
    }
    if (ListPage.blocks(page) == 0) {
      Memory.zero(block, 0, MOST);
      ListPage.append(page, block, 0, 10, 1);
    }
    PageHeader.seal(page, 5);
    return page;
  }

  /** Addresses, pairs of ids, and any numbers. */
  private static int pairs(int count, byte[] block, SplittableRandom random) {
    int kind = random.nextInt(3);
    long start = random.nextLong() >>> random.nextInt(64);
    long[] pairs = new long[count];
    for (int i = 0; i < count; i++) {
      pairs[i] =
          switch (kind) {
            case 0 -> start + random.nextInt(1 << 16);
            case 1 -> ((random.nextInt(3) * 1_000_003L) << 32) + random.nextInt(9);
            default -> random.nextLong();
          };
    }
    return PairBlock.encode(pairs, 0, count, block, 0);
  }

  private static int texts(int count, byte[] block, SplittableRandom random) {
    int end = 0;
    byte[] previous = {};
    for (int i = 0; i < count; i++) {
      byte[] text = new byte[random.nextInt(random.nextInt(16) == 0 ? 200 : 20)];
      int shared = Math.min(text.length, random.nextInt(previous.length + 1));
      random.nextBytes(text);
      System.arraycopy(previous, 0, text, 0, shared);
      end = TextBlock.append(previous, text, block, end, MOST);
      previous = text;
    }
    return end;
  }

  private static int nodes(int first, int count, byte[] block, SplittableRandom random) {
    int[] parents = new int[count];
    int[] frames = new int[count];
    int near = 1 + random.nextInt(1_000);
    int bits = random.nextInt(31);
    for (int i = 0; i < count; i++) {
      int id = first + i;
      int back = random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(near);
      parents[i] = Math.max(NodeBlock.NONE, id - back);
      frames[i] = random.nextInt() >>> 1 >>> bits;
    }
    return NodeBlock.encode(first, parents, frames, 0, count, block, 0);
  }
}
