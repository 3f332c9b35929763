package io.octavo.ids;

import io.octavo.commit.WriteTransaction;
import io.octavo.error.StoreFullException;
import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.tree.ListedTree;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;

/** The pairs of a write transaction. One thread at a time. */
final class PairTreeWriter extends PairTree implements ListedTree {
  private final ListTreeWriter list;
  private final LongTreeWriter index;
  private final Pairs open;
  private final OperationLog log;

  private PairTreeWriter(ListTreeWriter list, LongTreeWriter index, Pairs open, OperationLog log) {
    super(list, index, open);
    this.list = list;
    this.index = index;
    this.open = open;
    this.log = log;
  }

  /** Opens pairs for writing, with the record of their index. */
  public static PairTreeWriter open(
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
      throw new StoreFullException(
          "all " + id + " ids of the table are in use; begin another table", null);
    }
    list.open();
    open.add(value);
    list.appended();
    index.put(value, id, true);
    log.put(list.root().owner(), value, 0);
    return id;
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

  @Override
  public void addOpen(OpenItems to) {
    to.add(list.root().owner(), open.copy());
  }
}
