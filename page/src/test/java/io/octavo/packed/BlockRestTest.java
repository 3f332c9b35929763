package io.octavo.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Blocks whose first id stands elsewhere: whole ones and damaged ones. */
class BlockRestTest {
  private final BlockEncoder encoder = new BlockEncoder();
  private int refused;
  private int passed;

  private static long[] draw(SplittableRandom random) {
    int count = 1 + random.nextInt(1 + random.nextInt(PackedBlock.MAX_COUNT));
    return random.nextBoolean() ? IdSets.drawn(random, count) : IdSets.anything(random, count);
  }

  private byte[] rest(long[] ids) {
    byte[] whole = Memory.allocate(PackedBlock.MAX_LENGTH);
    int length = encoder.encodeRest(ids, 0, ids.length, whole, 0);
    byte[] rest = Memory.allocate(length);
    Memory.copy(whole, 0, rest, 0, length);
    return rest;
  }

  /** The bytes of a rest are those of the block but for first and what the head says of it. */
  @Test
  void aRestIsTheBlockWithoutItsFirstId() {
    Seeds.forEach(
        500,
        random -> {
          long[] ids = draw(random);
          byte[] block = IdSets.block(ids);
          byte[] rest = rest(ids);
          assertThat(encoder.restLength(ids, 0, ids.length)).isEqualTo(Memory.length(rest));
          if (ids.length == 1) {
            assertThat(Memory.length(rest)).isZero();
            return;
          }
          int head = Memory.getChar(block, 0);
          int firstLength = (head >>> 9 & 7) + 1;
          assertThat(Memory.getChar(rest, 0)).isEqualTo(head & ~(7 << 9));
          int behind = PackedBlock.HEAD + Memory.GUARD;
          assertThat(Arrays.copyOfRange(rest, behind, rest.length - Memory.GUARD))
              .isEqualTo(
                  Arrays.copyOfRange(block, behind + firstLength, block.length - Memory.GUARD));
        });
  }

  @Test
  void theKindOfARestIsTold() {
    assertThat(kind(7)).isEqualTo(PackedBlock.Kind.ONE);
    assertThat(kind(7, 70)).isEqualTo(PackedBlock.Kind.TWO);
    assertThat(kind(7, 17, 27, 37, 47, 57, 67, 1000)).isEqualTo(PackedBlock.Kind.STEPS);
    assertThat(kind(1, 2, 5, 9, 12)).isEqualTo(PackedBlock.Kind.PACKED);
    assertThat(kind(1, 2, 3, 4, 5, 6, 7, 90, 91, 92)).isEqualTo(PackedBlock.Kind.PATCHED);
  }

  private PackedBlock.Kind kind(long... ids) {
    byte[] rest = rest(ids);
    return PackedBlock.restKind(rest, 0, Memory.length(rest));
  }

  @Test
  void restsAreReadBack() {
    Seeds.forEach(
        1_000,
        random -> {
          long[] ids = draw(random);
          byte[] rest = rest(ids);
          int limit = Memory.length(rest);
          assertThat(PackedBlock.restCount(rest, 0, limit, ids[0])).isEqualTo(ids.length);
          assertThat(PackedBlock.restLast(rest, 0, limit, ids[0])).isEqualTo(ids[ids.length - 1]);
          long[] into = new long[ids.length + 2];
          Arrays.fill(into, 42);
          assertThat(PackedBlock.decodeRest(rest, 0, limit, ids[0], into, 1)).isEqualTo(ids.length);
          assertThat(Arrays.copyOfRange(into, 1, 1 + ids.length)).isEqualTo(ids);
          assertThat(into[0] + into[into.length - 1]).isEqualTo(84);
          int room = random.nextInt(PackedBlock.MAX_LENGTH);
          int fits = encoder.fitRest(ids, 0, ids.length, room);
          assertThat(encoder.restLength(ids, 0, fits)).isLessThanOrEqualTo(room);
          if (fits < ids.length) {
            assertThat(encoder.restLength(ids, 0, fits + 1)).isGreaterThan(room);
          }
        });
    assertThatThrownBy(
            () -> PackedBlock.decodeRest(rest(new long[] {1, 2, 3}), 0, 4, 1, new long[4], 2))
        .hasMessage("count=3, room=2");
  }

  /** Whatever the bytes, a rest is refused, or has ids that ascend from the first. */
  @Test
  void damagedRestsAreRefusedOrAscend() {
    Seeds.forEach(
        300,
        random -> {
          long[] ids = draw(random);
          byte[] rest = rest(ids);
          int limit = Memory.length(rest);
          for (int i = 0; i < 60 && limit > 0; i++) {
            byte[] damaged = rest.clone();
            int at = random.nextInt(random.nextBoolean() ? Math.min(limit, 16) : limit);
            Memory.putByte(damaged, at, random.nextInt(256));
            long first = random.nextInt(4) > 0 ? ids[0] : random.nextLong();
            use(damaged, random.nextInt(8) > 0 ? limit : random.nextInt(limit), first);
          }
        });
    assertThat(refused).isGreaterThan(1_000);
    assertThat(passed).isGreaterThan(1_000);
  }

  private void use(byte[] rest, int limit, long first) {
    long[] ids = new long[PackedBlock.MAX_COUNT];
    int count = PackedBlock.decodeRest(rest, 0, limit, first, ids, 0);
    if (count == PackedBlock.DAMAGED) {
      refused++;
      return;
    }
    passed++;
    assertThat(count).isEqualTo(PackedBlock.restCount(rest, 0, limit, first));
    assertThat(ids[0]).isEqualTo(first);
    for (int i = 1; i < count; i++) {
      if (ids[i] <= ids[i - 1]) {
        throw new AssertionError("id " + i + " of " + count + " does not ascend");
      }
    }
  }

  @Test
  void bitmapsOfOtherIdsAreRefused() {
    assertThat(decoded(9, 0x01, 0x83)).isEqualTo(3);
    // Too few ids; too many; no first id; no last id.
    assertThat(decoded(9, 0x01, 0x02)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(decoded(9, 0x03, 0x03)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(decoded(9, 0x02, 0x03)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(decoded(9, 0x11, 0x01)).isEqualTo(PackedBlock.DAMAGED);
  }

  /** Decodes the rest of a bitmap of three ids. */
  private static int decoded(int span, int... bitmap) {
    byte[] rest = Memory.allocate(3 + bitmap.length);
    Memory.putChar(rest, 0, 2 | PackedBlock.IS_BITMAP);
    Memory.putByte(rest, 2, span);
    for (int i = 0; i < bitmap.length; i++) {
      Memory.putByte(rest, 3 + i, bitmap[i]);
    }
    return PackedBlock.decodeRest(rest, 0, Memory.length(rest), 7, new long[4], 0);
  }

  @Test
  void hostileRestsAreRefused() {
    // One id that has bytes; a bitmap without bytes; a length of first; a span that passes the
    // greatest id.
    assertThat(count(7, 0x00, 0x00, 1)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x01, 0x80, 1)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x01, 0x02, 1, 1)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(Long.MAX_VALUE, 0x01, 0x00, 1)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x01, 0x00)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x01, 0x10, 1)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x01, 0x00, 1)).isEqualTo(2);
    assertThat(count(7, 0x00, 0x80, 1, 0x03)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x02, 0x80, 9, 0x01)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x02, 0x80, 9, 0x01, 0x03, 0)).isEqualTo(PackedBlock.DAMAGED);
    assertThat(count(7, 0x02, 0x80, 9, 0x01, 0x03)).isEqualTo(3);
    // Gaps of more than 2^63 together come back to where they should be: 0, then -2^63 + 1.
    long[] ids = {Long.MIN_VALUE, -1, Long.MAX_VALUE};
    byte[] rest = rest(ids);
    Memory.putLong(rest, 2 + 8 + 1, Memory.getLong(rest, 2 + 8 + 1) | 1L << 62);
    assertThat(PackedBlock.decodeRest(rest, 0, Memory.length(rest), ids[0], new long[3], 0))
        .isEqualTo(3);
  }

  private static int count(long first, int... values) {
    byte[] rest = Memory.allocate(values.length);
    for (int i = 0; i < values.length; i++) {
      Memory.putByte(rest, i, values[i]);
    }
    return PackedBlock.restCount(rest, 0, values.length, first);
  }
}
