package io.octavo.cache;

import io.octavo.page.tree.LeafChanges;

/**
 * How a changed leaf differs from a page that the last checkpoint reaches or that the running one
 * writes. The leaf need not stay in memory: that page is read, and the changes are applied again.
 *
 * @param base that page; its place is taken at least until the leaf has been written
 * @param changes what has been changed since
 */
public record Delta(Base base, LeafChanges changes) {
  /** Heap of the objects, besides the bytes of the changes: frame, delta, changes, array. */
  private static final int OBJECTS = 160;

  /** The page that a leaf is a changed copy of. */
  public static final class Base {
    public final int number;

    /** Its checksum, 0 while a checkpoint has not computed it. */
    volatile int crc;

    public Base(int number, int crc) {
      this.number = number;
      this.crc = crc;
    }
  }

  /** Returns the same difference, to which the copy of the leaf adds its own changes. */
  public Delta copy() {
    return new Delta(base, changes.copy());
  }

  /** Returns the bytes of heap that a leaf takes which is not in memory itself. */
  int heldBytes() {
    return OBJECTS + changes.heldBytes();
  }
}
