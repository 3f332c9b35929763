package io.octavo.ids;

import io.octavo.commit.WriteTransaction;
import io.octavo.memory.Memory;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.tree.TreeKinds;
import io.octavo.space.WriteSet;
import io.octavo.tree.BranchWriter;
import io.octavo.tree.LongTree;
import io.octavo.tree.TreeLimits;
import io.octavo.tree.TreePath;

/**
 * Appends items to a list. One thread at a time.
 *
 * <p>The items of the last block stay in an {@link OpenBlock} until the block is full or the
 * transaction commits, so that an item does not cost the encoding of a block. Pages always have
 * their final form: equal items make equal pages, however many transactions append them. The last
 * block of a page takes the items that fit, and only the last page is ever written again.
 */
final class ListTreeWriter extends LongTree {
  private final WriteSet writeSet;
  private final TreeLimits limits;
  private final BranchWriter<Long> branches;
  private final TreePath path;
  private final ListForm form;
  private final OpenBlock block;
  private final byte[] encoded;

  /** Whether the block has the items of the last block in the pages, which it will replace. */
  private boolean replacesLast;

  private long pageChanges;

  /** Whether the last block in the pages was looked at. */
  private boolean isOpen;

  /** The items of one block, before they are encoded. */
  interface OpenBlock {
    /** Returns the number of items. */
    int count();

    /** Reads the items of a block. */
    void read(byte[] page, int block);

    /**
     * Encodes the first items.
     *
     * @param first the index of the first item in the list
     * @param count how many of the items
     * @param to receives the bytes
     * @return the number of bytes
     */
    int encode(long first, int count, byte[] to);

    /** Removes the first items. */
    void removeFirst(int count);
  }

  /**
   * Opens a list for writing.
   *
   * @param transaction the transaction that writes
   * @param record the collection
   * @param limits how full pages may be
   * @param form what the blocks hold
   * @param block takes the items of the last block
   */
  ListTreeWriter(
      WriteTransaction transaction,
      CatalogueRecord record,
      TreeLimits limits,
      ListForm form,
      OpenBlock block) {
    super(transaction, record, TreeKinds.LISTS);
    this.writeSet = transaction.writeSet();
    this.limits = limits;
    this.branches = new BranchWriter<>(this, TreeKinds.LISTS.branch(), transaction, limits);
    this.path = branches.path();
    this.form = form;
    this.block = block;
    this.encoded = Memory.allocate(form.maxLength());
  }

  @Override
  protected long firstKey(byte[] page) {
    return ListPage.first(page);
  }

  @Override
  protected long lastKey(byte[] page) {
    return ListPage.first(page) + ListPage.items(page) - 1;
  }

  /** Returns the index of the first item of the open block: all before it are in pages. */
  long openFrom() {
    return size() - block.count();
  }

  /** Counts the changes of pages, after which a page that was read before may be another's. */
  long pageChanges() {
    return pageChanges;
  }

  /** Prepares the open block for one more item. */
  void open() {
    if (isOpen) {
      return;
    }
    path.descendToEdge(true);
    if (path.top >= 0) {
      byte[] page = path.leaf();
      int last = ListPage.blocks(page) - 1;
      if (ListPage.first(page) + ListPage.items(page) != size()) {
        throw pages()
            .outOfBounds(
                page,
                "items to " + (ListPage.first(page) + ListPage.items(page)),
                "the last page of " + size() + " items");
      }
      if (ListPage.items(page, last) < form.maxItems()) {
        block.read(page, last);
        replacesLast = true;
      }
    }
    isOpen = true;
  }

  /** Counts an item that was added to the open block. */
  void appended() {
    counted(1);
    if (block.count() == form.maxItems()) {
      write();
    }
  }

  /** Writes all items into pages. */
  void finish() {
    if (isOpen) {
      while (block.count() > 0) {
        write();
      }
      isOpen = false;
    }
  }

  /** Writes the first items of the open block, as many as fit one block. */
  private void write() {
    pageChanges++;
    writeSet.makeRoom();
    long first = openFrom();
    path.descendToEdge(true);
    int count = path.top < 0 ? 0 : fit(first, path.leaf());
    if (count == 0) {
      addPage(first);
      count = fit(first, path.leaf());
    }
    byte[] page = path.leaf();
    boolean isWritten = replacesLast && count == ListPage.items(page, ListPage.blocks(page) - 1);
    if (!isWritten) {
      branches.makePathWritable();
      page = path.leaf();
      if (replacesLast) {
        ListPage.removeLast(page);
      }
      int length = block.encode(first, count, encoded);
      ListPage.append(page, encoded, 0, length, count);
    }
    replacesLast = false;
    block.removeFirst(count);
  }

  /** Returns how many items of the open block a page has space for, at most one block. */
  private int fit(long first, byte[] page) {
    int space = ListPage.space(page);
    int items = ListPage.items(page);
    if (replacesLast) {
      int last = ListPage.blocks(page) - 1;
      space += ListPage.end(page, last) - ListPage.start(page, last) + ListPage.ENTRY;
      items -= ListPage.items(page, last);
    }
    space = Math.min(space, form.maxLength());
    int high = Math.min(block.count(), limits.items() - items);
    int low = 0;
    // All of them, nearly always.
    int middle = high;
    while (low < high) {
      if (block.encode(first, middle, encoded) <= space) {
        low = middle;
      } else {
        high = middle - 1;
      }
      middle = (low + high + 1) >>> 1;
    }
    return low;
  }

  /** Adds an empty page behind the last, and makes it the end of the path. */
  private void addPage(long first) {
    branches.append(
        first,
        branches.newPage(
            (page, number, owner) -> ListPage.format(page, number, owner, first, form)));
    path.descendToEdge(true);
  }

  void clear() {
    pageChanges++;
    block.removeFirst(block.count());
    isOpen = false;
    replacesLast = false;
    if (!root().page().isNone()) {
      branches.freeAll();
    } else {
      counted(-size());
    }
  }
}
