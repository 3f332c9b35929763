package io.octavo.tree;

import io.octavo.page.CatalogueRecord;
import io.octavo.pager.ById;
import io.octavo.pager.Catalogue;
import io.octavo.pager.WriteTransaction;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a write transaction changes: the trees of the collections, and which collections there are.
 */
public final class Changes {
  private final WriteTransaction transaction;
  private final TreeLimits limits;

  /** The trees in use, by collection. */
  private final ById<TreeWriter> trees = new ById<>();

  /**
   * Begins without changes.
   *
   * @param transaction gets the changes
   * @param limits how many entries and children a page may have
   */
  public Changes(WriteTransaction transaction, TreeLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /** {@return the transaction that gets the changes} */
  public WriteTransaction transaction() {
    return transaction;
  }

  /** {@return the collections; the records of trees that were changed have the old roots} */
  public Catalogue catalogue() {
    return transaction.catalogue().catalogue();
  }

  /**
   * Returns the tree of a map of longs.
   *
   * @param record the map, which exists
   * @return its tree
   */
  public LongTreeWriter longTree(CatalogueRecord record) {
    TreeWriter tree = trees.get(record.id());
    if (tree == null) {
      tree = new LongTreeWriter(transaction, record, limits);
      trees.put(record.id(), tree);
    }
    return (LongTreeWriter) tree;
  }

  /**
   * Returns the tree of a map of byte strings.
   *
   * @param record the map, which exists
   * @return its tree
   */
  public BytesTreeWriter bytesTree(CatalogueRecord record) {
    TreeWriter tree = trees.get(record.id());
    if (tree == null) {
      tree = newBytesTree(record);
      trees.put(record.id(), tree);
    }
    return (BytesTreeWriter) tree;
  }

  private BytesTreeWriter newBytesTree(CatalogueRecord record) {
    CatalogueRecord pieces = catalogue().find(CatalogueRecord.piecesOf(record.id()));
    return new BytesTreeWriter(
        transaction,
        record,
        pieces == null ? null : pieceTree(pieces),
        () -> pieceTreeOf(record.id()),
        limits);
  }

  /** Returns the tree of the large values of a map, and creates it if necessary. */
  private PieceTree pieceTreeOf(int id) {
    String name = CatalogueRecord.piecesOf(id);
    CatalogueRecord pieces = catalogue().find(name);
    return pieceTree(pieces != null ? pieces : create(name, CatalogueRecord.PIECES));
  }

  /** Returns the tree of a collection of pieces. */
  PieceTree pieceTree(CatalogueRecord record) {
    TreeWriter tree = trees.get(record.id());
    if (tree == null) {
      tree = new PieceTree(transaction, record, limits);
      trees.put(record.id(), tree);
    }
    return (PieceTree) tree;
  }

  /**
   * Creates a collection.
   *
   * @param name its name, which is not taken
   * @param type what it is
   * @return its record
   */
  public CatalogueRecord create(String name, int type) {
    CatalogueRecord record = transaction.catalogue().next(name, type);
    transaction.catalogue().add(record);
    transaction.log().create(record.id(), type, name);
    return record;
  }

  /**
   * Gives a map of byte strings codecs, and creates it where there is none.
   *
   * @param name its name
   * @param kept its record as the caller knows it, null for none
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail what the type keeps behind its record
   * @return false if there is another record, and nothing was changed
   */
  public boolean describe(
      String name, @Nullable CatalogueRecord kept, int keyCodec, int valueCodec, byte[] tail) {
    if (!Objects.equals(catalogue().find(name), kept)) {
      return false;
    }
    int id;
    if (kept != null) {
      id = kept.id();
      transaction.catalogue().replace(kept.described(keyCodec, valueCodec, tail));
    } else {
      CatalogueRecord made = transaction.catalogue().next(name, CatalogueRecord.BYTES_MAP);
      id = made.id();
      transaction.catalogue().add(made.described(keyCodec, valueCodec, tail));
      transaction.log().create(id, CatalogueRecord.BYTES_MAP, name);
    }
    transaction.log().describe(id, keyCodec, valueCodec, tail);
    return true;
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
    transaction.log().drop(record.id());
  }

  private void forget(CatalogueRecord record) {
    trees.remove(record.id());
    transaction.catalogue().remove(record);
  }

  /**
   * Gives a collection another name.
   *
   * @param record the collection, which exists
   * @param name its new name, which is not taken
   */
  public void rename(CatalogueRecord record, String name) {
    transaction.catalogue().rename(record, name);
    transaction.log().rename(record.id(), name);
  }
}
