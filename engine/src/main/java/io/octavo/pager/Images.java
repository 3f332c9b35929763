package io.octavo.pager;

import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;

/** Makes images of pages in memory. */
final class Images {
  private Images() {}

  /**
   * Returns the image of a page, without the checksums of its children and not sealed yet.
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
}
