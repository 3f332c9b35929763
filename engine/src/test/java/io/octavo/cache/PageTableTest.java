package io.octavo.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fixture.Effort;
import io.octavo.page.PageHeader;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lookups in the table of a cache, beside maps of the JDK. */
class PageTableTest {
  /** Pages from both ends of some chunks, and of one far behind. */
  private static final int[] FIRST = {0, 4096 - 20, 2 * 4096 - 20, 40 * 4096};

  private static final int PAGES = 40;

  private final PageCache cache = new PageCache(FIRST.length * PAGES);
  private final PageTable table = cache.table();
  private final Map<Integer, Frame> frames = new HashMap<>();
  private final Map<Integer, Boolean> used = new HashMap<>();

  @Test
  void lookupsFindWhatWasPutLast() {
    Effort.forEachSeed(PageTableTest.class, 8, seed -> new PageTableTest().run(new Random(seed)));
  }

  private void run(Random random) {
    for (int step = 0; step < 10_000; step++) {
      int number = FIRST[random.nextInt(FIRST.length)] + random.nextInt(PAGES);
      Frame present = frames.get(number);
      switch (random.nextInt(6)) {
        case 0, 1 -> put(new Frame(number, PageHeader.newPage(), random.nextBoolean()));
        case 2 -> {
          if (present != null && present.remains == null) {
            noted(cache.leaveRemains(present));
          }
        }
        case 3 -> {
          table.clear(new Frame(number, PageHeader.newPage(), false));
          if (random.nextBoolean()) {
            cache.remove(number);
            frames.remove(number);
          }
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

  private void put(Frame frame) {
    cache.exchange(frame);
    noted(frame);
  }

  private void noted(Frame frame) {
    frames.put(frame.number, frame);
    used.put(frame.number, true);
  }

  private void look(int number, @Nullable Frame present) {
    if (present != null) {
      assertThat(table.isUsed(number)).isEqualTo(used.get(number));
      assertThat(PageTable.countOf(table.extent(number))).isEqualTo(present.count);
      assertThat(PageTable.heapBoundOf(table.extent(number))).isEqualTo(present.heapBound);
    }
    assertThat(table.page(number))
        .isSameAs(present == null || present.remains != null ? null : present.bytes);
    assertThat(table.frame(number)).isSameAs(present);
    assertThat(present == null || table.isUsed(number)).isTrue();
    used.put(number, true);
  }
}
