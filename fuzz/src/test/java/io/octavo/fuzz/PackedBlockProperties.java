package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.packed.BlockEncoder;
import io.octavo.packed.PackedBlock;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class PackedBlockProperties {
  private final BlockEncoder encoder = new BlockEncoder();

  /** Sets whose gaps are mostly narrow, of one width or of all, from any start. */
  @Provide
  Arbitrary<long[]> sets() {
    Arbitrary<Long> narrow = Arbitraries.longs().between(1, 20);
    Arbitrary<Long> any =
        Arbitraries.integers()
            .between(1, 62)
            .flatMap(width -> Arbitraries.longs().between(1, 1L << width));
    Arbitrary<Long> gaps = Arbitraries.oneOf(narrow, narrow, narrow, narrow, narrow, narrow, any);
    Arbitrary<Long> starts =
        Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.just(Long.MIN_VALUE));
    return Arbitraries.oneOf(gaps, narrow, any)
        .array(long[].class)
        .ofMinSize(0)
        .ofMaxSize(PackedBlock.MAX_COUNT - 1)
        .flatMap(steps -> starts.map(start -> ascending(start, steps)));
  }

  /** Adds gaps up as long as there is room above. */
  private static long[] ascending(long start, long[] gaps) {
    long[] ids = new long[gaps.length + 1];
    ids[0] = start;
    int count = 1;
    while (count < ids.length && ids[count - 1] <= Long.MAX_VALUE - gaps[count - 1]) {
      ids[count] = ids[count - 1] + gaps[count - 1];
      count++;
    }
    return Arrays.copyOf(ids, count);
  }

  @Property(tries = 3_000)
  void decodeReturnsWhatEncodeWrote(@ForAll("sets") long[] ids) {
    byte[] block = encode(ids);
    long[] read = new long[ids.length];
    assertThat(PackedBlock.decode(block, 0, Memory.length(block), read, 0)).isEqualTo(ids.length);
    assertThat(read).isEqualTo(ids);
    assertThat(PackedBlock.count(block, 0, Memory.length(block))).isEqualTo(ids.length);
    assertThat(PackedBlock.first(block, 0)).isEqualTo(ids[0]);
    assertThat(PackedBlock.last(block, 0)).isEqualTo(ids[ids.length - 1]);
  }

  @Property(tries = 1_000)
  void fitGivesTheMostIdsThatFit(
      @ForAll("sets") long[] ids, @ForAll @IntRange(max = PackedBlock.MAX_LENGTH) int room) {
    int fits = encoder.fit(ids, 0, ids.length, room);
    assertThat(fits == 0 || encoder.length(ids, 0, fits) <= room).isTrue();
    assertThat(fits == ids.length || encoder.length(ids, 0, fits + 1) > room).isTrue();
  }

  @Property(tries = 5_000)
  void changedBytesAreRefusedOrReadAsAnotherBlock(
      @ForAll("sets") long[] ids, @ForAll int[] places, @ForAll byte[] values, @ForAll int cut) {
    byte[] block = encode(ids);
    int length = Memory.length(block);
    for (int i = 0; i < Math.min(places.length, values.length); i++) {
      Memory.putByte(block, Math.floorMod(places[i], length), values[i]);
    }
    int limit = cut % 3 == 0 ? Math.floorMod(cut, length) : length;
    long[] read = new long[PackedBlock.MAX_COUNT];
    int count = PackedBlock.decode(block, 0, limit, read, 0);
    if (count != PackedBlock.DAMAGED) {
      assertThat(count).isEqualTo(PackedBlock.count(block, 0, limit));
      assertThat(read[0]).isEqualTo(PackedBlock.first(block, 0));
      assertThat(read[count - 1]).isEqualTo(PackedBlock.last(block, 0));
    }
  }

  private byte[] encode(long[] ids) {
    byte[] whole = Memory.allocate(PackedBlock.MAX_LENGTH);
    int length = encoder.encode(ids, 0, ids.length, whole, 0);
    assertThat(length).isEqualTo(encoder.length(ids, 0, ids.length));
    byte[] block = Memory.allocate(length);
    Memory.copy(whole, 0, block, 0, length);
    return block;
  }
}
