package io.octavo.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.cache.IntList;
import io.octavo.page.PageRef;
import io.octavo.page.meta.SpacePage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpaceBlocksTest {
  /** The next checkpoint writes what the one that failed has not. */
  @Test
  void aBlockThatAFailedCheckpointHasFrozenIsWrittenByTheNext() {
    Space space = new Space("a.oct", Integer.MAX_VALUE, page -> {}, page -> {}, page -> {});
    List<long[]> blocks = new ArrayList<>();
    List<PageRef> places = new ArrayList<>();
    for (int block = 0; block < 3; block++) {
      long[] words = new long[SpacePage.WORDS];
      words[0] = 31;
      blocks.add(words);
      places.add(new PageRef(4, 1, 0));
    }
    space.load(blocks, places);
    space.unlink(SpacePage.PAGES + 3);
    assertThat(space.isChanged(1)).isTrue();
    space.freeze();
    assertThat(space.isChanged(1)).isFalse();
    space.thaw();
    assertThat(space.isChanged(0)).isFalse();
    assertThat(space.isChanged(1)).isTrue();
    space.freeze();
    IntList left = new IntList();
    space.checkpointed(places, left, 1, (first, last) -> false);
    assertThat(space.isChanged(1)).isFalse();
    space.thaw();
    assertThat(space.isChanged(1)).isFalse();
  }

  /** More than 64 blocks are 34 GB; a bit set of touched blocks is shorter than that at first. */
  @Test
  void blocksOfALargeFileAreDroppedFromTheLastUsedOneOn() {
    int used = 70;
    List<long[]> blocks = new ArrayList<>();
    List<PageRef> places = new ArrayList<>();
    for (int block = 0; block < used + 3; block++) {
      long[] words = new long[SpacePage.WORDS];
      words[0] = block < used ? 31 : 0;
      blocks.add(words);
      places.add(new PageRef(4, 1, 0));
    }
    Space space = new Space("a.oct", Integer.MAX_VALUE, page -> {}, page -> {}, page -> {});
    space.load(blocks, places);
    space.dropFreeBlocks();
    assertThat(space.blocks()).isEqualTo(used);
    space.dropFreeBlocks();
    assertThat(space.blocks()).isEqualTo(used);
    assertThat(space.findFree()).isEqualTo(5);
  }
}
