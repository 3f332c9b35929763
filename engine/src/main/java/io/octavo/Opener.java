package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.Changes;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.PostingTreeWriter;

/**
 * Opens the collections of a transaction; a write transaction creates a collection that does not
 * exist.
 */
final class Opener {
  private Opener() {}

  static LongMap longMap(Transaction transaction, String name) {
    CatalogueRecord record = transaction.find(name, CatalogueRecord.LONG_MAP, "a map of longs");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      LongTreeWriter tree =
          changes.longTree(
              record != null ? record : changes.create(name, CatalogueRecord.LONG_MAP));
      return new LongMap(transaction, name, tree, tree);
    }
    return new LongMap(transaction, name, SnapshotTrees.longs(transaction.resources, record), null);
  }

  static BytesMap bytesMap(Transaction transaction, String name) {
    CatalogueRecord record =
        transaction.find(name, CatalogueRecord.BYTES_MAP, "a map of byte strings");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      BytesTreeWriter tree =
          changes.bytesTree(
              record != null ? record : changes.create(name, CatalogueRecord.BYTES_MAP));
      return new BytesMap(transaction, name, tree, tree);
    }
    return new BytesMap(
        transaction, name, SnapshotTrees.bytes(transaction.resources, record), null);
  }

  static PostingMap postings(Transaction transaction, String name) {
    CatalogueRecord record = transaction.find(name, CatalogueRecord.POSTINGS, "posting lists");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      BytesTreeWriter tree =
          changes.bytesTree(
              record != null ? record : changes.create(name, CatalogueRecord.POSTINGS));
      PostingTreeWriter lists = new PostingTreeWriter(tree);
      return new PostingMap(transaction, name, lists, lists);
    }
    return new PostingMap(
        transaction, name, SnapshotTrees.postings(transaction.resources, record), null);
  }
}
