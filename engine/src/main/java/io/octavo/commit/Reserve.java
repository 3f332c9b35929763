package io.octavo.commit;

import io.octavo.cache.PageWriter;
import io.octavo.catalogue.Catalogue;
import io.octavo.space.Space;

/**
 * Pages that the file has beyond those in use, so that entries can be removed on a full disk: a
 * removal copies pages before it frees the originals. Belongs to the holder of the writer slot.
 *
 * <p>Two rules keep the reserve. A commit is sealed only if the file has room for its pages, and
 * for the pages that a checkpoint adds, so that every commit can be checkpointed. And after a
 * commit that puts entries the file has the pages of the reserve in addition to those in use; if
 * the disk has no room for them, the commit fails. Other commits may use the reserve, and the pages
 * that they free refill it first. A store below 1 MiB keeps the first rule only.
 *
 * <p>The file grows by writing zeros, because the disk may have no room for a file that was only
 * made longer. A file below 1 MiB grows by its pages instead while the file system reports ample
 * room, to avoid double writes in the first load of a store. Then a commit may still find no room
 * for its checkpoint.
 */
final class Reserve {
  /**
   * Pages that a change of one entry copies: a path, neighbours for a merge, a piece of a value.
   */
  private static final int ONE_CHANGE = 12;

  /** The reserve is at most this fraction of the pages in use. */
  private static final int SHARE = 16;

  /** A store of fewer pages has no reserve. */
  private static final int MIN_PAGES = 128;

  private final Space space;
  private final PageWriter writer;

  Reserve(Space space, PageWriter writer) {
    this.space = space;
    this.writer = writer;
  }

  /**
   * Returns the wanted size of the reserve in pages: 12, and one for each page of the catalogue and
   * of the bitmaps; at most a sixteenth of the pages in use; none in a store below 1 MiB. Twice 12,
   * and at most an eighth, if a map has a front: a removal changes both of its trees.
   */
  int wanted(Catalogue catalogue) {
    int trees = catalogue.hasFronts() ? 2 : 1;
    return isSmall()
        ? 0
        : Math.min(trees * ONE_CHANGE + ofCheckpoint(catalogue), trees * space.countLive() / SHARE);
  }

  private boolean isSmall() {
    return Math.max(writer.pages(), space.countTaken()) < MIN_PAGES;
  }

  /** Returns the present size of the reserve in pages. Any thread. */
  int present(Catalogue catalogue) {
    return Math.max(0, Math.min(wanted(catalogue), writer.pages() - space.countTaken()));
  }

  /** Returns the greatest number of pages that a checkpoint adds to the changed pages. */
  private int ofCheckpoint(Catalogue catalogue) {
    return catalogue.groups().size() + 1 + space.blocks() + space.bitmapBranches();
  }

  /**
   * Extends the file by the missing part of the reserve, if the disk has room.
   *
   * @return false if it has none
   */
  boolean fill(Catalogue catalogue) {
    return tryHave(pages(catalogue));
  }

  /** Returns the length, in pages, of a file with the whole reserve. */
  long pages(Catalogue catalogue) {
    return space.limited((long) space.countTaken() + wanted(catalogue));
  }

  /**
   * Extends the file so that a commit can be sealed: for the pages of the commit, a checkpoint and,
   * if the commit puts entries, the reserve.
   *
   * @return false if the disk has no room for them
   */
  boolean has(Catalogue catalogue, boolean isPut) {
    long needed = (long) space.countTaken() + ofCheckpoint(catalogue);
    return tryHave(isPut ? Math.max(needed, afterPut(catalogue)) : needed);
  }

  /** Returns the least length of the file, in pages, after a commit that puts entries. */
  long afterPut(Catalogue catalogue) {
    return space.limited((long) space.countLive() + wanted(catalogue));
  }

  /**
   * Extends the file to hold the reserve and a commit ring that ends at a page: a checkpoint whose
   * ring finds no room fails.
   */
  boolean hasForRing(Catalogue catalogue, int end, int length) {
    return tryGrow(Math.max(end, (long) space.countTaken() + length + wanted(catalogue)));
  }

  private boolean tryHave(long pages) {
    return (writer.pages() < MIN_PAGES && writer.hasAmpleRoom(space.limited(pages)))
        || tryGrow(pages);
  }

  private boolean tryGrow(long pages) {
    return writer.tryGrow(Math.max(space.takenEnd(writer.pages()), space.limited(pages)));
  }
}
