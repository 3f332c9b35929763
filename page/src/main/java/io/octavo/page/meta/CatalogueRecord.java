package io.octavo.page.meta;

import io.octavo.page.PageRef;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the catalogue keeps of one named collection. FORMAT.md, section "Catalogue".
 *
 * @param name its name, 1 to {@value #MAX_NAME} bytes of UTF-8
 * @param id its identifier, from 1, never used again in the same store
 * @param type what it is, one of the constants below
 * @param typeVersion version of the type's own layout
 * @param keyCodec identifier of the codec of its keys, 0 for none
 * @param valueCodec identifier of the codec of its values, 0 for none
 * @param root the root page of its tree
 * @param entries how many entries it holds
 * @param created sequence number of the commit that created it
 * @param tail bytes of the type's own, kept by readers that do not know them
 */
@SuppressWarnings("ArrayRecordComponent") // equals compares the contents of the array
public record CatalogueRecord(
    String name,
    int id,
    int type,
    int typeVersion,
    int keyCodec,
    int valueCodec,
    PageRef root,
    long entries,
    long created,
    byte[] tail) {
  /** Type of an ordered map from long to long. */
  public static final int LONG_MAP = 1;

  /** Type of an ordered map from byte string to byte string. */
  public static final int BYTES_MAP = 2;

  /** Type of the pieces of the large values of another collection. */
  public static final int PIECES = 3;

  /** Type of posting lists: sets of longs by longs. */
  public static final int POSTINGS = 4;

  /** Type of a table of strings: byte strings by the order of their arrival. */
  public static final int STRINGS = 5;

  /** Type of pairs: longs by the order of their arrival. */
  public static final int PAIRS = 6;

  /** Type of call stacks: nodes of a forest by the order of their arrival. */
  public static final int STACKS = 7;

  /** Type of a series: longs by times, which can be equal. */
  public static final int SERIES = 8;

  /** Type of the index of another collection: a map of longs that follows from its items. */
  public static final int INDEX = 9;

  /** Type of a part of the front of a map of longs: its newest values, or its deleted keys. */
  public static final int LONG_FRONT = 10;

  /** Type of a part of the front of a map of byte strings. */
  public static final int BYTES_FRONT = 11;

  /** The version of the layouts of all of these types. */
  public static final int TYPE_VERSION = 1;

  /** The prefix of the names of the large values of collections. */
  public static final String OWN = "\0values ";

  /** The prefix of the names of the indexes of collections. */
  public static final String OWN_INDEX = "\0index ";

  /** The prefix of the names of the newest values of maps. */
  public static final String OWN_FRONT = "\0front ";

  /** The prefix of the names of the deleted keys of maps. */
  public static final String OWN_DELETED = "\0deleted ";

  /** The greatest identifier: the one after it must fit a meta page. */
  public static final int MAX_ID = Integer.MAX_VALUE - 1;

  /** The greatest identifier of a map that can have a front. */
  public static final int MAX_FRONTED = (1 << 30) - 1;

  /** The difference of the identifiers of a map and of its newest values. */
  public static final int FRONT = 1 << 31;

  /** The difference of the identifiers of a map and of its deleted keys. */
  public static final int DELETED = FRONT | 1 << 30;

  /** The most bytes of a name in UTF-8. */
  public static final int MAX_NAME = 255;

  /** The most bytes of a tail. */
  public static final int MAX_TAIL = 1024;

  /**
   * Makes the record of a new and empty collection.
   *
   * @param id its identifier
   */
  public static CatalogueRecord empty(String name, int id, int type, long created) {
    return new CatalogueRecord(
        name, id, type, TYPE_VERSION, 0, 0, PageRef.NONE, 0, created, new byte[0]);
  }

  /** Returns whether the collection has a type, in the known version. */
  public boolean isOf(int wanted) {
    return type == wanted && typeVersion == TYPE_VERSION;
  }

  /** Returns the word for a type of collections, or its code if there is none. */
  public static String typeName(int type) {
    return switch (type) {
      case LONG_MAP -> "longs";
      case BYTES_MAP -> "bytes";
      case PIECES -> "values";
      case POSTINGS -> "postings";
      case STRINGS -> "strings";
      case PAIRS -> "pairs";
      case STACKS -> "stacks";
      case SERIES -> "series";
      case INDEX -> "index";
      case LONG_FRONT, BYTES_FRONT -> "front";
      default -> "type " + type;
    };
  }

  /** Returns the name of the large values of a collection. */
  public static String piecesOf(int id) {
    return OWN + Integer.toUnsignedString(id);
  }

  /** Returns the name of the index of a collection. */
  public static String indexOf(int id) {
    return OWN_INDEX + Integer.toUnsignedString(id);
  }

  /** Returns the name of the newest values of a map with a front. */
  public static String frontOf(int id) {
    return OWN_FRONT + Integer.toUnsignedString(id);
  }

  /** Returns the name of the deleted keys of a map with a front. */
  public static String deletedOf(int id) {
    return OWN_DELETED + Integer.toUnsignedString(id);
  }

  /**
   * Returns whether the collections of a type are parts of fronts, whose identifiers are above
   * those of all others.
   */
  public static boolean isFrontType(int type) {
    return type == LONG_FRONT || type == BYTES_FRONT;
  }

  /**
   * Returns whether the collection is a part of a front, in the known version.
   *
   * @return false also if its name is of another collection
   */
  public boolean isFront() {
    return isOf(LONG_FRONT) || isOf(BYTES_FRONT);
  }

  /**
   * Returns whether the store itself made the collection as a part of another. The type decides
   * too: older versions allowed names of indexes to users.
   */
  public boolean isOwn() {
    return (type == PIECES && name.startsWith(OWN))
        || (type == INDEX && name.startsWith(OWN_INDEX))
        || (isFrontType(type) && (name.startsWith(OWN_FRONT) || name.startsWith(OWN_DELETED)));
  }

  /**
   * Returns whether the collection has the large values, the index, the newest values or the
   * deleted keys of another.
   */
  public boolean isPartOf(int collection) {
    return isOwn()
        && (name.equals(piecesOf(collection))
            || name.equals(indexOf(collection))
            || name.equals(frontOf(collection))
            || name.equals(deletedOf(collection)));
  }

  /**
   * Returns the features without which a file with such a collection cannot be read.
   *
   * @return bits of {@link Meta#incompatible}
   */
  public long features() {
    return type >= STRINGS && type <= SERIES ? Meta.LISTS : isFrontType(type) ? Meta.FRONTS : 0;
  }

  /** Returns the same collection with another root. */
  public CatalogueRecord with(PageRef newRoot, long newEntries) {
    return new CatalogueRecord(
        name, id, type, typeVersion, keyCodec, valueCodec, newRoot, newEntries, created, tail);
  }

  /** Returns the same collection under another name. */
  public CatalogueRecord named(String newName) {
    return new CatalogueRecord(
        newName, id, type, typeVersion, keyCodec, valueCodec, root, entries, created, tail);
  }

  /**
   * Returns the same collection with codecs.
   *
   * @param newKeyCodec identifier of the codec of its keys
   * @param newValueCodec identifier of the codec of its values
   * @param newTail bytes of the type's own
   */
  public CatalogueRecord described(int newKeyCodec, int newValueCodec, byte[] newTail) {
    return new CatalogueRecord(
        name, id, type, typeVersion, newKeyCodec, newValueCodec, root, entries, created, newTail);
  }

  /**
   * Verifies a name.
   *
   * @throws IllegalArgumentException as {@link #encodeName}
   */
  public static void requireName(String name) {
    boolean isAscii = !name.isEmpty() && name.length() <= MAX_NAME;
    for (int i = 0; i < name.length() && isAscii; i++) {
      isAscii = name.charAt(i) < 0x80;
    }
    // Lookups of names are frequent, and ASCII names need no encoding for the check.
    if (!isAscii) {
      encodeName(name);
    }
  }

  /**
   * Encodes a name.
   *
   * @return its bytes, 1 to {@value #MAX_NAME}
   * @throws IllegalArgumentException if it is empty, too long, or has no UTF-8 form
   */
  public static byte[] encodeName(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MAX_NAME) {
      throw new IllegalArgumentException(
          "name=" + name + " has " + bytes.length + " bytes of UTF-8; 1 to " + MAX_NAME + " fit");
    }
    if (!new String(bytes, StandardCharsets.UTF_8).equals(name)) {
      throw new IllegalArgumentException(
          "name=" + name + " has a lone surrogate, so no UTF-8 form");
    }
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CatalogueRecord that
        && name.equals(that.name)
        && id == that.id
        && type == that.type
        && typeVersion == that.typeVersion
        && keyCodec == that.keyCodec
        && valueCodec == that.valueCodec
        && root.equals(that.root)
        && entries == that.entries
        && created == that.created
        && Arrays.equals(tail, that.tail);
  }

  @Override
  public int hashCode() {
    return id;
  }
}
