package io.octavo.pager;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;

/** Makes images of pages in memory. */
final class Images {
  private Images() {}

  /**
   * Returns the image of a page, without the checksums of its children and not sealed yet. The
   * array of the image is new, or that of the page.
   *
   * @param frame a page of a tree
   * @param published whether readers may see the page; if not, the image may be the page itself
   */
  static Frame of(Frame frame, boolean published) {
    if ((PageHeader.flags(frame.bytes) & PageHeader.LOOSE) != 0) {
      return new Frame(frame.number, TreePage.layOut(frame.bytes, PageHeader.newPage()), true);
    }
    return published ? new Frame(frame.number, PageHeader.copyOf(frame.bytes), true) : frame;
  }

  /**
   * Returns the image of a page as {@link #of(Frame, boolean)} does, in an array that waits for
   * reuse if there is one.
   */
  static Frame of(Frame frame, boolean published, PageCache cache) {
    if ((PageHeader.flags(frame.bytes) & PageHeader.LOOSE) != 0) {
      return new Frame(frame.number, TreePage.layOut(frame.bytes, cache.array()), true);
    }
    if (!published) {
      return frame;
    }
    // All bytes: the gap of an image must be zeros, which those of a used array are not.
    byte[] copy = cache.array();
    Memory.copy(frame.bytes, 0, copy, 0, PageHeader.PAGE_SIZE);
    return new Frame(frame.number, copy, true);
  }
}
