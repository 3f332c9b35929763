package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.space.Pages;
import io.octavo.space.WriteSet;

/** Changes of the root of a tree, and of the tree as a whole, for all types of keys. */
final class TreeTop {
  private TreeTop() {}

  /** Returns the root page for a change, copied if necessary, and clears its checksum. */
  static byte[] makeWritable(WriteSet writeSet, TreeRoot root, byte[] page) {
    byte[] writable = writeSet.writable(page);
    if (writable != page || root.page().crc() != 0) {
      root.setPage(new PageRef(PageHeader.number(writable), 0, PageHeader.level(writable)));
    }
    return writable;
  }

  /** While the root is a branch with one child, makes that child the root. */
  static void shrink(Pages pages, WriteSet writeSet, TreeRoot root, byte[] page) {
    byte[] branch = page;
    while (PageHeader.count(branch) == 1) {
      long child = TreePage.child(branch, 0);
      int level = PageHeader.level(branch) - 1;
      writeSet.free(PageHeader.number(branch));
      root.setPage(new PageRef(BranchPage.number(child), BranchPage.crc(child), level));
      if (level == 0) {
        return;
      }
      branch = pages.page(BranchPage.number(child), BranchPage.crc(child), level);
    }
  }

  /** Frees all pages of a tree that is not empty. Returns the number of its entries. */
  static long free(Pages pages, WriteSet writeSet, TreeRoot root) {
    PageRef ref = root.page();
    freeBelow(pages, writeSet, ref.number(), ref.crc(), ref.level());
    root.setPage(PageRef.NONE);
    return root.entries();
  }

  private static void freeBelow(Pages pages, WriteSet writeSet, int number, int crc, int level) {
    if (!writeSet.isInUse(number)) {
      throw pages.referredTwice(number);
    }
    if (level > 0) {
      byte[] page = pages.page(number, crc, level);
      for (int i = 0; i < PageHeader.count(page); i++) {
        long child = TreePage.child(page, i);
        freeBelow(pages, writeSet, BranchPage.number(child), BranchPage.crc(child), level - 1);
      }
    }
    writeSet.free(number);
  }
}
