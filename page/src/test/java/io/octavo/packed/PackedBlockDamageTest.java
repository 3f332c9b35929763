package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged blocks: refused or read as some ids, but never a reason for harm. */
class PackedBlockDamageTest {
  private static final long UNTOUCHED = 0x5A5A_5A5A_5A5A_5A5AL;

  private int refused;
  private int passed;

  private static List<byte[]> samples(SplittableRandom random) {
    List<byte[]> samples = new ArrayList<>();
    for (int count : new int[] {1, 2, 3, 4, 17, 100, 255, 256, 300, PackedBlock.MAX_COUNT}) {
      samples.add(IdSets.block(IdSets.drawn(random, count)));
      samples.add(IdSets.block(IdSets.anything(random, count)));
    }
    return samples;
  }

  @Test
  void everyOtherByteInPlaceOfAnyOfTheFirstBytesIsRefusedOrHarmless() {
    Seeds.forEach(
        3,
        random -> {
          for (byte[] block : samples(random)) {
            int length = Memory.length(block);
            for (int i = 0; i < Math.min(length, 300); i++) {
              int before = Memory.getByte(block, i);
              for (int flip = 1; flip < 256; flip += i < 24 ? 3 : 127) {
                Memory.putByte(block, i, before ^ flip);
                use(block, length);
              }
              Memory.putByte(block, i, before);
            }
          }
        });
    assertThat(refused).isGreaterThan(1000);
    assertThat(passed).isGreaterThan(1000);
  }

  @Test
  void aBlockThatIsCutOrFollowedByOtherBytesIsRefused() {
    Seeds.forEach(
        20,
        random -> {
          for (byte[] block : samples(random)) {
            int length = Memory.length(block);
            long[] ids = new long[PackedBlock.MAX_COUNT];
            for (int limit = 0; limit < length; limit++) {
              assertThat(PackedBlock.decode(block, 0, limit, ids, 0))
                  .isEqualTo(PackedBlock.DAMAGED);
            }
            byte[] longer = Arrays.copyOf(block, block.length + 5);
            for (int limit = length + 1; limit < length + 5; limit++) {
              assertThat(PackedBlock.decode(longer, 0, limit, ids, 0))
                  .isEqualTo(PackedBlock.DAMAGED);
            }
          }
        });
  }

  @Test
  void anyBytesAreRefusedOrHarmless() {
    Seeds.forEach(
        200,
        random -> {
          for (int i = 0; i < 500; i++) {
            int length = random.nextInt(random.nextInt(1, 1500));
            byte[] block = Memory.allocate(length);
            random.nextBytes(block);
            if (length > 0) {
              plant(block, length, random);
            }
            use(block, length);
          }
        });
    assertThat(refused).isGreaterThan(1000);
    assertThat(passed).isGreaterThan(100);
  }

  /** Makes a head, and mostly a kind, that lead further in. */
  private static void plant(byte[] block, int length, SplittableRandom random) {
    int count = random.nextInt(PackedBlock.MAX_COUNT);
    if (length < 12 || random.nextInt(10) == 0) {
      return;
    }
    // One byte of first, which is 0, and two of span.
    Memory.putChar(block, 0, count | 1 << PackedBlock.SPAN_SHIFT);
    Memory.putByte(block, 2, 0);
    int kind = random.nextInt(256);
    int gaps = Math.max(0, count - 1);
    if (random.nextBoolean()) {
      // A width with which the parts end where the block does.
      int width = gaps == 0 ? 0 : Math.min(63, (length - 6) * 8 / gaps);
      kind = width;
    }
    Memory.putByte(block, 5, kind);
    if (random.nextBoolean()) {
      Memory.putByte(block, 6, random.nextInt(70));
      Memory.putByte(block, 7, random.nextInt(4));
      Memory.putByte(block, 8, random.nextInt(4));
    }
  }

  /** Reads a block in every way; neither bytes behind the limit nor ids behind the count count. */
  private void use(byte[] block, int limit) {
    int count = PackedBlock.count(block, 0, limit);
    long[] ids = new long[PackedBlock.MAX_COUNT + 2];
    Arrays.fill(ids, UNTOUCHED);
    int decoded = PackedBlock.decode(block, 0, limit, ids, 1);
    assertThat(ids[0]).isEqualTo(UNTOUCHED);
    for (int i = Math.max(count, 0) + 1; i < ids.length; i++) {
      if (ids[i] != UNTOUCHED) {
        throw new AssertionError("id " + i + " is written of " + count);
      }
    }
    if (decoded == PackedBlock.DAMAGED) {
      refused++;
      return;
    }
    passed++;
    assertThat(decoded).isEqualTo(count);
    assertThat(ids[1]).isEqualTo(PackedBlock.first(block, 0));
    assertThat(ids[count]).isEqualTo(PackedBlock.last(block, 0));
    byte[] framed = block.clone();
    Arrays.fill(framed, 0, Memory.GUARD, (byte) 0xFF);
    Arrays.fill(framed, Memory.GUARD + limit, framed.length, (byte) 0xFF);
    long[] again = new long[ids.length];
    Arrays.fill(again, UNTOUCHED);
    assertThat(PackedBlock.decode(framed, 0, limit, again, 1)).isEqualTo(decoded);
    assertThat(Arrays.equals(again, ids)).isTrue();
  }

  @Test
  void hostileFieldsAreRefused() {
    // Spare bit; span of a single id; first id at the limit; a span that passes the greatest id.
    assertRefused(0x00, 0x80, 5);
    assertRefused(0x01, 0x80, 5, 9);
    assertThat(IdSets.ids(bytes(0x01, 0x00, 5, 9))).containsExactly(5, 14);
    assertRefused(0x00, 0x10, 5);
    assertRefused(0x00, 0x0E, 5);
    assertRefused(0x01, 0x00, 5, 0);
    assertRefused(
        0x01, 0x7E, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF);
    // Three ids: no kind; no low part; a base that does not end; one of more than 64 bits.
    assertRefused(0x02, 0x00, 5, 9);
    assertRefused(0x02, 0x00, 5, 9, 3);
    assertRefused(0x02, 0x00, 5, 9, 0x40, 0x80);
    assertRefused(
        0x02, 0x00, 5, 9, 0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02);
    // Exceptions: cut; too wide; at no place, below and above the middle; a gap above the span.
    assertRefused(0x02, 0x00, 5, 9, 0x80);
    assertRefused(0x02, 0x00, 5, 9, 0x80, 65, 0, 0);
    assertRefused(0x02, 0x00, 5, 9, 0x80, 0, 1, 0, 1);
    assertRefused(0x02, 0x00, 5, 9, 0x80, 0, 0, 1, 0);
    assertRefused(0x02, 0x00, 5, 9, 0x06, 9);
    assertThat(IdSets.ids(bytes(0x02, 0x00, 5, 9, 0x06, 7))).containsExactly(5, 13, 14);
    assertThat(IdSets.ids(bytes(0x02, 0x00, 5, 9, 0x80, 0, 1, 0, 0))).containsExactly(5, 7, 14);
  }

  private static void assertRefused(int... values) {
    assertThat(IdSets.ids(bytes(values))).as(Arrays.toString(values)).isNull();
  }

  private static byte[] bytes(int... values) {
    byte[] block = Memory.allocate(values.length);
    for (int i = 0; i < values.length; i++) {
      Memory.putByte(block, i, values[i]);
    }
    return block;
  }
}
