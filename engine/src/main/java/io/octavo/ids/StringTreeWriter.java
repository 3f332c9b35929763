package io.octavo.ids;

import io.octavo.commit.WriteTransaction;
import io.octavo.error.StoreFullException;
import io.octavo.packed.TextBlock;
import io.octavo.page.list.ListForm;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.ring.OperationLog;
import io.octavo.tree.ListedTree;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.OpenItems;
import io.octavo.tree.TreeLimits;

/** The table of a write transaction. One thread at a time. */
final class StringTreeWriter extends StringTree implements ListedTree {
  private static final byte[] NOTHING = {};

  private final ListTreeWriter list;
  private final LongTreeWriter index;
  private final Texts open;
  private final OperationLog log;

  private StringTreeWriter(
      ListTreeWriter list, LongTreeWriter index, SipHash hash, Texts open, OperationLog log) {
    super(list, index, hash, open);
    this.list = list;
    this.index = index;
    this.open = open;
    this.log = log;
  }

  /** Opens a table of strings for writing, with the record of its index. */
  public static StringTreeWriter open(
      WriteTransaction transaction,
      CatalogueRecord record,
      CatalogueRecord indexRecord,
      TreeLimits limits) {
    Texts open = new Texts();
    return new StringTreeWriter(
        new ListTreeWriter(transaction, record, limits, ListForm.TEXTS, open),
        LongTreeWriter.unlogged(transaction, indexRecord, limits),
        SipHash.of(transaction.storeId(), record.id()),
        open,
        transaction.log());
  }

  /**
   * Refuses a byte string that is too long.
   *
   * @param table the name of the table
   * @param length the number of bytes
   * @throws IllegalArgumentException if there are more than 4,000
   */
  public static void requireLength(String table, int length) {
    if (length > TextBlock.MAX_TEXT) {
      throw new IllegalArgumentException(
          "table "
              + table
              + ": string.length="
              + length
              + " is more than "
              + TextBlock.MAX_TEXT
              + " bytes");
    }
  }

  /**
   * Returns the id of a byte string, which is added if absent.
   *
   * @param text the byte string, see {@link #requireLength}; not changed and not kept
   * @return the id; that of a byte string added is the number of byte strings before
   * @throws StoreFullException if all ids are in use; nothing is changed
   */
  public int intern(byte[] text) {
    long known = search(text);
    if (known >= 0) {
      return (int) known;
    }
    int id = size();
    if (id == Integer.MAX_VALUE) {
      throw new StoreFullException(
          "all " + id + " ids of the table are in use; begin another table", null);
    }
    list.open();
    open.add(text.clone());
    list.appended();
    index.put(~known, id, true);
    log.putBytes(list.root().owner(), text, NOTHING);
    return id;
  }

  /** Removes all byte strings; ids begin at 0 again. */
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
