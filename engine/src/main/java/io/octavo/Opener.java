package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.Changes;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.PostingTreeWriter;
import io.octavo.tree.TreeType;
import org.jspecify.annotations.Nullable;

/**
 * Opens the collections of a transaction; a write transaction creates a collection that does not
 * exist.
 */
final class Opener {
  private Opener() {}

  static LongMap longMap(Transaction transaction, String name) {
    CatalogueRecord record = find(transaction, name, CatalogueRecord.LONG_MAP, "a map of longs");
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
        find(transaction, name, CatalogueRecord.BYTES_MAP, "a map of byte strings");
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
    CatalogueRecord record = find(transaction, name, CatalogueRecord.POSTINGS, "posting lists");
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

  /**
   * Finds a collection by its name and checks its type. Returns null if no collection has the name.
   */
  private static @Nullable CatalogueRecord find(
      Transaction transaction, String name, int type, String what) {
    requireName(name);
    CatalogueRecord record = transaction.resources.catalogue().find(name);
    if (record != null && !record.isOf(type)) {
      throw new IllegalArgumentException(
          "name=" + name + " is " + TreeType.textOf(record) + ", not " + what);
    }
    return record;
  }

  static void requireName(String name) {
    CatalogueRecord.requireName(name);
    if (name.startsWith(CatalogueRecord.OWN)) {
      throw new IllegalArgumentException(
          "name=" + name + " begins with U+0000, which is reserved for the store: values");
    }
  }
}
