package io.octavo.page.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.octavo.memory.Memory;
import io.octavo.page.Seeds;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RingRecordTest {
  private static final UUID ID = new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L);
  private static final long GENERATION = 7;
  private static final int BLOCKS = 16;

  private static byte[] ring() {
    return Memory.allocate(BLOCKS * RingRecord.BLOCK);
  }

  /** Puts a record into a ring. */
  private static byte[] ring(byte[] record, int offset) {
    byte[] ring = ring();
    Memory.copy(record, 0, ring, offset, Memory.length(record));
    return ring;
  }

  private static List<byte[]> commits(SplittableRandom random) {
    List<byte[]> commits = new ArrayList<>();
    for (int left = 1 + random.nextInt(8); left > 0; left--) {
      int length =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(5_000);
            default -> random.nextInt(60);
          };
      byte[] operations = new byte[length];
      random.nextBytes(operations);
      commits.add(operations);
    }
    return commits;
  }

  private static byte[] small(long first) {
    return RingRecord.build(
        List.of(new byte[] {1, 2, 3}, new byte[0], new byte[] {4}), first, GENERATION, 99, ID);
  }

  /** Writes the checksum of the bytes that a record claims, as far as they are in the ring. */
  private static void sign(byte[] ring, int offset) {
    int used = Memory.getInt(ring, offset + RingRecord.USED);
    if (used >= RingRecord.LENGTH && used <= Memory.length(ring) - offset) {
      byte[] salt =
          ByteBuffer.allocate(16)
              .putLong(ID.getMostSignificantBits())
              .putLong(ID.getLeastSignificantBits())
              .array();
      Memory.putInt(ring, offset, Memory.crc32c(ring, offset + 4, offset + used, salt));
    }
  }

  @Test
  void whatIsBuiltIsReadBack() {
    Seeds.forEach(
        300,
        random -> {
          List<byte[]> commits = commits(random);
          long first = 1 + random.nextLong(Long.MAX_VALUE - 10);
          int previous = random.nextInt();
          byte[] record = RingRecord.build(commits, first, GENERATION, previous, ID);
          int size = Memory.length(record);
          long lengths = commits.stream().mapToLong(operations -> operations.length).sum();
          assertThat(size).isEqualTo(RingRecord.size(lengths, commits.size()));
          assertThat(size % RingRecord.BLOCK).isZero();
          byte[] used = Memory.allocate(size + random.nextInt(2) * RingRecord.BLOCK);
          Arrays.fill(used, (byte) -1);
          RingRecord.build(commits, first, GENERATION, previous, 0, ID, used);
          assertThat(Memory.buffer(used, 0, size)).isEqualTo(Memory.buffer(record, 0, size));
          int offset = random.nextInt(BLOCKS - size / RingRecord.BLOCK + 1) * RingRecord.BLOCK;
          byte[] ring = ring(record, offset);
          assertThat(RingRecord.isSound(ring, offset, GENERATION, ID)).isTrue();
          assertThat(RingRecord.size(ring, offset)).isEqualTo(size);
          assertThat(RingRecord.previous(ring, offset)).isEqualTo(previous);
          assertThat(RingRecord.crc(ring, offset)).isEqualTo(RingRecord.crc(record, 0));
          assertThat(RingRecord.first(ring, offset)).isEqualTo(first);
          assertThat(RingRecord.last(ring, offset)).isEqualTo(first + commits.size() - 1);
          for (int skipped = 0; skipped <= commits.size(); skipped++) {
            List<byte[]> rest = commits.subList(skipped, commits.size());
            assertThat(RingRecord.commits(ring, offset, first + skipped).toArray(new byte[0][]))
                .isDeepEqualTo(rest.toArray(new byte[0][]));
          }
          for (int place = 0; place < Memory.length(ring); place += RingRecord.BLOCK) {
            assertThat(RingRecord.isSound(ring, place, GENERATION, ID)).isEqualTo(place == offset);
          }
        });
  }

  @Test
  void aRecordFillsItsLastBlockToTheLastByte() {
    int header = RingRecord.LENGTH + Integer.BYTES;
    assertThat(RingRecord.size(RingRecord.BLOCK - header, 1)).isEqualTo(RingRecord.BLOCK);
    assertThat(RingRecord.size(RingRecord.BLOCK - header + 1, 1)).isEqualTo(2 * RingRecord.BLOCK);
    byte[] record =
        RingRecord.build(List.of(new byte[RingRecord.BLOCK - header]), 1, GENERATION, 0, ID);
    int last = (BLOCKS - 1) * RingRecord.BLOCK;
    assertThat(RingRecord.isSound(ring(record, last), last, GENERATION, ID)).isTrue();
  }

  @Test
  void everyChangedByteOfTheUsedPartIsSeen() {
    Seeds.forEach(
        5,
        random -> {
          byte[] record = RingRecord.build(commits(random), 5, GENERATION, 1, ID);
          int used = Memory.getInt(record, RingRecord.USED);
          for (int i = 0; i < used; i++) {
            int old = Memory.getByte(record, i);
            for (int bit = 0; bit < 8; bit++) {
              Memory.putByte(record, i, old ^ 1 << bit);
              assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).as("byte %d", i).isFalse();
            }
            Memory.putByte(record, i, old);
          }
          assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).isTrue();
        });
  }

  @Test
  void aRecordOfAnotherGenerationOrStoreIsNone() {
    byte[] record = small(1);
    assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).isTrue();
    for (long other : new long[] {0, GENERATION - 1, GENERATION + 1, -GENERATION, 7L << 32}) {
      assertThat(RingRecord.isSound(record, 0, other, ID)).isFalse();
    }
    for (int bit = 0; bit < 64; bit++) {
      UUID high = new UUID(ID.getMostSignificantBits() ^ 1L << bit, ID.getLeastSignificantBits());
      UUID low = new UUID(ID.getMostSignificantBits(), ID.getLeastSignificantBits() ^ 1L << bit);
      assertThat(RingRecord.isSound(record, 0, GENERATION, high)).isFalse();
      assertThat(RingRecord.isSound(record, 0, GENERATION, low)).isFalse();
    }
  }

  @Test
  void aRecordThatTheEndOfTheExtentCutsIsNone() {
    byte[] record = RingRecord.build(List.of(new byte[3 * 4096]), 1, GENERATION, 0, ID);
    int blocks = Memory.length(record) / RingRecord.BLOCK;
    for (int missing = 1; missing < blocks; missing++) {
      int offset = (BLOCKS - blocks + missing) * RingRecord.BLOCK;
      byte[] ring = ring();
      Memory.copy(record, 0, ring, offset, Memory.length(ring) - offset);
      assertThat(RingRecord.isSound(ring, offset, GENERATION, ID)).isFalse();
    }
  }

  @Test
  void zerosAreNoRecord() {
    for (int place = 0; place < BLOCKS; place++) {
      assertThat(RingRecord.isSound(ring(), place * RingRecord.BLOCK, 0, new UUID(0, 0))).isFalse();
    }
  }

  @Test
  void signedSequenceNumbersThatCannotBeAreRefused() {
    long[][] pairs = {
      {0, 2},
      {-1, 1},
      {3, 2},
      {1, 2},
      {1, 4},
      {1, Long.MAX_VALUE},
      {Long.MIN_VALUE, Long.MAX_VALUE},
      {2, Long.MIN_VALUE},
      {Long.MAX_VALUE, Long.MIN_VALUE + 1},
      {Long.MAX_VALUE - 1, Long.MIN_VALUE},
      {Long.MAX_VALUE - 2, Long.MAX_VALUE},
      {1, 3 + (1L << 32)},
      {-3, -1},
    };
    for (long[] pair : pairs) {
      byte[] record = small(1);
      Memory.putLong(record, RingRecord.FIRST, pair[0]);
      Memory.putLong(record, RingRecord.LAST, pair[1]);
      sign(record, 0);
      assertThat(RingRecord.isSound(record, 0, GENERATION, ID))
          .as("%d to %d", pair[0], pair[1])
          .isFalse();
    }
    byte[] greatest = small(Long.MAX_VALUE - 3);
    assertThat(RingRecord.isSound(greatest, 0, GENERATION, ID)).isTrue();
    assertThat(RingRecord.commits(greatest, 0, Long.MAX_VALUE - 1)).hasSize(1);
  }

  @Test
  void signedLengthsThatDoNotFillTheRecordAreRefused() {
    int[] lengths = {0, 2, 4, 5, 7, -1, -4, -8, Integer.MAX_VALUE, Integer.MIN_VALUE, 4096};
    for (int length : lengths) {
      byte[] record = small(1);
      Memory.putInt(record, RingRecord.LENGTH, length);
      sign(record, 0);
      assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).as("%d", length).isFalse();
    }
  }

  @Test
  void aSignedNumberOfUsedBytesThatCannotBeIsRefused() {
    int[] numbers = {
      0,
      1,
      4,
      39,
      40,
      43,
      44,
      4096,
      4097,
      65_536,
      65_537,
      -1,
      -40,
      1 << 30,
      Integer.MIN_VALUE,
      Integer.MAX_VALUE,
    };
    for (int place : new int[] {0, BLOCKS - 1}) {
      for (int used : numbers) {
        byte[] ring = ring(small(1), place * RingRecord.BLOCK);
        Memory.putInt(ring, place * RingRecord.BLOCK + RingRecord.USED, used);
        sign(ring, place * RingRecord.BLOCK);
        assertThat(RingRecord.isSound(ring, place * RingRecord.BLOCK, GENERATION, ID))
            .as("%d at block %d", used, place)
            .isFalse();
      }
    }
  }

  @Test
  void aSignedRecordOfManyEmptyCommitsIsReadInOnePass() {
    int commits = 1 << 20;
    byte[] record = Memory.allocate(RingRecord.size(0, commits));
    Memory.putInt(record, RingRecord.USED, RingRecord.LENGTH + commits * Integer.BYTES);
    Memory.putLong(record, RingRecord.GENERATION, GENERATION);
    Memory.putLong(record, RingRecord.FIRST, 1);
    Memory.putLong(record, RingRecord.LAST, commits);
    sign(record, 0);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).isTrue();
          assertThat(RingRecord.commits(record, 0, 1).size()).isEqualTo(commits);
          Memory.putLong(record, RingRecord.LAST, Long.MAX_VALUE - 1);
          sign(record, 0);
          assertThat(RingRecord.isSound(record, 0, GENERATION, ID)).isFalse();
        });
  }

  @Test
  void signedNoiseNeverLeadsOutOfBounds() {
    Seeds.forEach(
        5_000,
        random -> {
          int place = random.nextBoolean() ? 0 : (BLOCKS - 1) * RingRecord.BLOCK;
          byte[] ring = ring(small(1 + random.nextInt(4)), place);
          for (int i = 1 + random.nextInt(4); i > 0; i--) {
            int at = place + 4 * random.nextInt(1, 16);
            int shift = random.nextInt(32);
            Memory.putInt(ring, at, random.nextBoolean() ? random.nextInt() >> shift : i);
          }
          Memory.putLong(ring, place + RingRecord.GENERATION, GENERATION);
          sign(ring, place);
          assertThatCode(
                  () -> {
                    if (RingRecord.isSound(ring, place, GENERATION, ID)) {
                      long from = RingRecord.first(ring, place);
                      assertThat(RingRecord.commits(ring, place, from))
                          .hasSize((int) (RingRecord.last(ring, place) - from + 1));
                    }
                  })
              .doesNotThrowAnyException();
        });
  }
}
