package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.TreeKinds;
import io.octavo.pager.Pages;
import io.octavo.pager.TreeRoot;
import io.octavo.tree.BytesTree;
import io.octavo.tree.LongTree;
import io.octavo.tree.PostingTree;
import io.octavo.tree.TreeType;
import org.jspecify.annotations.Nullable;

/**
 * The trees of the collections of a snapshot. If the snapshot lacks a collection, its tree is
 * empty.
 */
final class SnapshotTrees {
  private SnapshotTrees() {}

  static LongTree longs(TransactionResources resources, @Nullable CatalogueRecord record) {
    TreeRoot root = TreeRoot.of(record);
    TreeKinds kinds = record == null ? TreeKinds.LONGS : TreeType.of(record).kinds();
    return new LongTree(pages(resources, root, kinds), root);
  }

  /** Returns the tree of a map of byte strings, together with the tree of its large values. */
  static BytesTree bytes(TransactionResources resources, @Nullable CatalogueRecord record) {
    CatalogueRecord pieces =
        record == null ? null : resources.catalogue().find(CatalogueRecord.piecesOf(record.id()));
    TreeRoot root = TreeRoot.of(record);
    return new BytesTree(
        pages(resources, root, TreeKinds.BYTES),
        root,
        pieces == null ? null : longs(resources, pieces));
  }

  static PostingTree postings(TransactionResources resources, @Nullable CatalogueRecord record) {
    TreeRoot root = TreeRoot.of(record);
    return new PostingTree(new BytesTree(pages(resources, root, TreeKinds.BYTES), root, null));
  }

  private static Pages pages(TransactionResources resources, TreeRoot root, TreeKinds kinds) {
    return resources.pager().pages(resources.snapshot(), root.owner(), kinds);
  }
}
