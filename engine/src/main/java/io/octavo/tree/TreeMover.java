package io.octavo.tree;

import io.octavo.page.BranchPage;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.TreePage;
import io.octavo.pager.Compaction;
import io.octavo.pager.Pages;
import io.octavo.pager.TreeRoot;
import java.util.BitSet;
import java.util.function.BooleanSupplier;

/** Moves pages of trees from a limit on to free places below it, with the branches above them. */
public final class TreeMover {
  private final Compaction step;
  private final BooleanSupplier isTimeUp;
  private int moved;
  private boolean isComplete = true;

  /** The branches visited: a walk over branches that repeat a child would not terminate. */
  private final BitSet branches = new BitSet();

  /**
   * Begins a step.
   *
   * @param step its limits, and where the copies go
   * @param isTimeUp whether to move no more pages; asked before each branch
   */
  public TreeMover(Compaction step, BooleanSupplier isTimeUp) {
    this.step = step;
    this.isTimeUp = isTimeUp;
  }

  /**
   * Moves the pages of a tree, as far as the step goes. Leaves that stay are not read.
   *
   * @param pages the pages of the tree's collection
   * @param root where it begins, in the step's write set
   * @throws io.octavo.error.StoreException if a page cannot be read or is damaged
   */
  public void move(Pages pages, TreeRoot root) {
    PageRef ref = root.page();
    if (!ref.isNone() && isComplete) {
      int number = move(pages, ref.number(), ref.crc(), ref.level(), 0);
      if (number != ref.number()) {
        root.setPage(new PageRef(number, 0, ref.level()));
      }
    }
  }

  /**
   * Returns whether the trees have been gone through to the end.
   *
   * @return false if the step was over before
   */
  public boolean isComplete() {
    return isComplete;
  }

  /**
   * Counts the copies.
   *
   * @return pages that were copied, branches included whose place was low enough
   */
  public int moved() {
    return moved;
  }

  /**
   * Moves pages below a page, and the page itself if its number is too high or a child was moved.
   *
   * @param above the number of pages above it that must be copied too
   * @return its new number
   */
  private int move(Pages pages, int number, int crc, int level, int above) {
    boolean isHigh = number >= step.limit();
    boolean hasNoRoom = moved >= step.maxPages() || moved + above >= step.room();
    if ((isHigh && hasNoRoom) || (level > 0 && isTimeUp.getAsBoolean())) {
      isComplete = false;
      return number;
    }
    if (level == 0 && !isHigh) {
      return number;
    }
    if (level > 0 && branches.get(number)) {
      throw pages.referredTwice(number);
    }
    byte[] page = pages.page(number, crc, level);
    branches.set(number, level > 0);
    if (isHigh) {
      page = copy(page);
    }
    for (int i = 0; level > 0 && i < PageHeader.count(page) && isComplete; i++) {
      long child = TreePage.child(page, i);
      boolean isCopied = PageHeader.number(page) != number;
      int from = BranchPage.number(child);
      int to = move(pages, from, BranchPage.crc(child), level - 1, isCopied ? above : above + 1);
      if (from != to) {
        if (!isCopied) {
          page = copy(page);
        }
        TreePage.setChild(page, i, BranchPage.childOf(to, 0));
      }
    }
    return PageHeader.number(page);
  }

  private byte[] copy(byte[] page) {
    moved++;
    return step.transaction().writeSet().writable(page);
  }
}
