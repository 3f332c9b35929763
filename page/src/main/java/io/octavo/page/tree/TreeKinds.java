package io.octavo.page.tree;

import io.octavo.page.PageKind;

/**
 * The kinds of the pages of a tree.
 *
 * @param leaf the kind of its lowest pages
 * @param branch the kind of the pages above them
 */
public record TreeKinds(PageKind leaf, PageKind branch) {
  /** A tree of longs. */
  public static final TreeKinds LONGS = new TreeKinds(PageKind.LEAF, PageKind.BRANCH);

  /** A tree of byte strings. */
  public static final TreeKinds BYTES = new TreeKinds(PageKind.BYTES_LEAF, PageKind.BYTES_BRANCH);

  /** A tree of pieces of large values. */
  public static final TreeKinds PIECES = new TreeKinds(PageKind.OVERFLOW, PageKind.BRANCH);

  /** A tree of the pages of an append-only list, by the indexes of their first items. */
  public static final TreeKinds LISTS = new TreeKinds(PageKind.LIST, PageKind.BRANCH);

  /** A series, by time. */
  public static final TreeKinds SERIES =
      new TreeKinds(PageKind.PACKED_LEAF, PageKind.SUMMED_BRANCH);

  /** Returns the kind of a page at a level of the tree. */
  public PageKind kind(int level) {
    return level == 0 ? leaf : branch;
  }
}
