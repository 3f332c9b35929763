package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.tree.TreePage;

/**
 * The remains of a leaf whose array the next version of the leaf has taken over: a copy of its
 * header and its slots. The next version adds entries only below those of the leaf, and removes
 * slots, so the bytes of the entries stay unchanged, and the leaf can be rebuilt.
 */
public final class Remains {
  private static final byte[] NO_SALT = {};

  private final byte[] head;
  private final byte[] heap;

  /**
   * Whether the leaf was as in the file. A copy, because a reader that finds the frame through a
   * data race is only sure to see its final fields.
   */
  private final boolean isClean;

  /** The checksum of head and heap, for an assertion; 0 without assertions. */
  private int checksum;

  /**
   * Keeps the header and the slots of a leaf, whose array may then be taken over.
   *
   * @param heads supplies their array
   */
  Remains(Frame leaf, HeadPool heads) {
    int length = TreePage.headLength(leaf.bytes);
    head = heads.take(length);
    Memory.copy(leaf.bytes, 0, head, 0, length);
    heap = leaf.bytes;
    isClean = !leaf.dirty;
    assert remember(leaf.bytes);
  }

  private boolean remember(byte[] leaf) {
    checksum = checksumOf(leaf);
    return true;
  }

  /** Returns whether a leaf has the bytes of the leaf of these remains, for an assertion. */
  public boolean gives(Frame leaf) {
    return checksumOf(leaf.bytes) == checksum;
  }

  private static int checksumOf(byte[] leaf) {
    byte[] page = leaf.clone();
    int length = TreePage.headLength(page);
    Memory.zero(page, length, PageHeader.heapBound(page));
    return Memory.crc32c(page, 0, PageHeader.PAGE_SIZE, NO_SALT);
  }

  /** Returns the array of header and slots, for reuse after the frame has left the table. */
  byte[] head() {
    return head;
  }

  /** Returns the checksum in the header of the leaf. */
  int crc() {
    return PageHeader.crc(head);
  }

  /**
   * Rebuilds the leaf. Any thread, as long as the array is not {@linkplain TakeOver#giveBack given
   * back}: the caller must then check again that the frame is in the table.
   *
   * @param number the page
   */
  public Frame leaf(int number, byte[] bytes) {
    // If the frame has left the table, the head may be that of other remains by now.
    int length = Math.min(TreePage.headLength(head), Memory.length(head));
    Memory.copy(head, 0, bytes, 0, length);
    int heapBound = Math.min(PageHeader.heapBound(bytes), PageHeader.PAGE_SIZE);
    heapBound = Math.max(length, heapBound);
    Memory.zero(bytes, length, heapBound);
    Memory.copy(heap, heapBound, bytes, heapBound, PageHeader.PAGE_SIZE - heapBound);
    // Before the caller checks again.
    Memory.fence();
    return new Frame(number, bytes, !isClean);
  }
}
