package io.octavo.tree;

import io.octavo.commit.WriteTransaction;
import io.octavo.error.CorruptionException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;

/**
 * The large values of a tree of byte strings, in a tree of their own: the lowest pages are {@link
 * OverflowPage}s under the numbers of the pieces. The pieces of a value have numbers that follow
 * each other. In a snapshot any number of threads may read at once.
 */
public final class PieceTree extends LongBranchWriter {
  /**
   * Opens the values for writing.
   *
   * @param transaction the transaction that writes
   * @param record the collection that they are
   * @param limits how full pages may be
   */
  public PieceTree(WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    super(transaction, record, TreeKinds.PIECES, limits);
  }

  /**
   * Finds a piece.
   *
   * @param tree the tree of the pieces
   * @param piece its number
   * @param length its required length
   * @return its page
   * @throws io.octavo.error.CorruptionException if the piece is missing
   */
  static byte[] piece(LongTree tree, long piece, int length) {
    PageRef ref = tree.root.page();
    byte[] page = tree.pages.page(ref.number(), ref.crc(), ref.level());
    for (int level = ref.level(); level > 0; level--) {
      long child = BranchPage.child(page, BranchPage.find(page, piece));
      page = tree.pages.page(BranchPage.number(child), BranchPage.crc(child), level - 1);
    }
    boolean fits =
        PageHeader.kindCode(page) == PageKind.OVERFLOW.code()
            && OverflowPage.piece(page) == piece
            && OverflowPage.length(page) == length;
    if (!fits) {
      throw tree.pages.wrongPiece(
          PageHeader.number(page),
          "piece " + OverflowPage.piece(page) + " of " + OverflowPage.length(page) + " bytes",
          "piece " + piece + " of " + length + " bytes");
    }
    return page;
  }

  /** Returns the exception for a value with more pieces than exist. */
  static CorruptionException tooFew(LongTree tree, long wanted) {
    return tree.pages.wrongPiece(
        tree.root.page().number(), tree.size() + " pieces", wanted + " of one value");
  }

  /** Returns the number of the next piece: one above the greatest number in use. */
  long nextPiece() {
    path.descendToEdge(this, true);
    return path.top < 0 ? 0 : OverflowPage.piece(path.leaf()) + 1;
  }

  /** Adds a piece after the last. May first spill changed pages to make room in memory. */
  void append(long piece, byte[] bytes, int from, int length) {
    writeSet.makeRoom();
    byte[] page = pages.array();
    OverflowPage.build(page, writeSet.allocate(), root.owner(), piece, bytes, from, length);
    writeSet.add(page);
    path.descendToBranch(this, Long.MAX_VALUE);
    if (path.top < 0) {
      root.setPage(new PageRef(PageHeader.number(page), 0, 0));
    } else {
      if (path.top > 0) {
        makeWritableTo(1);
      }
      addChild(1, piece, page, true);
    }
    counted(1);
  }

  /** Removes the pieces of a value, without reading their pages. */
  void remove(long first, long count) {
    if (count > size()) {
      throw tooFew(this, count);
    }
    for (long piece = first; piece < first + count; piece++) {
      path.descendToBranch(this, piece);
      if (path.top < 0) {
        throw tooFew(this, count);
      }
      if (path.top == 0) {
        freeAll();
        continue;
      }
      makeWritableTo(1);
      int index = path.indexes[1];
      writeSet.free(BranchPage.number(BranchPage.child(path.pages[1], index)));
      removeChild(1, index);
      counted(-1);
    }
  }

  @Override
  public void clear() {
    if (!root.page().isNone()) {
      freeAll();
    }
  }
}
