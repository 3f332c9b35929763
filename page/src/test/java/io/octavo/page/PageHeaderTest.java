package io.octavo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PageHeaderTest {
  private final byte[] page = PageHeader.newPage();

  @Test
  void theHeaderHasNoGapsAndIsAlignedToItsLongs() {
    assertThat(PageHeader.LENGTH).isEqualTo(48);
    assertThat(PageHeader.EPOCH % Long.BYTES).isZero();
    assertThat(PageHeader.KEY_BASE % Long.BYTES).isZero();
    assertThat(PageHeader.SPECIFIC % Long.BYTES).isZero();
  }

  @Test
  void formatClearsAPageAndWritesWhatItIs() {
    Arrays.fill(page, Memory.GUARD, page.length - Memory.GUARD, (byte) 0xEE);
    PageHeader.format(page, PageKind.BRANCH, 12, 0x01020304, -2);
    assertThat(PageHeader.kindCode(page)).isEqualTo(PageKind.BRANCH.code());
    assertThat(Memory.getByte(page, PageHeader.VERSION)).isEqualTo(PageHeader.CURRENT_VERSION);
    assertThat(PageHeader.level(page)).isEqualTo(12);
    assertThat(PageHeader.number(page)).isEqualTo(0x01020304);
    assertThat(PageHeader.owner(page)).isEqualTo(-2);
    assertThat(PageHeader.epoch(page)).isZero();
    assertThat(PageHeader.crc(page)).isZero();
    assertThat(Memory.findNonZero(page, PageHeader.FLAGS, PageHeader.PAGE_SIZE)).isEqualTo(-1);
  }

  @Test
  void everyFieldKeepsWhatWasWrittenAndTouchesNoOther() {
    PageHeader.setNumber(page, 0x80000001);
    PageHeader.setFlags(page, 0xFF);
    PageHeader.setCount(page, 0xFFFE);
    PageHeader.setHeapBound(page, 8192);
    PageHeader.setFree(page, 0x8001);
    PageHeader.setKeyBase(page, Long.MIN_VALUE);
    PageHeader.setSpecific(page, -2);
    assertThat(PageHeader.number(page)).isEqualTo(0x80000001);
    assertThat(PageHeader.flags(page)).isEqualTo(0xFF);
    assertThat(PageHeader.count(page)).isEqualTo(0xFFFE);
    assertThat(PageHeader.heapBound(page)).isEqualTo(8192);
    assertThat(PageHeader.free(page)).isEqualTo(0x8001);
    assertThat(PageHeader.keyBase(page)).isEqualTo(Long.MIN_VALUE);
    assertThat(PageHeader.specific(page)).isEqualTo(-2);
    assertThat(Memory.getChar(page, PageHeader.RESERVED)).isZero();
    assertThat(PageHeader.owner(page)).isZero();
  }

  @Test
  void sealStampsEpochAndChecksum() {
    PageHeader.format(page, PageKind.LEAF, 0, 5, 6);
    int crc = PageHeader.seal(page, 7);
    assertThat(PageHeader.epoch(page)).isEqualTo(7);
    assertThat(PageHeader.crc(page))
        .isEqualTo(crc)
        .isEqualTo(PageHeader.computeCrc(page, new byte[0]));
    assertThat(PageHeader.seal(page, 8)).isNotEqualTo(crc);
  }

  @Test
  void aComputedChecksumOfZeroIsGivenAsOne() {
    // CRC32C is linear: the four bytes that make it zero are found bit by bit at the page's end.
    PageHeader.format(page, PageKind.SPACE, 0, 5, 0);
    int tail = PageHeader.PAGE_SIZE - Integer.BYTES;
    int base = Memory.crc32c(page, Integer.BYTES, PageHeader.PAGE_SIZE, new byte[0]);
    int[] columns = new int[32];
    for (int bit = 0; bit < 32; bit++) {
      Memory.putInt(page, tail, 1 << bit);
      columns[bit] = base ^ Memory.crc32c(page, Integer.BYTES, PageHeader.PAGE_SIZE, new byte[0]);
    }
    Memory.putInt(page, tail, solve(columns, base));
    assertThat(Memory.crc32c(page, Integer.BYTES, PageHeader.PAGE_SIZE, new byte[0])).isZero();
    assertThat(PageHeader.computeCrc(page, new byte[0])).isEqualTo(1);
  }

  /** Finds the bits whose columns add up to a target, by Gauss over GF(2). */
  private static int solve(int[] columns, int target) {
    int[] pivots = new int[32];
    int[] choices = new int[32];
    for (int i = 0; i < 32; i++) {
      int column = columns[i];
      int choice = 1 << i;
      while (column != 0 && pivots[31 - Integer.numberOfLeadingZeros(column)] != 0) {
        int top = 31 - Integer.numberOfLeadingZeros(column);
        column ^= pivots[top];
        choice ^= choices[top];
      }
      int top = 31 - Integer.numberOfLeadingZeros(column);
      pivots[top] = column;
      choices[top] = choice;
    }
    int rest = target;
    int bits = 0;
    while (rest != 0) {
      int top = 31 - Integer.numberOfLeadingZeros(rest);
      rest ^= pivots[top];
      bits ^= choices[top];
    }
    return bits;
  }

  @Test
  void aCopyHasTheSameBytesAndALifeOfItsOwn() {
    PageHeader.format(page, PageKind.LEAF, 0, 5, 6);
    byte[] copy = PageHeader.copyOf(page);
    assertThat(copy).isEqualTo(page);
    PageHeader.setNumber(copy, 9);
    assertThat(PageHeader.number(page)).isEqualTo(5);
  }

  @Test
  void everyKindIsFoundByItsCodeAndNoOther() {
    for (int code = 0; code <= 255; code++) {
      PageKind kind = PageKind.of(code);
      if (kind != null) {
        assertThat(kind.code()).isEqualTo(code);
      }
      boolean exists = code >= 1 && code <= PageKind.values().length;
      assertThat(kind != null).as("code %d", code).isEqualTo(exists);
    }
  }
}
