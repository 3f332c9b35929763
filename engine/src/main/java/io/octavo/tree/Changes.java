package io.octavo.tree;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.OperationLog;
import io.octavo.page.OperationReader;
import io.octavo.pager.Catalogue;
import io.octavo.pager.CatalogueEdit;
import io.octavo.pager.WriteTransaction;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a write transaction does to the collections, by identifier; the same whether a program asks
 * for it or the commit ring is done again.
 */
public final class Changes implements OperationReader.Target {
  private final WriteTransaction transaction;
  private final CatalogueEdit catalogue;
  private final OperationLog log;
  private final TreeLimits limits;
  private final Map<Integer, LongTreeWriter> longTrees = new HashMap<>();
  private final Map<Integer, BytesTreeWriter> bytesTrees = new HashMap<>();
  private final Map<Integer, PieceTree> pieceTrees = new HashMap<>();
  private int selected;

  /** What operations do to the collections that they were about, by identifier. */
  private final Map<Integer, Operations> operations = new HashMap<>();

  /**
   * Begins without changes.
   *
   * @param transaction gets the changes
   * @param limits how many entries and children a page may have
   */
  public Changes(WriteTransaction transaction, TreeLimits limits) {
    this.transaction = transaction;
    this.catalogue = transaction.catalogue();
    this.log = transaction.log();
    this.limits = limits;
  }

  /** {@return the transaction that gets the changes} */
  public WriteTransaction transaction() {
    return transaction;
  }

  /** {@return the collections; the records of trees that were changed have the old roots} */
  public Catalogue catalogue() {
    return catalogue.catalogue();
  }

  /**
   * Returns the tree of a map of longs.
   *
   * @param record the map, which exists
   * @return its tree
   */
  public LongTreeWriter longTree(CatalogueRecord record) {
    LongTreeWriter tree = longTrees.get(record.id());
    if (tree == null) {
      tree = new LongTreeWriter(transaction, record, limits);
      longTrees.put(record.id(), tree);
    }
    return tree;
  }

  /**
   * Returns the tree of a map of byte strings.
   *
   * @param record the map, which exists
   * @return its tree
   */
  public BytesTreeWriter bytesTree(CatalogueRecord record) {
    BytesTreeWriter tree = bytesTrees.get(record.id());
    if (tree == null) {
      CatalogueRecord pieces = catalogue().find(CatalogueRecord.piecesOf(record.id()));
      tree =
          new BytesTreeWriter(
              transaction,
              record,
              pieces == null ? null : pieceTree(pieces),
              () -> pieceTreeOf(record.id()),
              limits);
      bytesTrees.put(record.id(), tree);
    }
    return tree;
  }

  /** Returns the tree of the large values of a map, which is made if there is none. */
  private PieceTree pieceTreeOf(int id) {
    String name = CatalogueRecord.piecesOf(id);
    CatalogueRecord pieces = catalogue().find(name);
    return pieceTree(pieces != null ? pieces : create(name, CatalogueRecord.PIECES));
  }

  private PieceTree pieceTree(CatalogueRecord record) {
    PieceTree tree = pieceTrees.get(record.id());
    if (tree == null) {
      tree = new PieceTree(transaction, record, limits);
      pieceTrees.put(record.id(), tree);
    }
    return tree;
  }

  /**
   * Creates a collection.
   *
   * @param name its name, which is not taken
   * @param type what it is
   * @return its record
   */
  public CatalogueRecord create(String name, int type) {
    CatalogueRecord record = catalogue.next(name, type);
    catalogue.add(record);
    log.create(record.id(), type, name);
    return record;
  }

  /**
   * Creates a collection whose record says by which codecs it is written.
   *
   * @param name its name, which is not taken
   * @param type what it is
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail what the type keeps behind its record
   * @return its record
   */
  public CatalogueRecord create(String name, int type, int keyCodec, int valueCodec, byte[] tail) {
    CatalogueRecord record = catalogue.next(name, type).described(keyCodec, valueCodec, tail);
    catalogue.add(record);
    log.create(record.id(), type, name);
    log.describe(record.id(), keyCodec, valueCodec, tail);
    return record;
  }

  /**
   * Drops a collection, and its large values.
   *
   * @param record the collection, which exists
   */
  public void drop(CatalogueRecord record) {
    TreeType.operationsOf(this, record).clear();
    CatalogueRecord pieces = catalogue().find(CatalogueRecord.piecesOf(record.id()));
    if (pieces != null) {
      forget(pieces);
    }
    forget(record);
    log.drop(record.id());
  }

  private void forget(CatalogueRecord record) {
    longTrees.remove(record.id());
    bytesTrees.remove(record.id());
    pieceTrees.remove(record.id());
    operations.remove(record.id());
    catalogue.remove(record);
  }

  /**
   * Gives a collection another name.
   *
   * @param record the collection, which exists
   * @param name its new name, which is not taken
   */
  public void rename(CatalogueRecord record, String name) {
    catalogue.rename(record, name);
    log.rename(record.id(), name);
  }

  @Override
  public void select(int collection) {
    selected = collection;
  }

  private Operations operations() {
    // Without a look at the catalogue if they are known.
    Operations known = operations.get(selected);
    if (known == null) {
      known = TreeType.operationsOf(this, selected());
      operations.put(selected, known);
    }
    return known;
  }

  @Override
  public void put(long key, long value) {
    operations().put(key, value);
  }

  @Override
  public void remove(long key) {
    operations().remove(key);
  }

  @Override
  public void removeRange(long from, long to) {
    operations().removeRange(from, to);
  }

  @Override
  public void putBytes(byte[] key, byte[] value) {
    operations().putBytes(key, value);
  }

  @Override
  public void removeBytes(byte[] key) {
    operations().removeBytes(key);
  }

  @Override
  public void removeBytesRange(byte[] from, byte @Nullable [] to) {
    operations().removeBytesRange(from, to);
  }

  @Override
  public void clear() {
    operations().clear();
  }

  @Override
  public void create(int type, String name) {
    refuseTaken(name);
    if (selected != catalogue.nextId()) {
      throw new IllegalArgumentException("id=" + selected + " is not the next one");
    }
    if (selected > CatalogueRecord.MAX_ID) {
      throw new IllegalArgumentException("id=" + selected + " is behind the last one");
    }
    create(name, type);
  }

  @Override
  public void describe(int keyCodec, int valueCodec, byte[] tail) {
    catalogue.replace(selected().described(keyCodec, valueCodec, tail));
  }

  @Override
  public void drop() {
    drop(selected());
  }

  @Override
  public void rename(String name) {
    refuseTaken(name);
    rename(selected(), name);
  }

  private void refuseTaken(String name) {
    if (catalogue().find(name) != null) {
      throw new IllegalArgumentException("name=" + name + " is taken");
    }
  }

  private CatalogueRecord selected() {
    CatalogueRecord record = catalogue.find(selected);
    if (record == null) {
      throw new IllegalArgumentException("id=" + selected + " is no collection");
    }
    return record;
  }
}
