package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;

/** Compares keys of {@link BytesPage}s in place. */
public final class BytesKeys {
  private BytesKeys() {}

  /**
   * Compares the keys of two entries. The entries themselves are read only if the prefixes and
   * heads do not decide.
   *
   * @param left a page
   * @param leftIndex an entry of that page, from 0
   * @param right a page, which may be the same
   * @param rightIndex an entry of that page, from 0
   * @return negative, 0 or positive if the first key is below, equal or above
   */
  public static int compare(byte[] left, int leftIndex, byte[] right, int rightIndex) {
    int prefix = Math.min(BytesPage.prefixLength(left), BytesPage.prefixLength(right));
    int order = Memory.compare(left, prefixStart(left), right, prefixStart(right), prefix);
    if (order == 0) {
      // A short key is padded with zeros. A zero is below every byte that it differs from, as the
      // end of a key is.
      order =
          Integer.compareUnsigned(word(left, leftIndex, prefix), word(right, rightIndex, prefix));
    }
    return order != 0
        ? order
        : BytesPage.compareKey(left, leftIndex, BytesPage.key(right, rightIndex));
  }

  private static int prefixStart(byte[] page) {
    return PageHeader.PAGE_SIZE - BytesPage.prefixLength(page);
  }

  /** Returns four bytes of a key, from a byte of the prefix or the first byte of the head on. */
  private static int word(byte[] page, int index, int from) {
    int ofPrefix = Math.min(BytesPage.prefixLength(page) - from, BytesPage.HEAD);
    long bytes = 0;
    for (int i = 0; i < ofPrefix; i++) {
      bytes = bytes << Byte.SIZE | Memory.getByte(page, prefixStart(page) + from + i);
    }
    bytes = bytes << Integer.SIZE | Integer.toUnsignedLong(BytesPage.head(page, index));
    return (int) (bytes >>> (ofPrefix * Byte.SIZE));
  }
}
