package io.octavo.page;

/**
 * A pointer from one page to the root of a tree of pages.
 *
 * @param number the page; 0, which is a meta page, stands for no page
 * @param crc the CRC32C of that page; 0 if unknown; on disk only for no page
 * @param level height of that page above its leaves
 */
public record PageRef(int number, int crc, int level) {
  /** No page. */
  public static final PageRef NONE = new PageRef(0, 0, 0);

  /** Returns whether there is no page. */
  public boolean isNone() {
    return number == 0;
  }
}
