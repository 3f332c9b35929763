package io.octavo.cache;

import io.octavo.page.PageHeader;
import java.util.Arrays;

/**
 * The checksums of the pages that were checked against all rules of FORMAT.md since the file was
 * opened. A page read again with the same bytes needs no other check. Four bytes a page, for the
 * parts of the file that were read. Any thread; a race costs a check.
 */
final class CheckedPages {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Stands for each chunk that no page was added to. */
  private static final int[] EMPTY = new int[CHUNK];

  private volatile int[][] chunks = {};

  /**
   * Returns whether a page that was just read was checked before.
   *
   * @param page the page; its own checksum is verified
   * @param number its place in the file
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
    if (index >= chunks.length || chunks[index] == EMPTY) {
      allocate(index);
    }
    chunks[index][number & (CHUNK - 1)] = PageHeader.crc(page);
  }

  private synchronized void allocate(int index) {
    int before = chunks.length;
    if (index < before && chunks[index] != EMPTY) {
      return;
    }
    int[][] changed = Arrays.copyOf(chunks, Math.max(index + 1, before));
    Arrays.fill(changed, before, changed.length, EMPTY);
    changed[index] = new int[CHUNK];
    chunks = changed;
  }
}
