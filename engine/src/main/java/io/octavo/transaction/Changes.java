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

/**
 * What a write transaction changes: the trees of the collections, and which collections there are.
 */
public final class Changes {
  private final WriteTransaction transaction;
  private final TreeLimits limits;
  private final TreeTypes types;
  private final StoreMemory memory;

  /** The trees in use, by collection. */
  private final NavigableMap<Integer, Tree<?>> trees = new TreeMap<>();

  /** The lists that were opened, by identifier; null for none, as in most transactions. */
  private @Nullable NavigableMap<Integer, ListedTree> lists;

  /**
   * Begins without changes.
   *
   * @param transaction gets the changes
   * @param limits how many entries and children a page may have
   * @param types the types of collections
   * @param memory what collections keep in memory from one transaction to the next
   */
  public Changes(
      WriteTransaction transaction, TreeLimits limits, TreeTypes types, StoreMemory memory) {
    this.transaction = transaction;
    this.limits = limits;
    this.types = types;
    this.memory = memory;
  }

  /** {@return the transaction that gets the changes} */
  public WriteTransaction transaction() {
    return transaction;
  }

  /** {@return whether changes stay in memory: commits are replayed in a store that is only read} */
  public boolean isInMemory() {
    return transaction.writeSet().isInMemory();
  }

  /** {@return how many entries and children a page may have} */
  public TreeLimits limits() {
    return limits;
  }

  /** {@return the types of collections} */
  public TreeTypes types() {
    return types;
  }

  /** {@return what collections keep in memory from one transaction to the next} */
  public StoreMemory memory() {
    return memory;
  }

  /** {@return the collections; the records of trees that were changed have the old roots} */
  public Catalogue catalogue() {
    return transaction.catalogue().catalogue();
  }

  /**
   * Returns the tree of a map of longs, or of a part of its front, whose changes are not logged.
   *
   * @param record the map, which exists
   * @return its tree
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
   * @return its tree
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
   * @return its tree
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
   * @param <L> the class of the tree
   * @return its tree
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
   * Writes into pages what trees have kept in memory. Must precede a commit: does not change what
   * is read.
   */
  public void finish() {
    // In the order of identifiers, so that a replay allocates the same pages.
    if (lists != null) {
      lists.values().forEach(ListedTree::finish);
    }
  }

  /**
   * Returns the items that no page has yet, for a snapshot. Changes nothing: threads that read from
   * the transaction may go on meanwhile.
   *
   * @return a copy
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
   * @param type what it is
   * @return its record
   * @throws IllegalArgumentException if the name of the index is taken; nothing is changed
   */
  public CatalogueRecord create(String name, int type) {
    CatalogueEdit edit = transaction.catalogue();
    CatalogueRecord record = edit.next(name, type);
    if (types.of(type).hasIndex()) {
      String index = CatalogueRecord.indexOf(record.id());
      // Earlier versions gave such names to maps.
      requireFree(index, name.equals(index), "the index of " + name);
      edit.addWithIndex(record, index);
    } else {
      edit.add(record);
    }
    transaction.log().create(record.id(), type, name);
    return record;
  }

  /**
   * Adds the front of a map. Not logged: which maps have a front follows from their size.
   *
   * @param map the identifier of the map
   * @param type what both parts are
   * @return false if the catalogue has no room for them, or a program has one of their names from
   *     an earlier version
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

  /**
   * Removes a part of the front of a map, whose entries have been removed. Not logged, as {@link
   * #createFront}.
   *
   * @param part the part
   */
  public void dropFront(CatalogueRecord part) {
    forget(part);
  }

  /**
   * Sets the codecs of a map of byte strings, which is created if it is absent.
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
   * Drops a collection, and its large values or its index.
   *
   * @param record the collection, which exists
   */
  public void drop(CatalogueRecord record) {
    types.operationsOf(this, record).clear();
    CatalogueRecord pieces = TreeType.piecesOf(catalogue(), record);
    if (pieces != null && types.of(record).hasPieces()) {
      // A map without entries has not cleared them; only a forged file has pieces then.
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

  /** Closes all trees if one may have a collection as its large values, by its name until now. */
  private void forgetPieces(CatalogueRecord record) {
    if (record.isOf(CatalogueRecord.PIECES)) {
      trees.clear();
    }
  }

  /**
   * Gives a collection another name.
   *
   * @param record the collection, which exists
   * @param name its new name, which is not taken
   */
  public void rename(CatalogueRecord record, String name) {
    transaction.catalogue().rename(record, name);
    forgetPieces(record);
    transaction.log().rename(record.id(), name);
  }
}
