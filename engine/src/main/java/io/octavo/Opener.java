package io.octavo;

import io.octavo.collection.Changes;
import io.octavo.collection.TreeType;
import io.octavo.error.StoreException;
import io.octavo.ids.DictionaryTreeWriter;
import io.octavo.ids.PairTreeWriter;
import io.octavo.ids.StackTreeWriter;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.posting.PostingTreeWriter;
import io.octavo.series.SeriesTreeWriter;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.LongTreeWriter;
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

  static Dictionary dictionary(Transaction transaction, String name) {
    CatalogueRecord record = find(transaction, name, CatalogueRecord.DICTIONARY, "a dictionary");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      DictionaryTreeWriter tree =
          changes.dictionaryTree(
              record != null ? record : changes.create(name, CatalogueRecord.DICTIONARY));
      return new Dictionary(transaction, name, tree, tree);
    }
    return new Dictionary(
        transaction, name, SnapshotTrees.dictionary(transaction.resources, record), null);
  }

  static PairTable pairs(Transaction transaction, String name) {
    CatalogueRecord record = find(transaction, name, CatalogueRecord.PAIRS, "a table of pairs");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      PairTreeWriter table =
          changes.pairTree(record != null ? record : changes.create(name, CatalogueRecord.PAIRS));
      return new PairTable(transaction, name, table, table);
    }
    return new PairTable(
        transaction, name, SnapshotTrees.pairs(transaction.resources, record), null);
  }

  static StackTable stacks(Transaction transaction, String name) {
    CatalogueRecord record = find(transaction, name, CatalogueRecord.STACKS, "a table of stacks");
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      StackTreeWriter table =
          changes.stackTree(record != null ? record : changes.create(name, CatalogueRecord.STACKS));
      return new StackTable(transaction, name, table, table);
    }
    return new StackTable(
        transaction, name, SnapshotTrees.stacks(transaction.resources, record), null);
  }

  static Series series(Transaction transaction, String name) {
    CatalogueRecord record = find(transaction, name, CatalogueRecord.SERIES, "a series");
    SeriesUnits units = record == null ? SeriesUnits.NONE : units(record);
    Changes changes = transaction.resources.changes();
    if (changes != null) {
      SeriesTreeWriter series =
          changes.seriesTree(
              record != null ? record : changes.create(name, CatalogueRecord.SERIES));
      return new Series(transaction, name, series, series, units);
    }
    return new Series(
        transaction, name, SnapshotTrees.series(transaction.resources, record), null, units);
  }

  private static SeriesUnits units(CatalogueRecord record) {
    try {
      return SeriesUnits.of(record);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          "name="
              + record.name()
              + " is a series of units that this version of Octavo does not know: "
              + e.getMessage()
              + "; use the version that wrote it, or run octavo salvage",
          e);
    }
  }

  /** Finds a collection that must be of a type, null if there is none of the name. */
  private static @Nullable CatalogueRecord find(
      Transaction transaction, String name, int type, String what) {
    CatalogueRecord record = transaction.resources.catalogue().find(name);
    if (record == null || record.isOwn()) {
      // Earlier versions gave users names that are reserved now: those maps stay theirs.
      requireName(name);
    }
    if (record != null && !record.isOf(type)) {
      throw new IllegalArgumentException(
          "name=" + name + " is " + TreeType.textOf(record) + ", not " + what);
    }
    return record;
  }

  static void requireName(String name) {
    CatalogueRecord.requireName(name);
    if (name.startsWith(CatalogueRecord.OWN) || name.startsWith(CatalogueRecord.OWN_INDEX)) {
      throw new IllegalArgumentException(
          "name=" + name + " begins with U+0000, which is reserved for the store: values, index");
    }
  }
}
