package io.octavo.page.tree;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;

/** Functions on the pages of all trees, regardless of their keys. */
public final class TreePage {
  private TreePage() {}

  /** Returns whether a branch has long keys: the form of a {@link BranchPage}. */
  public static boolean isOfLongs(byte[] branch) {
    int kind = PageHeader.kindCode(branch);
    return kind == PageKind.BRANCH.code() || kind == PageKind.SUMMED_BRANCH.code();
  }

  /**
   * Formats a page as a branch without children.
   *
   * @param level height above the leaves, 1 to {@link BranchPage#MAX_LEVEL}
   */
  public static void formatBranch(byte[] page, PageKind kind, int level, int number, int owner) {
    if (kind == PageKind.BYTES_BRANCH) {
      BytesPage.formatBranch(page, level, number, owner);
    } else {
      BranchPage.format(page, kind, level, number, owner);
    }
  }

  /** Returns the most children of a branch. */
  public static int branchCapacity(PageKind kind) {
    return kind == PageKind.BYTES_BRANCH ? BytesPage.MAX_COUNT : BranchPage.capacity(kind);
  }

  /** Removes a child. */
  public static void remove(byte[] branch, int index) {
    if (isOfLongs(branch)) {
      BranchPage.remove(branch, index);
    } else {
      BytesPage.remove(branch, index, index + 1);
    }
  }

  /** Reads a child. */
  public static long child(byte[] branch, int index) {
    return isOfLongs(branch) ? BranchPage.child(branch, index) : BytesPage.child(branch, index);
  }

  /**
   * Changes a child.
   *
   * @param child page number and checksum, as in {@link BranchPage}
   */
  public static void setChild(byte[] branch, int index, long child) {
    if (isOfLongs(branch)) {
      BranchPage.setChild(branch, index, child);
    } else {
      BytesPage.setChild(branch, index, child);
    }
  }

  /**
   * Copies a {@linkplain PageHeader#LOOSE loose} page into the form that is written to disk:
   * entries in key order, no holes, unused bytes zero, flags zero. Their encoding is unchanged.
   *
   * @param source a page of a kind that can be loose
   * @param target an array for a page, with any bytes
   * @return the target
   */
  public static byte[] layOut(byte[] source, byte[] target) {
    if (PageHeader.kindCode(source) == PageKind.LEAF.code()) {
      LeafPage.layOut(source, target);
    } else {
      BytesPage.layOut(source, target);
    }
    return target;
  }

  /**
   * Returns the length of the header and the slots of a page. The gap follows, and then the
   * entries, from the heap bound to the end of the page. New entries are written into the gap, so
   * the bytes of present entries do not change where entries are added and removed.
   *
   * @param page a page of a tree
   * @return the length in bytes, that of the whole page if a page of its kind cannot be loose
   */
  public static int headLength(byte[] page) {
    int kind = PageHeader.kindCode(page);
    if (kind == PageKind.LEAF.code()) {
      return SlotWord.offset(PageHeader.count(page));
    }
    return kind == PageKind.BYTES_LEAF.code() || kind == PageKind.BYTES_BRANCH.code()
        ? BytesPage.slotOffset(PageHeader.count(page))
        : PageHeader.PAGE_SIZE;
  }

  /**
   * Copies a page into a used array. The copy of a page that can be loose omits unused bytes, and
   * is loose.
   *
   * @param source a page of a tree
   * @param target any page
   */
  public static void copy(byte[] source, byte[] target) {
    int headLength = headLength(source);
    if (headLength == PageHeader.PAGE_SIZE) {
      Memory.copy(source, 0, target, 0, PageHeader.PAGE_SIZE);
      return;
    }
    int heapBound = PageHeader.heapBound(source);
    Memory.copy(source, 0, target, 0, headLength);
    Memory.copy(source, heapBound, target, heapBound, PageHeader.PAGE_SIZE - heapBound);
    PageHeader.setFlags(target, PageHeader.LOOSE);
  }
}
