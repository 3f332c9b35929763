package io.octavo.pager;

import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;

/** Pages in memory turned into the form that is written. */
final class Images {
  private Images() {}

  /**
   * Returns a page in the form that is written but for the checksums of its children, ready to be
   * sealed.
   *
   * @param frame a page of a tree
   * @param published whether readers may look at it; if not, it may be sealed where it is
   */
  static Frame of(Frame frame, boolean published) {
    if ((PageHeader.flags(frame.bytes) & PageHeader.LOOSE) != 0) {
      byte[] image = PageHeader.newPage();
      TreePage.layOut(frame.bytes, image);
      return new Frame(frame.number, image, true);
    }
    return published ? new Frame(frame.number, PageHeader.copyOf(frame.bytes), true) : frame;
  }
}
