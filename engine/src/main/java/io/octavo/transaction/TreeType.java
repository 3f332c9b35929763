package io.octavo.transaction;

import io.octavo.catalogue.Catalogue;
import io.octavo.commit.LastCheckpoint;
import io.octavo.error.StoreException;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A type of collections: what its pages are, what the operations of a log mean for it, and how it
 * is checked. {@code io.octavo.collection.Types} lists all types.
 */
public abstract class TreeType {
  /**
   * Stands for types that this version does not know: nobody reads or changes their collections.
   */
  public static final TreeType UNKNOWN =
      new TreeType(0, TreeKinds.LONGS, "") {
        @Override
        public void check(CatalogueRecord record, TreeCheck tree) {
          throw new IllegalStateException("the rules of type " + record.type() + " are not known");
        }
      };

  private final int code;
  private final TreeKinds kinds;
  private final String text;

  /**
   * Makes a type.
   *
   * @param code the type, as records have it
   * @param kinds the kinds of its pages
   * @param text a collection of the type in messages
   */
  protected TreeType(int code, TreeKinds kinds, String text) {
    this.code = code;
    this.kinds = kinds;
    this.text = text;
  }

  /** {@return the type, as records have it} */
  public final int code() {
    return code;
  }

  /** {@return a collection of the type in messages, such as "a map of longs"} */
  public final String text() {
    return text;
  }

  /**
   * Returns what a message calls a collection.
   *
   * @param record the collection, of this type
   * @return the type in words, and its version if this is not the known one
   */
  public final String textOf(CatalogueRecord record) {
    String words = this == UNKNOWN ? "a collection of type " + record.type() : text;
    return record.typeVersion() == CatalogueRecord.TYPE_VERSION
        ? words
        : words + " of version " + record.typeVersion();
  }

  /**
   * Finds the index of a collection that has one.
   *
   * @param catalogue the collections
   * @param record the collection
   * @return the record of its index
   * @throws StoreException if there is none
   */
  public static CatalogueRecord indexOf(Catalogue catalogue, CatalogueRecord record) {
    CatalogueRecord index = catalogue.find(CatalogueRecord.indexOf(record.id()));
    if (index == null || !index.isOf(CatalogueRecord.INDEX)) {
      throw new StoreException(
          "the index of "
              + record.name()
              + " is missing in the catalogue; restore the store from a backup, or run octavo"
              + " salvage, which makes a new one");
    }
    return index;
  }

  /**
   * Finds the collection of the pieces of the large values of a collection. The name alone does not
   * make a collection one of pieces.
   *
   * @param catalogue the collections
   * @param record the collection
   * @return the record of the pieces, null if there is none
   */
  public static @Nullable CatalogueRecord piecesOf(Catalogue catalogue, CatalogueRecord record) {
    CatalogueRecord pieces = catalogue.find(CatalogueRecord.piecesOf(record.id()));
    return pieces != null && pieces.isOf(CatalogueRecord.PIECES) ? pieces : null;
  }

  /**
   * Finds a part of the front of a map. The name alone does not make a collection one.
   *
   * @param catalogue the collections
   * @param name the name of the part
   * @return its record, null if there is none
   */
  public static @Nullable CatalogueRecord frontOf(Catalogue catalogue, String name) {
    CatalogueRecord front = catalogue.find(name);
    return front != null && front.isFront() ? front : null;
  }

  /**
   * Returns the kinds of its pages.
   *
   * @return the kinds; without a meaning for an unknown type
   */
  public TreeKinds kinds() {
    return kinds;
  }

  /**
   * Returns whether a collection has an index: a map of longs that the store keeps for it.
   *
   * @return true if a collection is created and dropped with an index
   */
  public boolean hasIndex() {
    return false;
  }

  /** {@return whether a collection has large values, whose pieces are dropped with it} */
  public boolean hasPieces() {
    return false;
  }

  /** {@return whether a collection may have a front, which is dropped with it} */
  public boolean hasFront() {
    return false;
  }

  /**
   * Returns whether a part of a front can belong to a collection of the type.
   *
   * @param front the part
   * @return true if the collection may have a front, with keys of this kind
   */
  public final boolean canHave(CatalogueRecord front) {
    return hasFront() && front.type() == frontType();
  }

  private int frontType() {
    return kinds.equals(TreeKinds.BYTES) ? CatalogueRecord.BYTES_FRONT : CatalogueRecord.LONG_FRONT;
  }

  /** {@return whether operations can create, rename and describe collections of the type} */
  public boolean canBeCreated() {
    return true;
  }

  /**
   * Compares the index of a collection with the collection.
   *
   * @param pages the pages of the checkpoint that has both
   * @param storeId the identity of the store
   * @param record the collection, which has an index
   * @param index its index
   * @return what is wrong
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord record, CatalogueRecord index) {
    throw new IllegalStateException(textOf(record) + " has no index");
  }

  /**
   * Returns keys of a tree of byte strings as users know them.
   *
   * @param from the least key
   * @param to what is above all keys, null for no bound
   * @return the range
   */
  public KeyRange keys(byte[] from, byte @Nullable [] to) {
    return KeyRange.of(from, to);
  }

  /**
   * Lists what is wrong with codecs and tail of a record of the type.
   *
   * @param record the record
   * @return the problems
   */
  public List<String> tailProblems(CatalogueRecord record) {
    return List.of();
  }

  /**
   * Counts what users of a collection count. Reads at most one page of each level.
   *
   * @param pages the pages of the checkpoint that has the collection
   * @param record the collection
   * @return the count, null if a page does not have it as it should
   * @throws io.octavo.error.CorruptionException if such a page is damaged
   */
  public @Nullable Long count(LastCheckpoint pages, CatalogueRecord record) {
    return record.entries();
  }

  /**
   * Returns the operations of a log on a collection of the type. There are none on a part of
   * another collection, nor if the type is not known.
   *
   * @param changes the transaction
   * @param record the collection
   * @return the operations
   */
  protected Operations operations(Changes changes, CatalogueRecord record) {
    return new Operations(this, record);
  }

  /**
   * Checks the tree of a collection that is not empty.
   *
   * @param record the collection
   * @param tree its tree
   */
  public abstract void check(CatalogueRecord record, TreeCheck tree);
}
