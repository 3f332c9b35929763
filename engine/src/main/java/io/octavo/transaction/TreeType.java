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
 * A type of collections: its pages, the meaning of operations of a log, and its check. {@code
 * io.octavo.collection.Types} lists all types.
 */
public abstract class TreeType {
  /** Any type that this version does not know. Its collections are neither read nor changed. */
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
   * @param code the code of the type in records
   * @param kinds the kinds of its pages
   * @param text a name of collections of the type in messages
   */
  protected TreeType(int code, TreeKinds kinds, String text) {
    this.code = code;
    this.kinds = kinds;
    this.text = text;
  }

  /** {@return the code of the type in records} */
  public final int code() {
    return code;
  }

  /** {@return a name of collections of the type in messages, such as "a map of longs"} */
  public final String text() {
    return text;
  }

  /**
   * Returns the name of a collection in messages.
   *
   * @param record the collection, of this type
   * @return the name of the type, and its version if unknown
   */
  public final String textOf(CatalogueRecord record) {
    String words = this == UNKNOWN ? "a collection of type " + record.type() : text;
    return record.typeVersion() == CatalogueRecord.TYPE_VERSION
        ? words
        : words + " of version " + record.typeVersion();
  }

  /**
   * Returns the record of the index of a collection.
   *
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
   * Returns the record of the pieces of the large values of a collection, null if there is none. A
   * collection of that name may have another type.
   */
  public static @Nullable CatalogueRecord piecesOf(Catalogue catalogue, CatalogueRecord record) {
    CatalogueRecord pieces = catalogue.find(CatalogueRecord.piecesOf(record.id()));
    return pieces != null && pieces.isOf(CatalogueRecord.PIECES) ? pieces : null;
  }

  /**
   * Returns the record of a part of the front of a map, null if there is none. A collection of that
   * name may have another type.
   */
  public static @Nullable CatalogueRecord frontOf(Catalogue catalogue, String name) {
    CatalogueRecord front = catalogue.find(name);
    return front != null && front.isFront() ? front : null;
  }

  /** Returns the kinds of its pages; undefined for an unknown type. */
  public TreeKinds kinds() {
    return kinds;
  }

  /** Returns whether collections are created and dropped with an index: a map of longs. */
  public boolean hasIndex() {
    return false;
  }

  /** {@return whether collections have large values, whose pieces are dropped with them} */
  public boolean hasPieces() {
    return false;
  }

  /** {@return whether collections may have a front, which is dropped with them} */
  public boolean hasFront() {
    return false;
  }

  /**
   * Returns whether a part of a front can belong to a collection of the type: with keys of the same
   * kind.
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
   * @param pages the pages of the checkpoint
   * @param storeId the identity of the store
   * @param record the collection, which has an index
   * @return the problems
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public List<String> indexProblems(
      LastCheckpoint pages, UUID storeId, CatalogueRecord record, CatalogueRecord index) {
    throw new IllegalStateException(textOf(record) + " has no index");
  }

  /**
   * Returns a range of keys in the form that users know.
   *
   * @param from the least key
   * @param to the upper bound, exclusive; null for none
   * @return the range
   */
  public KeyRange keys(byte[] from, byte @Nullable [] to) {
    return KeyRange.of(from, to);
  }

  /** Returns the problems of codecs and tail of a record of the type. */
  public List<String> tailProblems(CatalogueRecord record) {
    return List.of();
  }

  /**
   * Returns the size of a collection as users know it. Reads at most one page of each level.
   *
   * @param pages the pages of the checkpoint
   * @return the size, null if a page is wrong
   * @throws io.octavo.error.CorruptionException if such a page is damaged
   */
  public @Nullable Long count(LastCheckpoint pages, CatalogueRecord record) {
    return record.entries();
  }

  /**
   * Returns the operations of a log on a collection of the type. They throw for a part of another
   * collection and for an unknown type.
   */
  protected Operations operations(Changes changes, CatalogueRecord record) {
    return new Operations(this, record);
  }

  /** Checks the tree of a collection that is not empty. */
  public abstract void check(CatalogueRecord record, TreeCheck tree);
}
