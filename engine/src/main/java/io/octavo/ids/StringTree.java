package io.octavo.ids;

import io.octavo.packed.TextBlock;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.tree.LongTree;
import io.octavo.tree.OpenItems;
import java.util.Arrays;
import java.util.UUID;

/**
 * Distinct byte strings by ids in the order of their arrival, as a snapshot sees them: a list, and
 * an index of the list, which is a map from the hash of each byte string to its id. A byte string
 * whose hash is taken by another one has the next free number. Any number of threads may read at
 * once. FORMAT.md, section "Tables of strings".
 */
class StringTree {
  /** What {@link #find} returns for a byte string that is absent. */
  public static final int ABSENT = -1;

  private final LongTree list;
  private final LongTree index;
  private final SipHash hash;

  /** The last byte strings, which are in no page yet. */
  private final Texts open;

  /**
   * Opens a table of strings.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @param hash the hash of the index
   * @param open the last items
   */
  StringTree(LongTree list, LongTree index, SipHash hash, Texts open) {
    this.list = list;
    this.index = index;
    this.hash = hash;
    this.open = open;
  }

  /**
   * Opens a table of strings.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @param storeId the identity of the store
   * @param items the items that no page has
   * @return the table
   */
  public static StringTree open(LongTree list, LongTree index, UUID storeId, OpenItems items) {
    SipHash hash = SipHash.of(storeId, list.root().owner());
    return new StringTree(list, index, hash, items.get(list, Texts.class, Texts.NONE));
  }

  /** Returns the id of the first byte string that the open block has. */
  private long openFrom() {
    return list.size() - open.count;
  }

  /**
   * Returns the number of byte strings.
   *
   * @return the number, in constant time
   */
  public final int size() {
    return (int) list.size();
  }

  /**
   * Returns the id of a byte string.
   *
   * @param text the byte string
   * @return the id, or {@link #ABSENT}
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int find(byte[] text) {
    long id = search(text);
    return id < 0 ? ABSENT : (int) id;
  }

  /** Returns the id of a byte string, or the complement of the place in the index where it goes. */
  final long search(byte[] text) {
    long place = hash.home(text, text.length);
    while (true) {
      long id = index.get(place, PairTree.MISSING);
      if (id == PairTree.MISSING) {
        return ~place;
      }
      if (id < 0 || id >= list.size()) {
        throw index.pages().wrongIndex(index.root().page().number(), id, list.size());
      }
      if (isEqual((int) id, text)) {
        return id;
      }
      place = SipHash.next(place);
    }
  }

  /** Returns whether the byte string with an id equals another byte string. */
  private boolean isEqual(int id, byte[] text) {
    long inBlock = id - openFrom();
    if (inBlock >= 0) {
      return Arrays.equals(open.texts[(int) inBlock], text);
    }
    byte[] page = ListTree.page(list, ListForm.TEXTS, id);
    int place = id - (int) ListPage.first(page);
    int block = ListPage.find(page, place, ListForm.TEXTS);
    return TextBlock.isEqual(
        page, ListPage.start(page, block), place - ListPage.place(page, block), text);
  }

  /**
   * Returns a byte string.
   *
   * @param id the id, from 0 to the number of byte strings - 1
   * @return its bytes, a copy
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final byte[] get(int id) {
    long inBlock = id - openFrom();
    if (inBlock >= 0) {
      return open.texts[(int) inBlock].clone();
    }
    byte[] page = ListTree.page(list, ListForm.TEXTS, id);
    int place = id - (int) ListPage.first(page);
    int block = ListPage.find(page, place, ListForm.TEXTS);
    return TextBlock.get(page, ListPage.start(page, block), place - ListPage.place(page, block));
  }

  /**
   * Reads byte strings in the order of their ids, from one page.
   *
   * @param from the id of the first, from 0 to the number of byte strings - 1
   * @param texts receives the byte strings
   * @param at the index of the first in the array
   * @param most how many are wanted, 1 or more
   * @return the number of byte strings read, 1 or more, at most that wanted
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int read(int from, byte[][] texts, int at, int most) {
    long inBlock = from - openFrom();
    if (inBlock >= 0) {
      int count = (int) Math.max(0, Math.min(most, size() - (long) from));
      for (int i = 0; i < count; i++) {
        texts[at + i] = open.texts[(int) inBlock + i].clone();
      }
      return count;
    }
    byte[][] decoded = new byte[TextBlock.MAX_COUNT][];
    return ListTree.read(
        list,
        ListForm.TEXTS,
        from,
        (int) Math.min(most, -inBlock),
        (page, block, skipped, read, taken) -> {
          TextBlock.decode(
              page, ListPage.start(page, block), ListPage.items(page, block), decoded, 0);
          System.arraycopy(decoded, skipped, texts, at + read, taken);
        });
  }

  /** The byte strings of the last block. */
  static final class Texts implements ListTreeWriter.OpenBlock {
    /** No byte strings. */
    static final Texts NONE = new Texts(0);

    private final byte[][] texts;
    private int count;

    private Texts(int capacity) {
      texts = new byte[capacity][];
    }

    /** Makes an empty block. */
    Texts() {
      this(TextBlock.MAX_COUNT);
    }

    /** Returns a copy of the block. The byte strings themselves never change. */
    Texts copy() {
      Texts copy = new Texts(count);
      System.arraycopy(texts, 0, copy.texts, 0, count);
      copy.count = count;
      return copy;
    }

    void add(byte[] text) {
      texts[count++] = text;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void read(byte[] page, int block) {
      count = ListPage.items(page, block);
      TextBlock.decode(page, ListPage.start(page, block), count, texts, 0);
    }

    @Override
    public int encode(long first, int items, byte[] to) {
      byte[] previous = {};
      int end = 0;
      for (int i = 0; i < items; i++) {
        end = TextBlock.append(previous, texts[i], to, end, TextBlock.MAX_LENGTH);
        if (end == TextBlock.DAMAGED) {
          return Integer.MAX_VALUE;
        }
        previous = texts[i];
      }
      return end;
    }

    @Override
    public void removeFirst(int items) {
      count -= items;
      System.arraycopy(texts, items, texts, 0, count);
    }
  }
}
