package io.octavo.page.meta;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.nio.ByteOrder;

/**
 * A bitmap of {@value #PAGES} pages of the file, one bit each, set where the page is in use; bit 0
 * is the lowest bit of the first byte. FORMAT.md, section "Space".
 */
public final class SpacePage {
  /** Words of the bitmap. */
  public static final int WORDS = (PageHeader.PAGE_SIZE - PageHeader.LENGTH) / Long.BYTES;

  /** Pages that one bitmap covers. */
  public static final int PAGES = WORDS * Long.SIZE;

  private SpacePage() {}

  /**
   * Writes a bitmap into a page.
   *
   * @param page the page, which is overwritten
   * @param index the index of the bitmap, from 0
   * @param words the bits, {@link #WORDS} longs
   */
  public static void build(byte[] page, int number, int index, long[] words) {
    PageHeader.format(page, PageKind.SPACE, 0, number, 0);
    int used = 0;
    for (int i = 0; i < WORDS; i++) {
      Memory.putLong(page, wordOffset(i), words[i]);
      used += Long.bitCount(words[i]);
    }
    PageHeader.setCount(page, used);
    PageHeader.setKeyBase(page, firstPage(index));
  }

  /** Returns the first page that a bitmap covers. */
  public static long firstPage(int index) {
    return (long) index * PAGES;
  }

  /**
   * Reads a bitmap.
   *
   * @return its bits, {@link #WORDS} longs
   */
  public static long[] words(byte[] page) {
    long[] words = new long[WORDS];
    // One copy: each opening reads all bitmaps, most by code that is not compiled yet.
    Memory.buffer(page, wordOffset(0), wordOffset(WORDS))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words);
    return words;
  }

  public static int wordOffset(int index) {
    return PageHeader.LENGTH + index * Long.BYTES;
  }
}
