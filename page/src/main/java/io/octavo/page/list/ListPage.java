package io.octavo.page.list;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import org.jspecify.annotations.Nullable;

/**
 * A page of an append-only list: blocks of items, in the order of their indexes. FORMAT.md, section
 * "List pages".
 *
 * <p>Blocks go from the end of the page down. A directory behind the header has an entry of four
 * bytes for each block: the byte after its last, and the place of its first item among the items of
 * the page. The header says of which {@linkplain ListForm form} the blocks are.
 */
public final class ListPage {
  /** The most items of a page. */
  public static final int MAX_ITEMS = 65_535;

  /** The most items of a list: an index is an int that is not negative. */
  public static final int MAX_LIST = Integer.MAX_VALUE;

  /** Items of the page, u32. */
  public static final int ITEMS = PageHeader.SPECIFIC;

  /** Code of the form of the blocks, u32. */
  public static final int FORM = ITEMS + Integer.BYTES;

  /** Bytes of an entry of the directory. */
  public static final int ENTRY = 2 * Short.BYTES;

  /** The place of the first item within an entry, u16, after the end of the block. */
  public static final int FIRST = Short.BYTES;

  /** The most bytes of a block. */
  public static final int MAX_BLOCK = PageHeader.PAGE_SIZE - PageHeader.LENGTH - ENTRY;

  private ListPage() {}

  /**
   * Makes an empty page.
   *
   * @param first the index of the first item that will be in the page
   * @param form the form of its blocks
   */
  public static void format(byte[] page, int number, int owner, long first, ListForm form) {
    PageHeader.format(page, PageKind.LIST, 0, number, owner);
    PageHeader.setKeyBase(page, first);
    Memory.putInt(page, FORM, form.code());
    PageHeader.setHeapBound(page, PageHeader.PAGE_SIZE);
    setFree(page);
  }

  private static void setFree(byte[] page) {
    PageHeader.setFree(page, PageHeader.heapBound(page) - entry(PageHeader.count(page)));
  }

  /** Returns the offset of the entry of a block. */
  public static int entry(int block) {
    return PageHeader.LENGTH + block * ENTRY;
  }

  /** Returns the index of the first item of a page. */
  public static long first(byte[] page) {
    return PageHeader.keyBase(page);
  }

  /**
   * Returns the number of items in a page.
   *
   * @return the number, 0 to {@value #MAX_ITEMS}
   */
  public static int items(byte[] page) {
    return Memory.getInt(page, ITEMS);
  }

  /**
   * Returns the form of the blocks.
   *
   * @return the form; null if the page is damaged
   */
  public static @Nullable ListForm form(byte[] page) {
    return ListForm.of(Memory.getInt(page, FORM));
  }

  /** Returns the number of blocks in a page. */
  public static int blocks(byte[] page) {
    return PageHeader.count(page);
  }

  /** Returns the most bytes of the next block; negative if there is no space for its entry. */
  public static int space(byte[] page) {
    return PageHeader.free(page) - ENTRY;
  }

  /**
   * Appends a block.
   *
   * @param from the block of memory with the bytes
   * @param length the number of bytes, 1 to {@link #space}
   * @param items the number of items in the block, from 1
   * @throws IllegalArgumentException if there is no space for the bytes or items
   */
  public static void append(byte[] page, byte[] from, int offset, int length, int items) {
    int total = items(page) + items;
    if (length > space(page) || total > MAX_ITEMS) {
      throw new IllegalArgumentException(
          length + " bytes, " + items + " items: " + space(page) + " bytes are free");
    }
    int block = blocks(page);
    int end = PageHeader.heapBound(page);
    Memory.copy(from, offset, page, end - length, length);
    Memory.putChar(page, entry(block), end);
    Memory.putChar(page, entry(block) + FIRST, items(page));
    PageHeader.setCount(page, block + 1);
    PageHeader.setHeapBound(page, end - length);
    Memory.putInt(page, ITEMS, total);
    setFree(page);
  }

  /** Removes the last block, to replace it by a longer one. */
  public static void removeLast(byte[] page) {
    int block = blocks(page) - 1;
    int end = end(page, block);
    Memory.zero(page, PageHeader.heapBound(page), end);
    Memory.putInt(page, ITEMS, place(page, block));
    Memory.zero(page, entry(block), entry(block) + ENTRY);
    PageHeader.setCount(page, block);
    PageHeader.setHeapBound(page, end);
    setFree(page);
  }

  /** Returns the first byte of a block. */
  public static int start(byte[] page, int block) {
    return block + 1 < blocks(page) ? end(page, block + 1) : PageHeader.heapBound(page);
  }

  /** Returns the byte after the last of a block. */
  public static int end(byte[] page, int block) {
    return Memory.getChar(page, entry(block));
  }

  /** Returns the number of items of the page before a block. */
  public static int place(byte[] page, int block) {
    return Memory.getChar(page, entry(block) + FIRST);
  }

  /** Returns the number of items of a block. */
  public static int items(byte[] page, int block) {
    int end = block + 1 < blocks(page) ? place(page, block + 1) : items(page);
    return end - place(page, block);
  }

  /**
   * Finds the block of an item.
   *
   * @param place the place of the item, from 0 to the number of items in the page - 1
   * @param form the form of the blocks of the page
   */
  public static int find(byte[] page, int place, ListForm form) {
    // Nearly always right: before the last block of a page, a writer fills every block.
    int low = place / form.maxItems();
    int high = blocks(page) - 1;
    if (low >= high || place < place(page, low + 1)) {
      return Math.min(low, high);
    }
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (place(page, middle) <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
