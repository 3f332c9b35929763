package io.octavo.transaction;

import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.CatalogueEdit;
import io.octavo.commit.WriteTransaction;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.ListedTree;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.OpenItems;
import io.octavo.tree.PieceTree;
import io.octavo.tree.Tree;
import io.octavo.tree.TreeLimits;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The changes of a write transaction: of the trees of collections, and of the catalogue. */
public final class Changes {
  private final WriteTransaction transaction;
  private final TreeLimits limits;
  private final TreeTypes types;
  private final StoreMemory memory;

  /** The trees in use, by collection. */
  private final NavigableMap<Integer, Tree<?>> trees = new TreeMap<>();

  /** The open lists, by identifier; null for none, as in most transactions. */
  private @Nullable NavigableMap<Integer, ListedTree> lists;

  /**
   * Begins without changes.
   *
   * @param transaction the transaction of the changes
   * @param limits the limits of pages
   * @param types the types of collections
   * @param memory the memory of collections across transactions
   */
  public Changes(
      WriteTransaction transaction, TreeLimits limits, TreeTypes types, StoreMemory memory) {
    this.transaction = transaction;
    this.limits = limits;
    this.types = types;
    this.memory = memory;
  }

  /** {@return the transaction of the changes} */
  public WriteTransaction transaction() {
    return transaction;
  }

  /** {@return whether changes stay in memory, because commits are replayed in a read-only store} */
  public boolean isInMemory() {
    return transaction.writeSet().isInMemory();
  }

  /** {@return the limits of pages} */
  public TreeLimits limits() {
    return limits;
  }

  /** {@return the types of collections} */
  public TreeTypes types() {
    return types;
  }

  /** {@return the memory of collections across transactions} */
  public StoreMemory memory() {
    return memory;
  }

  /** {@return the collections; records of changed trees have the old roots} */
  public Catalogue catalogue() {
    return transaction.catalogue().catalogue();
  }

  /**
   * Returns the tree of a map of longs, or of a part of its front, whose changes are not logged.
   *
   * @param record the map, which exists
   */
  public LongTreeWriter longTree(CatalogueRecord record) {
    Tree<?> tree = trees.get(record.id());
    if (tree == null) {
      tree =
          record.isOwn()
              ? LongTreeWriter.unlogged(transaction, record, limits)
              : new LongTreeWriter(transaction, record, limits);
      trees.put(record.id(), tree);
    }
    return (LongTreeWriter) tree;
  }

  /**
   * Returns the tree of a map of byte strings, or of a part of its front, whose changes are not
   * logged.
   *
   * @param record the map, which exists
   */
  public BytesTreeWriter bytesTree(CatalogueRecord record) {
    Tree<?> tree = trees.get(record.id());
    if (tree == null) {
      tree =
          record.isOwn()
              ? BytesTreeWriter.unlogged(transaction, record, limits)
              : newBytesTree(record);
      trees.put(record.id(), tree);
    }
    return (BytesTreeWriter) tree;
  }

  private BytesTreeWriter newBytesTree(CatalogueRecord record) {
    CatalogueRecord pieces = TreeType.piecesOf(catalogue(), record);
    return new BytesTreeWriter(
        transaction,
        record,
        pieces == null ? null : pieceTree(pieces),
        () -> pieceTreeOf(record),
        limits);
  }

  /** Returns the tree of the large values of a map, and creates it if necessary. */
  private PieceTree pieceTreeOf(CatalogueRecord record) {
    CatalogueRecord pieces = TreeType.piecesOf(catalogue(), record);
    if (pieces != null) {
      return pieceTree(pieces);
    }
    String name = CatalogueRecord.piecesOf(record.id());
    requireFree(name, false, "the large values of " + record.name());
    return pieceTree(create(name, CatalogueRecord.PIECES));
  }

  private void requireFree(String name, boolean isTaken, String what) {
    if (isTaken || catalogue().find(name) != null) {
      throw new IllegalArgumentException(
          "name=" + name + ", which " + what + " needs, is taken; rename that map");
    }
  }

  /**
   * Returns the tree of a collection of pieces.
   *
   * @param record the collection, which exists
   */
  public PieceTree pieceTree(CatalogueRecord record) {
    Tree<?> tree = trees.get(record.id());
    if (tree == null) {
      tree = new PieceTree(transaction, record, limits);
      trees.put(record.id(), tree);
    }
    return (PieceTree) tree;
  }

  /**
   * Returns the tree of a collection that keeps items in memory until the commit.
   *
   * @param record the collection, which exists
   * @param kind the class of the tree
   * @param open opens the tree, if it is not open
   */
  public <L extends ListedTree> L list(CatalogueRecord record, Class<L> kind, Supplier<L> open) {
    return kind.cast(lists().computeIfAbsent(record.id(), id -> open.get()));
  }

  private NavigableMap<Integer, ListedTree> lists() {
    NavigableMap<Integer, ListedTree> present = lists;
    if (present == null) {
      present = new TreeMap<>();
      lists = present;
    }
    return present;
  }

  /**
   * Writes the items that trees have kept in memory into pages. Must precede a commit. Readers see
   * the same.
   */
  public void finish() {
    // In the order of identifiers, so that a replay allocates the same pages.
    if (lists != null) {
      lists.values().forEach(ListedTree::finish);
    }
  }

  /**
   * Returns a copy of the items that are in no page yet, for a snapshot. Other threads may read
   * from the transaction meanwhile.
   */
  public OpenItems openItems() {
    if (lists == null || lists.isEmpty()) {
      return OpenItems.NONE;
    }
    OpenItems items = new OpenItems();
    lists.values().forEach(list -> list.addOpen(items));
    return items;
  }

  /**
   * Creates a collection, with its index if the type has one.
   *
   * @param name its name, which is not taken
   * @return its record
   * @throws IllegalArgumentException if the name of the index is in use; nothing is changed
   */
  public CatalogueRecord create(String name, int type) {
    CatalogueEdit edit = transaction.catalogue();
    CatalogueRecord record = edit.next(name, type);
    if (types.of(type).hasIndex()) {
      String index = CatalogueRecord.indexOf(record.id());
      // Earlier versions allowed such names for maps.
      requireFree(index, name.equals(index), "the index of " + name);
      edit.addWithIndex(record, index);
    } else {
      edit.add(record);
    }
    transaction.log().create(record.id(), type, name);
    return record;
  }

  /**
   * Adds the front of a map. Not logged: the size of a map decides.
   *
   * @param map the identifier of the map
   * @param type the type of both parts
   * @return false if the catalogue has no room for them, or one of their names is in use since an
   *     earlier version
   */
  public boolean createFront(int map, int type) {
    String puts = CatalogueRecord.frontOf(map);
    String deleted = CatalogueRecord.deletedOf(map);
    long sequence = transaction.catalogue().base() + 1;
    return catalogue().find(puts) == null
        && catalogue().find(deleted) == null
        && transaction
            .catalogue()
            .addParts(
                CatalogueRecord.empty(puts, CatalogueRecord.FRONT | map, type, sequence),
                CatalogueRecord.empty(deleted, CatalogueRecord.DELETED | map, type, sequence));
  }

  /** Removes an empty part of the front of a map. Not logged, as {@link #createFront}. */
  public void dropFront(CatalogueRecord part) {
    forget(part);
  }

  /**
   * Sets the codecs of a map of byte strings, which is created if it is absent.
   *
   * @param kept its expected record, null for none
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail the tail of its record
   * @return false if there is another record; nothing is changed
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
   * Drops a collection, and its large values or its index.
   *
   * @param record the collection, which exists
   */
  public void drop(CatalogueRecord record) {
    types.operationsOf(this, record).clear();
    CatalogueRecord pieces = TreeType.piecesOf(catalogue(), record);
    if (pieces != null && types.of(record).hasPieces()) {
      // An empty map has not cleared them; only a forged file has pieces then.
      pieceTree(pieces).clear();
      forget(pieces);
    }
    if (types.of(record).hasIndex()) {
      forget(TreeType.indexOf(catalogue(), record));
    }
    for (String name :
        List.of(CatalogueRecord.frontOf(record.id()), CatalogueRecord.deletedOf(record.id()))) {
      CatalogueRecord front = TreeType.frontOf(catalogue(), name);
      if (front != null && types.of(record).canHave(front)) {
        if (front.isOf(CatalogueRecord.BYTES_FRONT)) {
          bytesTree(front).clear();
        } else {
          longTree(front).clear();
        }
        forget(front);
      }
    }
    forget(record);
    transaction.log().drop(record.id());
  }

  private void forget(CatalogueRecord record) {
    trees.remove(record.id());
    forgetPieces(record);
    if (lists != null && lists.remove(record.id()) != null) {
      memory.forget(record.id());
    }
    transaction.catalogue().remove(record);
  }

  /** Closes all trees if one may have a collection, by its former name, as its large values. */
  private void forgetPieces(CatalogueRecord record) {
    if (record.isOf(CatalogueRecord.PIECES)) {
      trees.clear();
    }
  }

  /**
   * Renames a collection.
   *
   * @param record the collection, which exists
   * @param name its new name, not in use
   */
  public void rename(CatalogueRecord record, String name) {
    transaction.catalogue().rename(record, name);
    forgetPieces(record);
    transaction.log().rename(record.id(), name);
  }
}
