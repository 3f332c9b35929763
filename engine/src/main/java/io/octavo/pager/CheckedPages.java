package io.octavo.pager;

import io.octavo.page.PageHeader;
import java.util.Arrays;

/**
 * The checksums of the pages that were held to all rules of FORMAT.md since the file was opened. A
 * page that is read again with the same bytes need not be held to them again, which takes longer
 * than the read itself. Four bytes a page. Any thread; a race costs a check.
 */
final class CheckedPages {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private volatile int[][] chunks = {};

  /**
   * Returns whether a page that was just read has been checked before.
   *
   * @param page the page; its own checksum is verified
   * @param number the place that it was read from
   */
  boolean contains(byte[] page, int number) {
    int[][] present = chunks;
    int index = number >>> CHUNK_BITS;
    int crc = PageHeader.crc(page);
    return index < present.length
        && crc != 0
        && present[index][number & (CHUNK - 1)] == crc
        && PageHeader.computeCrc(page) == crc;
  }

  /** Notes that a page is sound. */
  void add(byte[] page, int number) {
    int index = number >>> CHUNK_BITS;
    if (index >= chunks.length) {
      lengthen(index + 1);
    }
    chunks[index][number & (CHUNK - 1)] = PageHeader.crc(page);
  }

  private synchronized void lengthen(int length) {
    int before = chunks.length;
    if (length > before) {
      int[][] longer = Arrays.copyOf(chunks, Math.max(length, before + before / 2));
      Arrays.setAll(longer, i -> i < before ? longer[i] : new int[CHUNK]);
      chunks = longer;
    }
  }
}
