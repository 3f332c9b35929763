package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.octavo.bench.HashCollapse.Table;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The collapse of a hash table is the one that can be computed. */
class HashCollapseTest {
  @Test
  void keysOfOneHomeStandInALine() {
    Table table = new Table(new long[] {1, 2, 3, 3, 4, 1}, key -> 7);
    assertThat(table.homes()).isEqualTo(1);
    assertThat(table.average()).isEqualTo((1 + 2 + 3 + 4) / 4.0);
    assertThat(table.most()).isEqualTo(4);
  }

  @Test
  void probesGoOnAtTheFirstSlot() {
    Table table = new Table(new long[] {1, 2, 3, 4}, key -> -1);
    assertThat(table.average()).isEqualTo(2.5);
    assertThat(table.most()).isEqualTo(4);
  }

  @Test
  void rowsShareTheHomesOfOneRow() {
    Table table = new Table(HashCollapse.grid(8 * 1024), Long::hashCode);
    assertThat(table.homes()).isEqualTo(1024);
    // Whatever the order, the keys fill the 8 * 1024 slots from the first home on.
    assertThat(table.average()).isEqualTo((8 * 1024 - 1024) / 2.0 + 1);
  }

  @Test
  void sessionsAndThreadsAreDistinctPairs() {
    assertThat(LongStream.of(HashCollapse.sessionsAndThreads(1 << 17)).distinct().count())
        .isEqualTo(1 << 17);
  }

  @Test
  void sessionsAndThreadsCollapseAsTheyDidForTheDesign() {
    long[] pairs = HashCollapse.sessionsAndThreads(1 << 15);
    Table folded = new Table(pairs, Long::hashCode);
    assertThat(folded.average()).isCloseTo(6.3, within(0.05));
    assertThat(folded.most()).isEqualTo(799);
    Table mixed = new Table(pairs, key -> (int) HashCommon.murmurHash3(key));
    assertThat(mixed.average()).isCloseTo(1.49, within(0.005));
    assertThat(mixed.most()).isEqualTo(31);
  }
}
