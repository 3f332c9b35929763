package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.PageRef;
import io.octavo.page.TreeKinds;
import io.octavo.pager.Pages;
import io.octavo.pager.TreeRoot;
import io.octavo.tree.BytesTree;
import io.octavo.tree.LongTree;
import io.octavo.tree.PostingTree;
import io.octavo.tree.TreeType;
import org.jspecify.annotations.Nullable;

/**
 * The trees of collections as a snapshot sees them; those of collections that it lacks are empty.
 */
final class SnapshotTrees {
  private SnapshotTrees() {}

  static LongTree longs(Hold hold, @Nullable CatalogueRecord record) {
    TreeRoot root = rootOf(record);
    TreeKinds kinds = record == null ? TreeKinds.LONGS : TreeType.of(record).kinds();
    return new LongTree(pages(hold, root, kinds), root);
  }

  /** Returns the tree of a map of byte strings, with that of its large values. */
  static BytesTree bytes(Hold hold, @Nullable CatalogueRecord record) {
    CatalogueRecord pieces =
        record == null ? null : hold.catalogue().find(CatalogueRecord.piecesOf(record.id()));
    TreeRoot root = rootOf(record);
    return new BytesTree(
        pages(hold, root, TreeKinds.BYTES), root, pieces == null ? null : longs(hold, pieces));
  }

  static PostingTree postings(Hold hold, @Nullable CatalogueRecord record) {
    TreeRoot root = rootOf(record);
    return new PostingTree(new BytesTree(pages(hold, root, TreeKinds.BYTES), root, null));
  }

  private static Pages pages(Hold hold, TreeRoot root, TreeKinds kinds) {
    return hold.pager().pages(hold.snapshot(), root.owner(), kinds);
  }

  private static TreeRoot rootOf(@Nullable CatalogueRecord record) {
    return record == null
        ? new TreeRoot(0, PageRef.NONE, 0)
        : new TreeRoot(record.id(), record.root(), record.entries());
  }
}
