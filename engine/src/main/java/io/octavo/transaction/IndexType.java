package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;

/** The index of another collection, whose operations change it. */
public final class IndexType extends TreeType {
  /** The one instance. */
  public static final IndexType TYPE = new IndexType();

  private IndexType() {
    super(CatalogueRecord.INDEX, TreeKinds.LONGS, "the index of a collection");
  }

  @Override
  public boolean canBeCreated() {
    return false;
  }

  @Override
  public void check(CatalogueRecord record, TreeCheck tree) {
    tree.longs();
  }
}
