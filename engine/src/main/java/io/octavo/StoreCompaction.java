package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.PageHeader;
import io.octavo.pager.Catalogue;
import io.octavo.pager.Compaction;
import io.octavo.pager.Pager;
import io.octavo.tree.Changes;
import io.octavo.tree.TreeLimits;
import io.octavo.tree.TreeMover;

/** A step of a compaction in place; for the holder of the writer slot. */
final class StoreCompaction {
  private static final long PAGE = PageHeader.PAGE_SIZE;

  private StoreCompaction() {}

  static CompactProgress step(Pager pager, TreeLimits limits, long maxBytes) {
    long cut = pager.stats().pagesCut();
    Compaction step = Compaction.begin(pager, maxBytes / PAGE);
    TreeMover mover = new TreeMover(step);
    Catalogue catalogue;
    try {
      Changes changes = new Changes(pager, step.pages(), limits);
      for (CatalogueRecord record : changes.catalogue().records()) {
        if (mover.isComplete() && !record.root().isNone()) {
          mover.move(
              pager.pages(null, step.pages(), record.id(), record.type()), changes.root(record));
        }
      }
      catalogue = changes.finish();
    } catch (RuntimeException | Error e) {
      pager.end(step.pages());
      throw e;
    }
    step.commit(catalogue);
    step.pages().log().compacted(maxBytes);
    return new CompactProgress(
        mover.moved() * PAGE,
        (pager.stats().pagesCut() - cut) * PAGE,
        step.remaining() * PAGE,
        !mover.isComplete() && mover.moved() > 0);
  }
}
