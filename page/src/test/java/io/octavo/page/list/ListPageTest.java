package io.octavo.page.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ListPageTest {
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Block(byte[] bytes, int items) {
    static Block draw(SplittableRandom random, int most) {
      byte[] bytes = new byte[1 + random.nextInt(most)];
      random.nextBytes(bytes);
      return new Block(bytes, 1 + random.nextInt(256));
    }
  }

  private static void append(byte[] page, Block block) {
    byte[] from = Memory.allocate(block.bytes.length);
    Memory.put(from, 0, block.bytes, 0, block.bytes.length);
    ListPage.append(page, from, 0, block.bytes.length, block.items);
  }

  private static void requireBlocks(byte[] page, List<Block> blocks) {
    assertThat(ListPage.blocks(page)).isEqualTo(blocks.size());
    int place = 0;
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      byte[] bytes = new byte[ListPage.end(page, i) - ListPage.start(page, i)];
      Memory.get(page, ListPage.start(page, i), bytes, 0, bytes.length);
      assertThat(bytes).isEqualTo(block.bytes);
      assertThat(ListPage.place(page, i)).isEqualTo(place);
      assertThat(ListPage.items(page, i)).isEqualTo(block.items);
      for (int item : new int[] {0, block.items / 2, block.items - 1}) {
        assertThat(ListPage.find(page, place + item, ListPage.form(page))).isEqualTo(i);
      }
      place += block.items;
    }
    assertThat(ListPage.items(page)).isEqualTo(place);
  }

  @Test
  void blocksAreFoundByTheirItemsWhileTheyAreAppendedAndReplaced() {
    Seeds.forEach(
        300,
        random -> {
          byte[] page = PageHeader.newPage();
          ListPage.format(page, 7, 3, 1_000, ListForm.PAIRS);
          List<Block> blocks = new ArrayList<>();
          int most = 1 << random.nextInt(1, 12);
          for (int i = 0; i < 300; i++) {
            if (random.nextInt(3) == 0 && !blocks.isEmpty()) {
              ListPage.removeLast(page);
              blocks.remove(blocks.size() - 1);
            }
            Block block = Block.draw(random, most);
            if (block.bytes.length <= ListPage.space(page)) {
              append(page, block);
              blocks.add(block);
            } else {
              byte[] before = page.clone();
              assertThatThrownBy(() -> append(page, block))
                  .isInstanceOf(IllegalArgumentException.class);
              assertThat(page).isEqualTo(before);
            }
          }
          requireBlocks(page, blocks);
          assertThat(ListPage.first(page)).isEqualTo(1_000);
          assertThat(ListPage.form(page)).isEqualTo(ListForm.PAIRS);
        });
  }

  /** A page is a function of its blocks: what was removed leaves nothing. */
  @Test
  void aPageHasNoTraceOfRemovedBlocks() {
    Seeds.forEach(
        200,
        random -> {
          byte[] page = PageHeader.newPage();
          byte[] other = PageHeader.newPage();
          ListPage.format(page, 7, 3, 0, ListForm.PAIRS);
          ListPage.format(other, 7, 3, 0, ListForm.PAIRS);
          for (int i = 0; i < 20; i++) {
            append(page, Block.draw(random, 100));
            ListPage.removeLast(page);
            Block block = Block.draw(random, 100);
            append(page, block);
            append(other, block);
          }
          assertThat(Arrays.equals(page, other)).isTrue();
        });
  }

  @Test
  void aPageHasSpaceForOneBlockOfTheGreatestLength() {
    byte[] page = PageHeader.newPage();
    ListPage.format(page, 7, 3, 0, ListForm.PAIRS);
    assertThat(ListPage.space(page)).isEqualTo(ListPage.MAX_BLOCK);
    append(page, new Block(new byte[ListPage.MAX_BLOCK], 1));
    assertThat(PageHeader.free(page)).isZero();
    assertThat(ListPage.space(page)).isNegative();
  }
}
