package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.SizeCode;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class EntryCodecProperties {
  @Property(tries = 20_000)
  void decodeReturnsWhatEncodeWrote(
      @ForAll long key,
      @ForAll long value,
      @ForAll @IntRange(max = 63) int keyShift,
      @ForAll @IntRange(max = 63) int valueShift,
      @ForAll long garbage) {
    encodeAndDecode(key >>> keyShift, value >>> valueShift, garbage);
  }

  /** All pairs of lengths, with the least and the greatest number of each. */
  @Example
  void decodeReturnsWhatEncodeWroteForEveryPairOfLengths() {
    for (int keyLength = 1; keyLength <= 8; keyLength++) {
      for (int valueLength = 1; valueLength <= 8; valueLength++) {
        long key = -1L >>> (64 - 8 * keyLength);
        long value = -1L >>> (64 - 8 * valueLength);
        encodeAndDecode(key, value, 1);
        encodeAndDecode(keyLength == 1 ? 0 : (key >>> 8) + 1, value, 2);
        encodeAndDecode(key, valueLength == 1 ? 0 : (value >>> 8) + 1, 3);
      }
    }
  }

  @Example
  void anEntryTakesAnEvenNumberOfBytesAndAtLeastThoseOfItsNumbers() {
    for (int keyBits = 0; keyBits < 64; keyBits++) {
      for (int valueBits = 0; valueBits < 64; valueBits++) {
        int encoding = SizeCode.encoding(1L << keyBits, 1L << valueBits);
        assertThat(SizeCode.size(encoding) % 2).isZero();
        assertThat(SizeCode.size(encoding))
            .isBetween(keyBits / 8 + valueBits / 8 + 2, keyBits / 8 + valueBits / 8 + 4);
      }
    }
  }

  /** Encodes into a page of garbage; the bytes around the entry must stay. */
  private static void encodeAndDecode(long key, long value, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] page = PageHeader.newPage();
    for (int offset = PageHeader.LENGTH; offset < PageHeader.PAGE_SIZE; offset++) {
      Memory.putByte(page, offset, random.nextInt());
    }
    int encoding = SizeCode.encoding(key, value);
    int size = SizeCode.size(encoding);
    int least = PageHeader.LENGTH + SizeCode.MAX_ENTRY;
    int end = random.nextBoolean() ? least : least + random.nextInt(4000) * 2;
    byte[] before = page.clone();
    EntryCodec.write(page, end, key, value, encoding);

    int slot = SlotWord.of(end, SizeCode.code(encoding));
    assertThat(EntryCodec.key(page, slot)).isEqualTo(key);
    assertThat(EntryCodec.value(page, slot)).isEqualTo(value);
    assertThat(EntryCodec.size(page, slot)).isEqualTo(size);
    // What lies around the entry is the same when the entry is taken back.
    Memory.copy(before, end - size, page, end - size, size);
    assertThat(Arrays.equals(page, before)).as("entry %d to %d", end - size, end).isTrue();
  }
}
