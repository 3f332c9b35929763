package io.octavo.page.tree;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.longs.LeafPage;

/** What the pages of all trees have in common, whatever their keys are. */
public final class TreePage {
  private TreePage() {}

  /**
   * Returns whether a branch is one of long keys.
   *
   * @param branch a branch of any kind
   * @return true if it has the form of a {@link BranchPage}
   */
  public static boolean isOfLongs(byte[] branch) {
    int kind = PageHeader.kindCode(branch);
    return kind == PageKind.BRANCH.code() || kind == PageKind.SUMMED_BRANCH.code();
  }

  /**
   * Makes a page a branch without children.
   *
   * @param page the page
   * @param kind the kind of branch
   * @param level height above the leaves, 1 to {@link BranchPage#MAX_LEVEL}
   * @param number its place in the file
   * @param owner the collection
   */
  public static void formatBranch(byte[] page, PageKind kind, int level, int number, int owner) {
    if (kind == PageKind.BYTES_BRANCH) {
      BytesPage.formatBranch(page, level, number, owner);
    } else {
      BranchPage.format(page, kind, level, number, owner);
    }
  }

  /**
   * Returns how many children a branch can have.
   *
   * @param kind the kind of branch
   * @return the most children
   */
  public static int branchCapacity(PageKind kind) {
    return kind == PageKind.BYTES_BRANCH ? BytesPage.MAX_COUNT : BranchPage.capacity(kind);
  }

  /**
   * Removes a child.
   *
   * @param branch a branch of any kind
   * @param index the child, from 0
   */
  public static void remove(byte[] branch, int index) {
    if (isOfLongs(branch)) {
      BranchPage.remove(branch, index);
    } else {
      BytesPage.remove(branch, index, index + 1);
    }
  }

  /**
   * Reads a child.
   *
   * @param branch a branch of any kind
   * @param index the child, from 0
   * @return page number and checksum, as {@link BranchPage} has them
   */
  public static long child(byte[] branch, int index) {
    return isOfLongs(branch) ? BranchPage.child(branch, index) : BytesPage.child(branch, index);
  }

  /**
   * Changes a child.
   *
   * @param branch a branch of any kind
   * @param index the child, from 0
   * @param child page number and checksum, as {@link BranchPage} has them
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
   * entries in key order, no holes, unused bytes zero, flags zero. How they are encoded stays as it
   * is.
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
   * Copies a page into a used array. Of a page that can be loose the unused bytes are left out, and
   * the copy is loose.
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
