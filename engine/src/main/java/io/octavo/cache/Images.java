package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.tree.TreePage;
import java.util.function.Supplier;

/** Makes images of pages in memory. */
public final class Images {
  private Images() {}

  /**
   * Returns the image of a page, without the checksums of its children and not sealed yet. The
   * array of the image is new, or that of the page.
   *
   * @param frame a page of a tree
   * @param published whether readers may see the page; if not, the image may be the page itself
   */
  public static Frame of(Frame frame, boolean published) {
    return of(frame, published, PageHeader::newPage);
  }

  /**
   * Returns the image of a page as {@link #of(Frame, boolean)} does.
   *
   * @param arrays supplies the array of the image, with any bytes, if it is not that of the page
   */
  public static Frame of(Frame frame, boolean published, Supplier<byte[]> arrays) {
    if ((PageHeader.flags(frame.bytes) & PageHeader.LOOSE) != 0) {
      return new Frame(frame.number, TreePage.layOut(frame.bytes, arrays.get()), true);
    }
    if (!published) {
      return frame;
    }
    // All bytes: the gap of an image must be zeros, and the array may be a used one.
    byte[] copy = arrays.get();
    Memory.copy(frame.bytes, 0, copy, 0, PageHeader.PAGE_SIZE);
    return new Frame(frame.number, copy, true);
  }
}
