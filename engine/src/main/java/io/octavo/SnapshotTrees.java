package io.octavo;

import io.octavo.catalogue.TreeRoot;
import io.octavo.collection.TreeType;
import io.octavo.ids.DictionaryTree;
import io.octavo.ids.PairTree;
import io.octavo.ids.StackTree;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.posting.PostingTree;
import io.octavo.series.SeriesTree;
import io.octavo.space.Pages;
import io.octavo.tree.BytesTree;
import io.octavo.tree.LongTree;
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
    TreeRoot root = TreeRoot.of(record);
    return new BytesTree(
        pages(resources, root, TreeKinds.BYTES), root, () -> pieces(resources, record));
  }

  private static @Nullable LongTree pieces(
      TransactionResources resources, @Nullable CatalogueRecord record) {
    CatalogueRecord pieces =
        record == null ? null : TreeType.piecesOf(resources.catalogue(), record);
    return pieces == null ? null : longs(resources, pieces);
  }

  static PostingTree postings(TransactionResources resources, @Nullable CatalogueRecord record) {
    TreeRoot root = TreeRoot.of(record);
    return new PostingTree(
        new BytesTree(pages(resources, root, TreeKinds.BYTES), root, () -> null));
  }

  /** Returns the trees of pairs, with that of their index. */
  static PairTree pairs(TransactionResources resources, @Nullable CatalogueRecord record) {
    return PairTree.open(
        longs(resources, record),
        longs(resources, indexOf(resources, record)),
        resources.openItems());
  }

  /** Returns the trees of a dictionary, with that of its index. */
  static DictionaryTree dictionary(
      TransactionResources resources, @Nullable CatalogueRecord record) {
    return DictionaryTree.open(
        longs(resources, record),
        longs(resources, indexOf(resources, record)),
        resources.pager().durable().meta().storeId(),
        resources.openItems());
  }

  private static @Nullable CatalogueRecord indexOf(
      TransactionResources resources, @Nullable CatalogueRecord record) {
    return record == null ? null : TreeType.indexOf(resources.catalogue(), record);
  }

  static StackTree stacks(TransactionResources resources, @Nullable CatalogueRecord record) {
    return StackTree.open(longs(resources, record), resources.openItems());
  }

  static SeriesTree series(TransactionResources resources, @Nullable CatalogueRecord record) {
    return SeriesTree.open(longs(resources, record), resources.openItems());
  }

  private static Pages pages(TransactionResources resources, TreeRoot root, TreeKinds kinds) {
    return resources.pager().pages(resources.snapshot(), root.owner(), kinds);
  }
}
