package io.octavo.page.meta;

import io.octavo.page.PageRef;
import java.util.UUID;

/**
 * What a meta page says: the root of one state of the store. FORMAT.md, section "Meta".
 *
 * @param storeId identity of the store, drawn when it was created
 * @param compatible features that older versions may ignore
 * @param readOnlyCompatible features that older versions may ignore as long as they do not write
 * @param incompatible features that no older version can do without
 * @param epoch number of the checkpoint that wrote it, from 1
 * @param pageCount pages of the file that belong to the state
 * @param catalogue root of the catalogue
 * @param space root of the tree over the bitmaps of pages in use
 * @param nextCollectionId identifier of the next collection, from 1
 * @param sequence number of the last commit contained
 * @param ring where commits behind that one are found
 */
public record Meta(
    UUID storeId,
    long compatible,
    long readOnlyCompatible,
    long incompatible,
    long epoch,
    int pageCount,
    PageRef catalogue,
    PageRef space,
    int nextCollectionId,
    long sequence,
    Ring ring) {
  /** The incompatible feature of lists and series, bit 0. */
  public static final long LISTS = 1;

  /** The incompatible feature of maps with a front, bit 1. */
  public static final long FRONTS = 2;

  /** All incompatible features that this version knows. */
  public static final long KNOWN = LISTS | FRONTS;

  /**
   * The extent of the commit ring.
   *
   * @param start its first page, 0 if there is none
   * @param pages its length in pages
   * @param replayOffset the start of replay, in bytes from its start
   * @param generation number that changes at each recovery
   */
  public record Ring(int start, int pages, long replayOffset, long generation) {
    /** No ring. */
    public static final Ring NONE = new Ring(0, 0, 0, 0);
  }

  /**
   * Returns the same state as another checkpoint.
   *
   * @return a meta page that differs in the epoch only
   */
  public Meta withEpoch(long newEpoch) {
    return new Meta(
        storeId,
        compatible,
        readOnlyCompatible,
        incompatible,
        newEpoch,
        pageCount,
        catalogue,
        space,
        nextCollectionId,
        sequence,
        ring);
  }

  /**
   * Returns the same state with another ring.
   *
   * @return a meta page that differs in the ring only
   */
  public Meta withRing(Ring newRing) {
    return new Meta(
        storeId,
        compatible,
        readOnlyCompatible,
        incompatible,
        epoch,
        pageCount,
        catalogue,
        space,
        nextCollectionId,
        sequence,
        newRing);
  }
}
