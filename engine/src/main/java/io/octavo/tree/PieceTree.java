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
import io.octavo.space.WriteSet;

/**
 * The large values of a tree of byte strings, in a tree of their own: the lowest pages are {@link
 * OverflowPage}s under the numbers of the pieces. The pieces of a value have numbers that follow
 * each other. In a snapshot any number of threads may read at once.
 */
public final class PieceTree extends LongTree {
  private final WriteSet writeSet;
  private final BranchWriter<Long> branches;
  private final TreePath path;

  /**
   * Opens the values for writing.
   *
   * @param record the collection that they are
   * @param limits how full pages may be
   */
  public PieceTree(WriteTransaction transaction, CatalogueRecord record, TreeLimits limits) {
    super(transaction, record, TreeKinds.PIECES);
    this.writeSet = transaction.writeSet();
    this.branches = new BranchWriter<>(this, TreeKinds.PIECES.branch(), transaction, limits);
    this.path = branches.path();
  }

  /**
   * Finds a piece.
   *
   * @param piece its number
   * @param length its required length
   * @return its page
   * @throws io.octavo.error.CorruptionException if the piece is missing
   */
  static byte[] piece(LongTree tree, long piece, int length) {
    PageRef ref = tree.root.page();
    byte[] page = tree.rootPage();
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
    path.descendToEdge(true);
    return path.top < 0 ? 0 : OverflowPage.piece(path.leaf()) + 1;
  }

  /** Adds a piece after the last. May first spill changed pages to make room in memory. */
  void append(long piece, byte[] bytes, int from, int length) {
    writeSet.makeRoom();
    byte[] page =
        branches.newPage(
            (to, number, owner) ->
                OverflowPage.build(to, number, owner, piece, bytes, from, length));
    path.descendToBranch(Long.MAX_VALUE);
    branches.append(piece, page);
    counted(1);
  }

  /** Removes the pieces of a value without reading their pages. */
  void remove(long first, long count) {
    if (count > size()) {
      throw tooFew(this, count);
    }
    for (long piece = first; piece < first + count; piece++) {
      path.descendToBranch(piece);
      if (path.top < 0) {
        throw tooFew(this, count);
      }
      branches.removeLeaf(1);
    }
  }

  /** Removes all entries, and frees their pages. */
  public void clear() {
    if (!root.page().isNone()) {
      branches.freeAll();
    }
  }
}
