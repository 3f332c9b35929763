package io.octavo.ids;

import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.tree.LongTree;

/** Finds the pages of append-only lists, which are the lowest pages of a tree of longs. */
final class ListTree {
  private ListTree() {}

  /** Takes items of a block. */
  interface BlockReader {
    /**
     * Takes items.
     *
     * @param page the page
     * @param block the index of the block
     * @param skipped the items of the block before the first that is taken
     * @param read the items that were taken before
     * @param taken the number of items
     */
    void take(byte[] page, int block, int skipped, int read, int taken);
  }

  /**
   * Reads items in the order of their indexes, from one page.
   *
   * @param tree the tree of the list
   * @param form what the blocks of the list hold
   * @param from the index of the first item, which the list has
   * @param most how many are wanted, 1 or more
   * @param reader takes the items, block by block
   * @return the number of items read, 1 or more, at most that wanted
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  static int read(LongTree tree, ListForm form, int from, int most, BlockReader reader) {
    byte[] page = page(tree, form, from);
    int place = from - (int) ListPage.first(page);
    int blocks = ListPage.blocks(page);
    int read = 0;
    for (int block = ListPage.find(page, place, form); block < blocks && read < most; block++) {
      int skipped = place + read - ListPage.place(page, block);
      int taken = Math.min(ListPage.items(page, block) - skipped, most - read);
      reader.take(page, block, skipped, read, taken);
      read += taken;
    }
    return read;
  }

  /**
   * Returns the page of an item.
   *
   * @param tree the tree of the list
   * @param form what the blocks of the list hold
   * @param index the index of the item, which the list has
   * @throws io.octavo.error.CorruptionException if the page does not have the item
   */
  static byte[] page(LongTree tree, ListForm form, long index) {
    return page(tree, form, index, find(tree, index));
  }

  /** Returns number and checksum of the page that may have an item, as its parent holds them. */
  static long find(LongTree tree, long index) {
    PageRef ref = tree.root().page();
    long child = BranchPage.childOf(ref.number(), ref.crc());
    for (int level = ref.level(); level > 0; level--) {
      byte[] page = tree.pages().page(BranchPage.number(child), BranchPage.crc(child), level);
      child = BranchPage.child(page, BranchPage.find(page, index));
    }
    return child;
  }

  /** Returns a page, which has an item. */
  static byte[] page(LongTree tree, ListForm form, long index, long child) {
    byte[] page = tree.pages().page(BranchPage.number(child), BranchPage.crc(child), 0);
    if (!has(page, form, index)) {
      throw tree.pages()
          .outOfBounds(
              page,
              "items "
                  + ListPage.first(page)
                  + " to "
                  + (ListPage.first(page) + ListPage.items(page)),
              "item " + index + " of a list of " + form);
    }
    return page;
  }

  /** Returns whether a page has an item of a list. */
  static boolean has(byte[] page, ListForm form, long index) {
    return PageHeader.kindCode(page) == PageKind.LIST.code()
        && ListPage.form(page) == form
        && index >= ListPage.first(page)
        && index - ListPage.first(page) < ListPage.items(page);
  }
}
