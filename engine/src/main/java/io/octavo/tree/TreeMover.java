package io.octavo.tree;

import io.octavo.catalogue.TreeRoot;
import io.octavo.commit.MoveLimits;
import io.octavo.error.StoreException;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import io.octavo.space.Pages;
import io.octavo.space.WriteSet;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Moves pages of trees from a limit on to free places below it, with the branches above them. */
public final class TreeMover {
  private final WriteSet target;
  private final MoveLimits limits;
  private final BooleanSupplier isTimeUp;
  private final boolean isLenient;
  private int moved;

  /** Branches above leaves, in the order of the keys, that are not to be visited. */
  private long toSkip;

  /** Branches above leaves of the present tree that were skipped or gone through. */
  private long passed;

  private boolean isComplete = true;

  /** The branches visited: a walk over branches that repeat a child would not terminate. */
  private final BitSet branches = new BitSet();

  /**
   * Begins a step.
   *
   * @param target gets the copies. A page that it has made stays where it is
   * @param limits which pages to move
   * @param isTimeUp whether to move no more pages; asked before each branch
   * @param isLenient whether a page that cannot be read stays where it is; otherwise the move fails
   */
  public TreeMover(
      WriteSet target, MoveLimits limits, BooleanSupplier isTimeUp, boolean isLenient) {
    this.target = target;
    this.limits = limits;
    this.isTimeUp = isTimeUp;
    this.isLenient = isLenient;
  }

  /**
   * Moves the pages of a tree, as far as the step goes. Leaves that stay are not read.
   *
   * @param pages the pages of the tree's collection
   * @param root where it begins, in the step's write set
   * @param skipped how many branches above leaves, the first in the order of the keys, not to visit
   * @throws io.octavo.error.StoreException if a page cannot be read or is damaged
   */
  public void move(Pages pages, TreeRoot root, long skipped) {
    PageRef ref = root.page();
    toSkip = skipped;
    passed = 0;
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
   * Returns where the last tree is to be continued.
   *
   * @return how many branches above leaves were skipped or gone through to the end
   */
  public long passed() {
    return passed;
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
    boolean isHigh = number >= limits.limit() && !target.owns(number);
    boolean hasNoRoom = moved >= limits.maxPages() || moved + above >= limits.room();
    if ((isHigh && hasNoRoom) || (level > 0 && isTimeUp.getAsBoolean())) {
      isComplete = false;
      return number;
    }
    if (level == 0 && !isHigh) {
      return number;
    }
    byte[] page = read(pages, number, crc, level);
    if (page == null) {
      passed += level == 1 ? 1 : 0;
      return number;
    }
    branches.set(number, level > 0);
    if (isHigh) {
      page = copy(page);
    }
    for (int i = 0; level > 0 && i < PageHeader.count(page) && isComplete; i++) {
      if (level == 2 && toSkip > 0) {
        toSkip--;
        passed++;
        continue;
      }
      long child = TreePage.child(page, i);
      boolean isCopied = target.owns(PageHeader.number(page));
      int from = BranchPage.number(child);
      int to = move(pages, from, BranchPage.crc(child), level - 1, isCopied ? above : above + 1);
      if (from != to) {
        if (!isCopied) {
          page = copy(page);
        }
        TreePage.setChild(page, i, BranchPage.childOf(to, 0));
      }
    }
    passed += level == 1 && isComplete ? 1 : 0;
    return PageHeader.number(page);
  }

  /** Returns a page, or null if it cannot be read and is to stay where it is. */
  private byte @Nullable [] read(Pages pages, int number, int crc, int level) {
    try {
      if ((level > 0 && branches.get(number)) || !target.isInUse(number)) {
        throw pages.referredTwice(number);
      }
      return pages.page(number, crc, level);
    } catch (StoreException e) {
      if (!isLenient) {
        throw e;
      }
      return null;
    }
  }

  /** Copies a page that is to be written as it is, except for the numbers of its children. */
  private byte[] copy(byte[] page) {
    moved++;
    return target.writableByNotes(page, true);
  }
}
