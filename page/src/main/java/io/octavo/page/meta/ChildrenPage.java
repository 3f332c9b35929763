package io.octavo.page.meta;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;

/**
 * A page that lists pages by position: the levels above the catalogue pages and above the bitmaps
 * of the free space. FORMAT.md, section "Children". A child has the form of {@code
 * BranchPage.childOf}.
 */
public final class ChildrenPage {
  /** The most children of a page. */
  public static final int MAX_COUNT = (PageHeader.PAGE_SIZE - PageHeader.LENGTH) / Long.BYTES;

  private ChildrenPage() {}

  /**
   * Formats a page as a list without children.
   *
   * @param kind {@link PageKind#SPACE_BRANCH} or {@link PageKind#CATALOGUE_BRANCH}
   * @param level height above the pages at the bottom, from 1
   */
  public static void format(byte[] page, PageKind kind, int level, int number) {
    PageHeader.format(page, kind, level, number, 0);
  }

  /**
   * Adds a child after the last.
   *
   * @param page a page with fewer than {@link #MAX_COUNT} children
   * @param child page number and checksum
   */
  public static void append(byte[] page, long child) {
    int count = PageHeader.count(page);
    Memory.putLong(page, offset(count), child);
    PageHeader.setCount(page, count + 1);
  }

  /** Reads a child. */
  public static long child(byte[] page, int index) {
    return Memory.getLong(page, offset(index));
  }

  public static int offset(int index) {
    return PageHeader.LENGTH + index * Long.BYTES;
  }
}
