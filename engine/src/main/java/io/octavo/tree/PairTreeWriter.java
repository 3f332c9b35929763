package io.octavo.tree;

import io.octavo.error.StoreFullException;
import io.octavo.packed.PairBlock;
import io.octavo.page.CatalogueRecord;
import io.octavo.page.ListForm;
import io.octavo.page.ListPage;
import io.octavo.page.OperationLog;
import io.octavo.pager.WriteTransaction;

/** The pairs of a write transaction. One thread at a time. */
public final class PairTreeWriter extends PairTree implements ListedTree {
  private final ListTreeWriter list;
  private final LongTreeWriter index;
  private final Pairs open;
  private final OperationLog log;

  private PairTreeWriter(ListTreeWriter list, LongTreeWriter index, Pairs open, OperationLog log) {
    super(list, index);
    this.list = list;
    this.index = index;
    this.open = open;
    this.log = log;
  }

  /** Opens pairs for writing, with the record of their index. */
  static PairTreeWriter open(
      WriteTransaction transaction,
      CatalogueRecord record,
      CatalogueRecord indexRecord,
      TreeLimits limits) {
    Pairs open = new Pairs();
    return new PairTreeWriter(
        new ListTreeWriter(transaction, record, limits, ListForm.PAIRS, open),
        LongTreeWriter.unlogged(transaction, indexRecord, limits),
        open,
        transaction.log());
  }

  /**
   * Returns the id of a value, which is added if absent.
   *
   * @param value the value
   * @return the id; that of a value added is the number of values before
   * @throws StoreFullException if all ids are in use; nothing is changed
   */
  public int intern(long value) {
    int known = find(value);
    if (known != ABSENT) {
      return known;
    }
    int id = size();
    if (id == Integer.MAX_VALUE) {
      throw new StoreFullException("all " + id + " ids of the table are in use", null);
    }
    list.open();
    open.add(value);
    list.appended();
    index.put(value, id, true);
    log.put(list.root().owner(), value, 0);
    return id;
  }

  @Override
  public long get(int id) {
    long inBlock = id - list.openFrom();
    return inBlock >= 0 ? open.values[(int) inBlock] : super.get(id);
  }

  @Override
  public int read(int from, long[] values, int at, int most) {
    long inBlock = from - list.openFrom();
    if (inBlock < 0) {
      return super.read(from, values, at, (int) Math.min(most, -inBlock));
    }
    int count = (int) Math.min(most, size() - (long) from);
    System.arraycopy(open.values, (int) inBlock, values, at, count);
    return count;
  }

  /** Removes all values; ids begin at 0 again. */
  public void clear() {
    if (size() > 0) {
      list.clear();
      index.clear();
      log.clear(list.root().owner());
    }
  }

  @Override
  public void finish() {
    list.finish();
  }

  /** The pairs of the last block. */
  private static final class Pairs implements ListTreeWriter.OpenBlock {
    private final long[] values = new long[PairBlock.MAX_COUNT];
    private int count;

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
