package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.PageRef;
import io.octavo.pager.Pages;
import io.octavo.pager.TreeRoot;
import io.octavo.tree.BytesTree;
import io.octavo.tree.LongTree;
import io.octavo.tree.PostingTree;
import org.jspecify.annotations.Nullable;

/**
 * The trees of collections as a snapshot sees them; those of collections that it lacks are empty.
 */
final class SnapshotTrees {
  private SnapshotTrees() {}

  static LongTree longs(Hold hold, @Nullable CatalogueRecord record) {
    TreeRoot root = rootOf(record);
    int type = record == null ? CatalogueRecord.LONG_MAP : record.type();
    return new LongTree(pages(hold, root, type), root);
  }

  /** Returns the tree of a map of byte strings, with that of its large values. */
  static BytesTree bytes(Hold hold, @Nullable CatalogueRecord record) {
    CatalogueRecord pieces =
        record == null ? null : hold.catalogue().find(CatalogueRecord.piecesOf(record.id()));
    TreeRoot root = rootOf(record);
    return new BytesTree(
        pages(hold, root, CatalogueRecord.BYTES_MAP),
        root,
        pieces == null ? null : longs(hold, pieces));
  }

  static PostingTree postings(Hold hold, @Nullable CatalogueRecord record) {
    TreeRoot root = rootOf(record);
    return new PostingTree(new BytesTree(pages(hold, root, CatalogueRecord.POSTINGS), root, null));
  }

  private static Pages pages(Hold hold, TreeRoot root, int type) {
    return hold.pager().pages(hold.snapshot(), root.owner(), type);
  }

  private static TreeRoot rootOf(@Nullable CatalogueRecord record) {
    return record == null
        ? new TreeRoot(0, PageRef.NONE, 0)
        : new TreeRoot(record.id(), record.root(), record.entries());
  }
}
