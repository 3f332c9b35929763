package io.octavo.pager;

import io.octavo.page.LeafPage;
import io.octavo.page.PageHeader;

/** Pages in memory turned into the form that is written. */
final class Images {
  private Images() {}

  /**
   * Gives a leaf in key order, ready to be sealed.
   *
   * @param frame a leaf
   * @param published whether readers may look at it; if not, it may be sealed where it is
   */
  static Frame leaf(Frame frame, boolean published) {
    if ((PageHeader.flags(frame.bytes) & PageHeader.LOOSE) != 0) {
      byte[] image = PageHeader.newPage();
      LeafPage.layOut(frame.bytes, image);
      return new Frame(frame.number, image, true);
    }
    return published ? copy(frame) : frame;
  }

  /** Gives a branch whose children may be changed. */
  static Frame branch(Frame frame, boolean published) {
    return published ? copy(frame) : frame;
  }

  private static Frame copy(Frame frame) {
    return new Frame(frame.number, PageHeader.copyOf(frame.bytes), true);
  }
}
