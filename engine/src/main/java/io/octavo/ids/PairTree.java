package io.octavo.ids;

import io.octavo.packed.PairBlock;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.tree.LongTree;
import io.octavo.tree.OpenItems;

/**
 * Distinct longs by ids in the order of their arrival, as a snapshot sees them: a list, and an
 * index of the list, which is a map from each long to its id. Any number of threads may read at
 * once. FORMAT.md, section "Pairs".
 */
class PairTree {
  /** What {@link #find} returns for a value that is absent. */
  public static final int ABSENT = -1;

  /** What the index has for no value. */
  static final long MISSING = Long.MIN_VALUE;

  private final LongTree list;
  private final LongTree index;

  /** The last values, which are in no page yet. */
  private final Pairs open;

  /**
   * Opens a table.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @param open the last items
   */
  PairTree(LongTree list, LongTree index, Pairs open) {
    this.list = list;
    this.index = index;
    this.open = open;
  }

  /**
   * Opens a table.
   *
   * @param list the tree of the list
   * @param index the tree of the index
   * @param items the items that no page has
   * @return the table
   */
  public static PairTree open(LongTree list, LongTree index, OpenItems items) {
    return new PairTree(list, index, items.get(list, Pairs.class, Pairs.NONE));
  }

  /** Returns the id of the first value that is in no page yet, or that the open block repeats. */
  private long openFrom() {
    return list.size() - open.count;
  }

  /**
   * Returns the number of values.
   *
   * @return the number, in constant time
   */
  public final int size() {
    return (int) list.size();
  }

  /**
   * Returns the id of a value.
   *
   * @param value the value
   * @return the id, or {@link #ABSENT}
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int find(long value) {
    long id = index.get(value, MISSING);
    if (id == MISSING) {
      return ABSENT;
    }
    if (id < 0 || id >= list.size()) {
      throw index.pages().wrongIndex(index.root().page().number(), id, list.size());
    }
    return (int) id;
  }

  /**
   * Returns a value.
   *
   * @param id the id, from 0 to the number of values - 1
   * @return the value
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final long get(int id) {
    long inBlock = id - openFrom();
    if (inBlock >= 0) {
      return open.values[(int) inBlock];
    }
    byte[] page = ListTree.page(list, ListForm.PAIRS, id);
    int place = id - (int) ListPage.first(page);
    int block = ListPage.find(page, place, ListForm.PAIRS);
    return PairBlock.get(
        page,
        ListPage.start(page, block),
        ListPage.items(page, block),
        place - ListPage.place(page, block));
  }

  /**
   * Reads values in the order of their ids, from one page.
   *
   * @param from the id of the first, from 0 to the number of values - 1
   * @param values receives the values
   * @param at the index of the first in the array
   * @param most how many are wanted, 1 or more
   * @return the number of values read, 1 or more, at most that wanted
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int read(int from, long[] values, int at, int most) {
    long inBlock = from - openFrom();
    if (inBlock >= 0) {
      int count = (int) Math.min(most, size() - (long) from);
      System.arraycopy(open.values, (int) inBlock, values, at, count);
      return count;
    }
    long[] decoded = new long[PairBlock.MAX_COUNT];
    return ListTree.read(
        list,
        ListForm.PAIRS,
        from,
        (int) Math.min(most, -inBlock),
        (page, block, skipped, read, taken) -> {
          PairBlock.decode(
              page, ListPage.start(page, block), ListPage.items(page, block), decoded, 0);
          System.arraycopy(decoded, skipped, values, at + read, taken);
        });
  }

  /** The pairs of the last block. */
  static final class Pairs implements ListTreeWriter.OpenBlock {
    /** No pairs. */
    static final Pairs NONE = new Pairs(0);

    private final long[] values;
    private int count;

    private Pairs(int capacity) {
      values = new long[capacity];
    }

    /** Makes an empty block. */
    Pairs() {
      this(PairBlock.MAX_COUNT);
    }

    /** Returns a copy of the pairs. */
    Pairs copy() {
      Pairs copy = new Pairs(count);
      System.arraycopy(values, 0, copy.values, 0, count);
      copy.count = count;
      return copy;
    }

    void add(long value) {
      values[count++] = value;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void read(byte[] page, int block) {
      count = ListPage.items(page, block);
      PairBlock.decode(page, ListPage.start(page, block), count, values, 0);
    }

    @Override
    public int encode(long first, int items, byte[] to) {
      return PairBlock.encode(values, 0, items, to, 0);
    }

    @Override
    public void removeFirst(int items) {
      count -= items;
      System.arraycopy(values, items, values, 0, count);
    }
  }
}
