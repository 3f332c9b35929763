package io.octavo.pager;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames by number, beside a map of the JDK. */
class PageTableTest {
  private static final int NUMBERS = 3 * 4096;

  private final PageTable table = new PageTable();
  private final Map<Integer, Frame> frames = new HashMap<>();
  private final Map<Integer, Boolean> used = new HashMap<>();

  @Test
  void lookupsFindWhatWasSetLast() {
    Random random = new Random(3);
    byte[] page = PageHeader.newPage();
    for (int step = 0; step < 100_000; step++) {
      int number = random.nextInt(2000) == 0 ? 40 * 4096 : random.nextInt(NUMBERS);
      Frame present = frames.get(number);
      switch (random.nextInt(6)) {
        case 0, 1 -> set(number, new Frame(number, page.clone(), true));
        case 2 -> {
          if (present != null && !present.isReduced()) {
            set(number, new Frame(present));
          }
        }
        case 3 -> {
          Frame cleared = new Frame(number, page, true);
          if (present != null && random.nextBoolean()) {
            frames.remove(number);
            cleared = present;
          }
          table.clear(cleared);
        }
        case 4 -> {
          table.clearUsed(number);
          used.put(number, false);
        }
        default -> look(number, present);
      }
    }
    table.forEach(frame -> assertThat(frames.remove(frame.number)).isSameAs(frame));
    assertThat(frames).isEmpty();
  }

  private void set(int number, Frame frame) {
    PageTable.Chunk chunk = table.reserve(number);
    int index = PageTable.indexOf(number);
    chunk.extents[index] = PageTable.extentOf(frame);
    chunk.frames[index] = frame;
    chunk.pages[index] = frame.isReduced() ? null : frame.bytes;
    frames.put(number, frame);
    used.put(number, true);
  }

  private void look(int number, @Nullable Frame present) {
    if (present != null) {
      assertThat(table.isUsed(number)).isEqualTo(used.get(number));
      assertThat(PageTable.countOf(table.extent(number))).isEqualTo(present.count);
      assertThat(PageTable.heapBoundOf(table.extent(number))).isEqualTo(present.heapBound);
    }
    assertThat(table.frame(number)).isSameAs(present);
    assertThat(table.page(number))
        .isSameAs(present == null || present.isReduced() ? null : present.bytes);
    assertThat(table.frame(number) == null || table.isUsed(number)).isTrue();
    used.put(number, table.isUsed(number));
  }
}
