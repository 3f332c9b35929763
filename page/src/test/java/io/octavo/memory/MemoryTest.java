package io.octavo.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemoryTest {
  private static final byte[] NO_SALT = {};

  private final byte[] block = Memory.allocate(64);

  @Test
  void aBlockHasGuardsAtBothEnds() {
    assertThat(Memory.length(block)).isEqualTo(64);
    assertThat(block).hasSize(64 + 2 * Memory.GUARD);
    assertThat(Memory.getLong(block, -Memory.GUARD)).isZero();
    assertThat(Memory.getLong(block, 64 + Memory.GUARD - Long.BYTES)).isZero();
  }

  @Test
  void numbersAreLittleEndianAtEveryOffset() {
    for (int offset = 0; offset < 16; offset++) {
      Memory.putLong(block, offset, 0x0807060504030201L);
      assertThat(Memory.getByte(block, offset)).isEqualTo(1);
      assertThat(Memory.getChar(block, offset)).isEqualTo(0x0201);
      assertThat(Memory.getInt(block, offset)).isEqualTo(0x04030201);
      assertThat(Memory.getLong(block, offset)).isEqualTo(0x0807060504030201L);
    }
  }

  @Test
  void aWriteChangesItsOwnBytesOnly() {
    for (int i = 0; i < 64; i++) {
      Memory.putByte(block, i, 0xEE);
    }
    Memory.putInt(block, 9, 0xFEDCBA98);
    Memory.putChar(block, 21, 0xF00F);
    Memory.putByte(block, 30, 0x1FF);
    for (int i = 0; i < 64; i++) {
      boolean written = (i >= 9 && i < 13) || i == 21 || i == 22 || i == 30;
      assertThat(Memory.getByte(block, i) == 0xEE).as("byte %d", i).isEqualTo(!written);
    }
    assertThat(Memory.getInt(block, 9)).isEqualTo(0xFEDCBA98);
    assertThat(Memory.getChar(block, 21)).isEqualTo(0xF00F);
    assertThat(Memory.getByte(block, 30)).isEqualTo(0xFF);
  }

  @Test
  void copiesMayOverlap() {
    for (int i = 0; i < 10; i++) {
      Memory.putByte(block, i, i);
    }
    Memory.copy(block, 0, block, 3, 10);
    for (int i = 0; i < 10; i++) {
      assertThat(Memory.getByte(block, i + 3)).isEqualTo(i);
    }
  }

  @Test
  void theFirstByteThatIsNotZeroIsFoundInEveryRange() {
    for (int set = 0; set < 64; set++) {
      Memory.putByte(block, set, 1);
      for (int from = 0; from < 64; from += 3) {
        for (int to = from; to <= 64; to += 5) {
          int expected = set >= from && set < to ? set : -1;
          assertThat(Memory.findNonZero(block, from, to)).isEqualTo(expected);
        }
      }
      Memory.zero(block, set, set + 1);
    }
  }

  @Test
  void zeroLeavesTheBytesAroundIt() {
    Memory.putLong(block, 0, -1);
    Memory.zero(block, 3, 5);
    assertThat(Memory.getLong(block, 0)).isEqualTo(0xFFFFFF0000FFFFFFL);
  }

  @Test
  void theChecksumIsThatOfTheStandard() {
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    Memory.buffer(block, 5, 14).put(digits);
    assertThat(Memory.crc32c(block, 5, 14, NO_SALT)).isEqualTo(0xE3069283);
  }

  @Test
  void theSaltCountsAsBytesBehindTheRange() {
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    Memory.buffer(block, 0, 5).put(digits, 0, 5);
    byte[] salt = "6789".getBytes(StandardCharsets.US_ASCII);
    assertThat(Memory.crc32c(block, 0, 5, salt)).isEqualTo(0xE3069283);
  }

  @Test
  void aBufferIsTheBlockItself() {
    ByteBuffer buffer = Memory.buffer(block, 8, 24);
    assertThat(buffer.remaining()).isEqualTo(16);
    buffer.put((byte) 7);
    assertThat(Memory.getByte(block, 8)).isEqualTo(7);
  }
}
