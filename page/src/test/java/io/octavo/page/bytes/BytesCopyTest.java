package io.octavo.page.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Entries that are added to a copy one by one. */
class BytesCopyTest {
  private final BytesCopy copy = new BytesCopy();
  private final Random random = new Random(1);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] key(int index) {
    int start = copy.keyOffset(index);
    return Arrays.copyOfRange(copy.keys(), start, start + copy.keyLength(index));
  }

  private byte[] value(int index) {
    int start = copy.valueOffset(index);
    return Arrays.copyOfRange(copy.values(), start, start + copy.valueLength(index));
  }

  /** Adds entries of some length until one has no room; returns how many had. */
  private int fill(int keyLength, int valueLength) {
    byte[][] keys = new byte[BytesCopy.MOST + 1][];
    byte[][] values = new byte[keys.length][];
    copy.clear();
    int count = 0;
    while (true) {
      keys[count] = bytes(keyLength);
      values[count] = bytes(valueLength);
      if (!copy.add(count, keys[count], values[count])) {
        break;
      }
      count++;
    }
    for (int i = 0; i < count; i++) {
      assertThat(key(i)).isEqualTo(keys[i]);
      assertThat(value(i)).isEqualTo(values[i]);
    }
    return count;
  }

  @Test
  void entriesAreAddedAsLongAsThereIsRoom() {
    assertThat(fill(3, 5)).isEqualTo(BytesCopy.MOST);
    assertThat(fill(BytesPage.MAX_KEY, 0)).isBetween(8, 9);
    assertThat(fill(10, 1_000)).isEqualTo(8);
  }

  @Test
  void aLargeValueIsAlone() {
    assertThat(fill(10, 100_000)).isOne();
    assertThat(fill(10, 100)).isGreaterThan(70);
  }

  @Test
  void nothingFollowsALargeValue() {
    copy.clear();
    assertThat(copy.add(0, bytes(1), bytes(20_000))).isTrue();
    assertThat(copy.add(1, bytes(1), bytes(1))).isFalse();
    copy.clear();
    assertThat(copy.add(0, bytes(1), bytes(1))).isTrue();
    assertThat(copy.add(1, bytes(1), bytes(20_000))).isFalse();
  }
}
