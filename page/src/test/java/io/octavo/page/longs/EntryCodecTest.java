package io.octavo.page.longs;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.Seeds;
import io.octavo.page.SlotWord;
import io.octavo.page.format.FormatText;
import io.octavo.page.format.NaiveFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every pair of lengths, every boundary of values, every place of a page. */
class EntryCodecTest {
  private static NaiveFormat naive = new NaiveFormat(new FormatText("\n## Size codes\n"));

  private final byte[] pattern = pattern();
  private final byte[] page = pattern.clone();

  @BeforeAll
  static void readTheWords() throws IOException {
    naive = new NaiveFormat(FormatText.read());
  }

  /** No two bytes near each other are equal, and none is zero. */
  private static byte[] pattern() {
    byte[] pattern = PageHeader.newPage();
    for (int i = 0; i < pattern.length; i++) {
      pattern[i] = (byte) (i % 251 + 1);
    }
    return pattern;
  }

  private static List<Long> boundaries(int length) {
    List<Long> numbers = new ArrayList<>();
    long least = length == 1 ? 0 : 1L << (8 * length - 8);
    long most = length == 8 ? -1 : (1L << (8 * length)) - 1;
    numbers.addAll(List.of(least, least + 1, (0x5AA5_5AA5_5AA5_5AA5L & most) | least, most));
    if (length == 8) {
      numbers.addAll(List.of(Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE + 1, -2L));
    }
    return numbers;
  }

  @Test
  void everyBoundaryOfEveryPairOfLengthsComesBackAtTheEdgesOfThePage() {
    for (int key = 1; key <= 8; key++) {
      for (int value = 1; value <= 8; value++) {
        for (long storedKey : boundaries(key)) {
          for (long storedValue : boundaries(value)) {
            int size = SizeCode.size(SizeCode.encoding(storedKey, storedValue));
            for (int end : new int[] {8192, 8190, 4096, PageHeader.LENGTH + size}) {
              roundTrip(storedKey, storedValue, end);
            }
          }
        }
      }
    }
    assertThat(page).as("all else").isEqualTo(pattern);
  }

  @Test
  void everyPairOfLengthsComesBackAtEveryPlace() {
    for (int key = 1; key <= 8; key++) {
      for (int value = 1; value <= 8; value++) {
        long storedKey = boundaries(key).get(2);
        long storedValue = boundaries(value).get(2);
        int size = SizeCode.size(SizeCode.encoding(storedKey, storedValue));
        for (int end = PageHeader.LENGTH + size; end <= PageHeader.PAGE_SIZE; end += 2) {
          roundTrip(storedKey, storedValue, end);
        }
      }
    }
    assertThat(page).as("all else").isEqualTo(pattern);
  }

  /**
   * Writes an entry into the pattern, reads it, looks at its neighbours, and takes it out again.
   */
  private void roundTrip(long key, long value, int end) {
    int encoding = SizeCode.encoding(key, value);
    int size = SizeCode.size(encoding);
    int slot = SlotWord.of(end, SizeCode.code(encoding));
    EntryCodec.write(page, end, key, value, encoding);
    boolean right =
        EntryCodec.key(page, slot) == key
            && EntryCodec.value(page, slot) == value
            && EntryCodec.size(page, slot) == size
            && same(end - size - 24, end - size)
            && same(end, Math.min(end + 24, PageHeader.PAGE_SIZE + 24));
    assertThat(right).as("(%x, %x) ending at %d", key, value, end).isTrue();
    Memory.copy(pattern, end - size, page, end - size, size);
  }

  private boolean same(int from, int to) {
    int first = from + Memory.GUARD;
    int last = to + Memory.GUARD;
    return Arrays.equals(page, first, last, pattern, first, last);
  }

  @Test
  void theBytesAreThoseOfTheWordsOfTheFormat() {
    for (int key = 1; key <= 8; key++) {
      for (int value = 1; value <= 8; value++) {
        for (long storedKey : boundaries(key)) {
          for (long storedValue : boundaries(value)) {
            NaiveFormat.Entry expected = naive.encode(storedKey, storedValue);
            int encoding = SizeCode.encoding(storedKey, storedValue);
            assertThat(SizeCode.code(encoding)).isEqualTo(expected.code());
            EntryCodec.write(page, 8192, storedKey, storedValue, encoding);
            byte[] actual = new byte[SizeCode.size(encoding)];
            Memory.buffer(page, 8192 - actual.length, 8192).get(actual);
            assertThat(actual).as("(%x, %x)", storedKey, storedValue).isEqualTo(expected.bytes());
          }
        }
      }
    }
  }

  @Test
  void fallbackEntriesOfAllLengthsAreReadWhetherAWriterWouldChooseThemOrNot() {
    byte[] empty = PageHeader.newPage();
    int slot = SlotWord.of(8192, SizeCode.FALLBACK);
    for (int key = 1; key <= 8; key++) {
      for (int value = 1; value <= 8; value++) {
        Memory.putByte(empty, 8191, SizeCode.nibbles(key, value));
        Memory.putByte(empty, 8191 - key, 7);
        Memory.putByte(empty, 8191 - key - value, 9);
        assertThat(EntryCodec.size(empty, slot)).isEqualTo(1 + key + value + (key + value + 1) % 2);
        assertThat(EntryCodec.key(empty, slot)).isEqualTo(7);
        assertThat(EntryCodec.value(empty, slot)).isEqualTo(9);
        Memory.zero(empty, 8160, 8192);
      }
    }
  }

  @Test
  void everySlotWordOfARandomPageIsReadWithoutLeavingTheArray() {
    Seeds.forEach(
        5,
        random -> {
          byte[] noise = PageHeader.newPage();
          for (int i = 0; i < PageHeader.PAGE_SIZE; i++) {
            Memory.putByte(noise, i, random.nextInt(256));
          }
          for (int slot = 0; slot <= 0xFFFF; slot++) {
            EntryCodec.key(noise, slot);
            EntryCodec.value(noise, slot);
            int size = EntryCodec.size(noise, slot);
            assertThat(size % 2 == 0 && size >= 2 && size <= SizeCode.MAX_ENTRY).isTrue();
          }
        });
  }
}
