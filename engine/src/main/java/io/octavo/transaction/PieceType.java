package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.tree.PieceTree;

/** The pieces of the large values of another collection, which changes them. */
public final class PieceType extends TreeType {
  /** The one instance. */
  public static final PieceType TYPE = new PieceType();

  private PieceType() {
    super(CatalogueRecord.PIECES, TreeKinds.PIECES, "the large values of a map");
  }

  @Override
  protected Operations operations(Changes changes, CatalogueRecord record) {
    PieceTree tree = changes.pieceTree(record);
    return new Operations(this, record) {
      @Override
      protected void clear() {
        tree.clear();
      }
    };
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.longs();
  }
}
