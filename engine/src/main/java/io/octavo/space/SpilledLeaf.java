package io.octavo.space;

import io.octavo.cache.Frame;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageSet;
import io.octavo.cache.PageTable;
import io.octavo.catalogue.TreeRoot;
import io.octavo.page.PageHeader;
import io.octavo.page.PageRef;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A leaf to be spilled.
 *
 * @param parent its parent, null if a snapshot of the transaction reaches the leaf: then the
 *     parents do not change, and the leaf is written as a copy
 * @param index the index in the parent
 */
record SpilledLeaf(Frame frame, @Nullable Frame parent, int index) {
  /**
   * Collects the changed leaves of a transaction.
   *
   * @param roots the roots of the trees that the transaction uses
   * @param made the pages that the transaction has made
   * @param own those of them that the transaction may change
   */
  static List<SpilledLeaf> collect(
      PageCache cache, Iterable<TreeRoot> roots, PageSet made, PageSet own) {
    List<SpilledLeaf> leaves = new ArrayList<>();
    for (TreeRoot root : roots) {
      PageRef page = root.page();
      if (page.level() > 0 && own.contains(page.number())) {
        collect(cache, own, page.number(), leaves);
      }
    }
    if (own != made) {
      collectSealed(cache, made, own, leaves);
    }
    return leaves;
  }

  private static void collect(PageCache cache, PageSet own, int branch, List<SpilledLeaf> leaves) {
    Frame frame = cache.get(branch);
    if (frame == null) {
      throw new IllegalStateException("branch page " + branch + " of the transaction is missing");
    }
    byte[] page = frame.bytes;
    for (int i = 0; i < PageHeader.count(page); i++) {
      int child = BranchPage.number(TreePage.child(page, i));
      if (!own.contains(child)) {
        continue;
      }
      if (frame.level > 1) {
        collect(cache, own, child, leaves);
      } else {
        Frame leaf = cache.get(child);
        if (leaf != null && leaf.dirty && leaf.remains == null) {
          leaves.add(new SpilledLeaf(leaf, frame, i));
        }
      }
    }
  }

  /** Collects the leaves that snapshots of the transaction reach. */
  private static void collectSealed(
      PageCache cache, PageSet made, PageSet own, List<SpilledLeaf> leaves) {
    for (int number = made.next(0); number >= 0; number = made.next(number + 1)) {
      Frame frame = own.contains(number) ? null : cache.get(number);
      if (frame != null && frame.level == 0 && frame.dirty && frame.remains == null) {
        leaves.add(new SpilledLeaf(frame, null, 0));
      }
    }
  }

  /** Chooses leaves by a clock: first those not used since the last choice, then any. */
  static List<SpilledLeaf> longUnused(PageTable table, List<SpilledLeaf> leaves, int count) {
    List<SpilledLeaf> picked = new ArrayList<>();
    List<SpilledLeaf> used = new ArrayList<>();
    for (SpilledLeaf leaf : leaves) {
      (table.isUsed(leaf.frame().number) ? used : picked).add(leaf);
      table.clearUsed(leaf.frame().number);
    }
    picked.addAll(used);
    return picked.subList(0, Math.min(count, picked.size()));
  }
}
