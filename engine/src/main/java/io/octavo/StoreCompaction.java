package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.PageHeader;
import io.octavo.pager.Compaction;
import io.octavo.pager.Pager;
import io.octavo.pager.WriteTransaction;
import io.octavo.tree.TreeMover;
import io.octavo.tree.TreeType;

/** A step of a compaction in place. Belongs to the holder of the writer slot. */
final class StoreCompaction {
  private static final long PAGE = PageHeader.PAGE_SIZE;

  private StoreCompaction() {}

  static CompactProgress step(Pager pager, long maxBytes) {
    long cut = pager.stats().pagesCut();
    Compaction step = pager.beginCompaction(maxBytes / PAGE);
    WriteTransaction transaction = step.transaction();
    TreeMover mover = new TreeMover(step);
    try {
      for (CatalogueRecord record : transaction.catalogue().catalogue().records()) {
        if (mover.isComplete() && !record.root().isNone()) {
          mover.move(
              transaction.pages(record.id(), TreeType.of(record).kinds()),
              transaction.catalogue().root(record));
        }
      }
    } catch (RuntimeException | Error e) {
      transaction.end();
      throw e;
    }
    step.commit();
    transaction.log().compacted(maxBytes);
    return new CompactProgress(
        mover.moved() * PAGE,
        (pager.stats().pagesCut() - cut) * PAGE,
        step.remaining() * PAGE,
        !mover.isComplete() && mover.moved() > 0);
  }
}
