package io.octavo.collection;

import io.octavo.catalogue.Catalogue;
import io.octavo.commit.DurablePages;
import io.octavo.error.StoreException;
import io.octavo.ids.DictionaryTreeWriter;
import io.octavo.ids.ListCheck;
import io.octavo.ids.PairTreeWriter;
import io.octavo.ids.SipHash;
import io.octavo.ids.StackTree;
import io.octavo.ids.StackTreeWriter;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.check.Rule;
import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreeKinds;
import io.octavo.posting.PostingCheck;
import io.octavo.posting.PostingKeys;
import io.octavo.series.SeriesTreeWriter;
import io.octavo.tree.BytesTreeWriter;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.PieceTree;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A type of collections: what its pages are, what the operations of a log mean for it, and how it
 * is checked. The one table of types; nothing else in the trees and below them asks for a type.
 *
 * <p>A new type is a row here, and a row each in {@code io.octavo.CollectionType} for what users
 * open and copy, and in the command for how it is written as text.
 */
public abstract class TreeType {
  private static final Map<Integer, TreeType> TABLE = new ConcurrentHashMap<>();

  /**
   * The row for types that this version does not know. Their collections are neither read nor
   * changed.
   */
  private static final TreeType UNKNOWN =
      new TreeType(TreeKinds.LONGS, "") {
        @Override
        Operations operations(Changes changes, CatalogueRecord record) {
          return new Operations(record);
        }

        @Override
        public void check(CatalogueRecord record, TreeCheck tree) {
          throw new IllegalStateException("the rules of type " + record.type() + " are not known");
        }
      };

  static {
    register(CatalogueRecord.LONG_MAP, new Longs());
    register(CatalogueRecord.BYTES_MAP, new Bytes());
    register(CatalogueRecord.PIECES, new Pieces());
    register(CatalogueRecord.POSTINGS, new Postings());
    register(CatalogueRecord.DICTIONARY, new Dictionaries());
    register(CatalogueRecord.PAIRS, new Pairs());
    register(CatalogueRecord.STACKS, new Stacks());
    register(CatalogueRecord.SERIES, new SeriesType());
    register(CatalogueRecord.INDEX, new Index());
  }

  private final TreeKinds kinds;
  private final String text;

  /** Makes a row: the kinds of pages, and the name of a collection of the type in messages. */
  TreeType(TreeKinds kinds, String text) {
    this.kinds = kinds;
    this.text = text;
  }

  /** Adds a row. */
  static void register(int code, TreeType type) {
    if (TABLE.putIfAbsent(code, type) != null) {
      throw new IllegalArgumentException("type " + code + " has a row");
    }
  }

  /**
   * Finds the row of a collection. A newer version of a type has the pages of the type.
   *
   * @param record the collection
   * @return its row; that of an unknown type if this version does not know the type
   */
  public static TreeType of(CatalogueRecord record) {
    return of(record.type());
  }

  /**
   * Finds a row.
   *
   * @param code the type, as records have it
   * @return its row; that of an unknown type if this version does not know the type
   */
  public static TreeType of(int code) {
    return TABLE.getOrDefault(code, UNKNOWN);
  }

  /**
   * Returns whether this version knows what the pages of a collection mean.
   *
   * @param record the collection
   * @return false if its type, or the version of the type, is not known: its record must not change
   */
  public static boolean isKnown(CatalogueRecord record) {
    return of(record) != UNKNOWN && record.typeVersion() == CatalogueRecord.TYPE_VERSION;
  }

  /**
   * Returns what a message calls a collection.
   *
   * @param record the collection
   * @return the type in words, such as "a map of longs"; and its version if this is not the known
   *     one
   */
  public static String textOf(CatalogueRecord record) {
    TreeType type = of(record);
    String words = type == UNKNOWN ? "a collection of type " + record.type() : type.text;
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

  /** Returns what the operations of a log do to a collection; nothing to one of a newer version. */
  static Operations operationsOf(Changes changes, CatalogueRecord record) {
    return isKnown(record) ? of(record).operations(changes, record) : new Operations(record);
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

  /** Returns whether a collection has large values, whose pieces are dropped with it. */
  boolean hasPieces() {
    return false;
  }

  /** Returns whether operations can create, rename and describe collections of the type. */
  boolean canBeCreated() {
    return true;
  }

  /**
   * Returns the keys under which an index has the items of a list; only for types with an index.
   */
  public ListCheck.Keys indexKeys(UUID storeId, CatalogueRecord record) {
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

  /** Lists what is wrong with codecs and tail of a record of the type. */
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
  public @Nullable Long count(DurablePages pages, CatalogueRecord record) {
    return record.entries();
  }

  /** Returns the operations of a log on a collection of the type. */
  abstract Operations operations(Changes changes, CatalogueRecord record);

  /** Checks the tree of a collection that is not empty. */
  public abstract void check(CatalogueRecord record, TreeCheck tree);

  /** Ordered maps from long to long. */
  private static final class Longs extends TreeType {
    Longs() {
      super(TreeKinds.LONGS, "a map of longs");
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      LongTreeWriter tree = changes.longTree(record);
      return new Operations(record) {
        @Override
        void put(long key, long value) {
          tree.put(key, value, true);
        }

        @Override
        void remove(long key) {
          tree.remove(key);
        }

        @Override
        void removeRange(long from, long to) {
          tree.removeRange(from, to);
        }

        @Override
        void clear() {
          tree.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.longs();
    }
  }

  /** Ordered maps from byte string to byte string. */
  private static class Bytes extends TreeType {
    Bytes() {
      this("a map of byte strings");
    }

    Bytes(String text) {
      super(TreeKinds.BYTES, text);
    }

    @Override
    boolean hasPieces() {
      return true;
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      return new BytesOperations(record, changes.bytesTree(record));
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.bytes(null);
    }
  }

  /** The pieces of the large values of another collection, which changes them. */
  private static final class Pieces extends TreeType {
    Pieces() {
      super(TreeKinds.PIECES, "the large values of a map");
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      PieceTree tree = changes.pieceTree(record);
      return new Operations(record) {
        @Override
        void clear() {
          tree.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.longs();
    }
  }

  /** Posting lists. Their operations are those of byte strings. */
  private static final class Postings extends Bytes {
    Postings() {
      super("posting lists");
    }

    @Override
    public KeyRange keys(byte[] from, byte @Nullable [] to) {
      return KeyRange.ofLists(from, to);
    }

    /** The first entry of all is the number of lists; there are more entries than lists. */
    @Override
    public @Nullable Long count(DurablePages pages, CatalogueRecord record) {
      PageRef ref = record.root();
      if (ref.isNone()) {
        return 0L;
      }
      while (ref.level() > 0) {
        long child = BytesPage.child(pages.read(ref, kinds().kind(ref.level()), record.id()), 0);
        ref = new PageRef(BranchPage.number(child), BranchPage.crc(child), ref.level() - 1);
      }
      return PostingKeys.countOfLists(pages.read(ref, kinds().kind(0), record.id()));
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      PostingCheck lists = new PostingCheck();
      tree.bytes(lists);
      tree.report(Rule.R30, lists.problems(tree.isWhole()));
    }
  }

  /** Dictionaries: byte strings by ids, and back. */
  private static final class Dictionaries extends TreeType {
    Dictionaries() {
      super(TreeKinds.LISTS, "a dictionary");
    }

    @Override
    public boolean hasIndex() {
      return true;
    }

    @Override
    public ListCheck.Keys indexKeys(UUID storeId, CatalogueRecord record) {
      return new ListCheck.Homes(SipHash.of(storeId, record.id()));
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      DictionaryTreeWriter dictionary = changes.dictionaryTree(record);
      return new Operations(record) {
        @Override
        void putBytes(byte[] key, byte[] value) {
          if (value.length > 0) {
            throw new IllegalArgumentException(
                "value.length=" + value.length + " of a string of a dictionary is not 0");
          }
          dictionary.intern(key);
        }

        @Override
        void clear() {
          dictionary.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.list(ListForm.TEXTS);
    }
  }

  /** Pairs: longs by ids, and back. */
  private static final class Pairs extends TreeType {
    Pairs() {
      super(TreeKinds.LISTS, "a table of pairs");
    }

    @Override
    public boolean hasIndex() {
      return true;
    }

    @Override
    public ListCheck.Keys indexKeys(UUID storeId, CatalogueRecord record) {
      return new ListCheck.Values();
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      PairTreeWriter table = changes.pairTree(record);
      return new Operations(record) {
        @Override
        void put(long key, long value) {
          if (value != 0) {
            throw new IllegalArgumentException("value=" + value + " of a pair is not 0");
          }
          table.intern(key);
        }

        @Override
        void clear() {
          table.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.list(ListForm.PAIRS);
    }
  }

  /** Call stacks: nodes by ids. */
  private static final class Stacks extends TreeType {
    Stacks() {
      super(TreeKinds.LISTS, "a table of stacks");
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      StackTreeWriter table = changes.stackTree(record);
      return new Operations(record) {
        @Override
        void put(long key, long value) {
          if (key < StackTree.NONE || key >= table.size()) {
            throw new IllegalArgumentException(
                "parent=" + key + " is none of " + table.size() + " nodes");
          }
          if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("frame=" + value + " is not from 0 to 2^31 - 1");
          }
          table.append((int) key, (int) value);
        }

        @Override
        void clear() {
          table.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.list(ListForm.NODES);
      tree.stacks();
    }
  }

  /** Series: values by time. */
  private static final class SeriesType extends TreeType {
    SeriesType() {
      super(TreeKinds.SERIES, "a series");
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      SeriesTreeWriter series = changes.seriesTree(record);
      return new Operations(record) {
        @Override
        void put(long key, long value) {
          series.add(key, value);
        }

        @Override
        void removeRange(long from, long to) {
          series.removeRange(from, to);
        }

        @Override
        void clear() {
          series.clear();
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.series();
    }

    @Override
    public List<String> tailProblems(CatalogueRecord record) {
      try {
        SeriesUnits.of(record);
      } catch (IllegalArgumentException e) {
        return List.of(String.valueOf(e.getMessage()));
      }
      return List.of();
    }
  }

  /** The index of another collection, whose operations change it. */
  private static final class Index extends TreeType {
    Index() {
      super(TreeKinds.LONGS, "the index of a collection");
    }

    @Override
    boolean canBeCreated() {
      return false;
    }

    @Override
    Operations operations(Changes changes, CatalogueRecord record) {
      return new Operations(record) {
        @Override
        void clear() {
          throw refusal("the collection that has the index");
        }
      };
    }

    @Override
    public void check(CatalogueRecord record, TreeCheck tree) {
      tree.longs();
    }
  }

  private static final class BytesOperations extends Operations {
    private final BytesTreeWriter tree;

    BytesOperations(CatalogueRecord record, BytesTreeWriter tree) {
      super(record);
      this.tree = tree;
    }

    @Override
    void putBytes(byte[] key, byte[] value) {
      if (key.length > BytesPage.MAX_KEY) {
        throw new IllegalArgumentException(
            "key.length=" + key.length + " is more than " + BytesPage.MAX_KEY + " bytes");
      }
      tree.put(key, value, BytesTreeWriter.Put.ALWAYS);
    }

    @Override
    void removeBytes(byte[] key) {
      tree.remove(key);
    }

    @Override
    void removeBytesRange(byte[] from, byte @Nullable [] to) {
      tree.removeRange(from, to);
    }

    @Override
    void clear() {
      tree.clear();
    }
  }
}
