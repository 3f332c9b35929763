package io.octavo.space;

import io.octavo.cache.Frame;
import io.octavo.cache.PageCache;
import io.octavo.cache.PageLoader;
import io.octavo.cache.Remains;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reuses the arrays of leaves for their changed versions, so that a change copies the slots instead
 * of the page. Requires that no snapshot is open: a later reader finds the {@linkplain Remains
 * remains} of the leaf, and rebuilds the leaf.
 *
 * <p>Readers read arrays without a lock. So the writer first hides the leaf, and then looks for
 * readers; a reader first registers, and then looks for the leaf: one of them sees the other.
 */
public final class TakeOver {
  /** The fraction of the budget for remains: an eighth. */
  private static final int MOST = 8;

  private final PageCache cache;
  private final PageLoader loader;
  private final Space space;

  /**
   * Returns whether the base state of the transaction has no reader; null if other states may be
   * read too. The base is the published state: only a checkpoint during the commit can publish
   * another one, after the last change of a leaf.
   */
  private final @Nullable BooleanSupplier isBaseUnread;

  /** The remains of leaves whose arrays were taken over, by the page that has the array. */
  private final Map<Integer, Frame> lenders = new HashMap<>();

  /** Whether there may be such leaves; once the transaction has ended, whether there were any. */
  private boolean isUsed;

  private boolean isStopped;

  /**
   * Begins without pages.
   *
   * @param isBaseUnread returns whether the base state has no reader; null if an earlier state has
   *     one: no array is then taken over
   */
  TakeOver(
      PageCache cache, PageLoader loader, Space space, @Nullable BooleanSupplier isBaseUnread) {
    this.cache = cache;
    this.loader = loader;
    this.space = space;
    this.isBaseUnread = isBaseUnread;
  }

  /**
   * Hides a leaf, so that its array can be taken over.
   *
   * @param number the page, which an earlier transaction has made
   * @param leaf its bytes
   * @return the frame with its remains; null if the leaf must be copied, and is not hidden
   */
  @Nullable Frame hide(int number, byte[] leaf) {
    BooleanSupplier isUnread = isBaseUnread;
    if (isUnread == null || isStopped || !isUnread.getAsBoolean()) {
      return null;
    }
    Frame frame = cache.get(number);
    if (frame == null || frame.bytes != leaf || !isFree(frame)) {
      return null;
    }
    Frame rest = cache.leaveRemains(frame);
    Memory.fence();
    if (isUnread.getAsBoolean()) {
      return rest;
    }
    cache.exchange(frame);
    return null;
  }

  /** Returns whether nobody but readers can need a leaf's array. */
  private boolean isFree(Frame leaf) {
    int kind = PageHeader.kindCode(leaf.bytes);
    return (kind == PageKind.LEAF.code() || kind == PageKind.BYTES_LEAF.code())
        && (leaf.dirty
            ? !space.isBeingWritten(leaf.number)
            : (PageHeader.flags(leaf.bytes) & PageHeader.LOOSE) == 0)
        && cache.takenOver() < cache.budget() / MOST;
  }

  /**
   * Records a page that is about to take over an array.
   *
   * @param lender the result of {@link #hide}
   */
  void note(int taker, Frame lender) {
    lenders.put(taker, lender);
    isUsed = true;
  }

  /** Forgets all pages, because the transaction has ended. */
  void end() {
    lenders.clear();
  }

  /**
   * Returns whether {@link #giveBack} must precede changes of entries. After a roll back, a thread
   * that continues gets an exception there.
   */
  boolean isUsed() {
    return isUsed;
  }

  /**
   * Restores the leaf whose array a page has taken over, if there is one. Must precede each change
   * of bytes of entries that the page inherited.
   */
  void giveBack(int taker) {
    Frame lender = lenders.get(taker);
    if (lender != null) {
      giveBackTo(lender);
      lenders.remove(taker);
    }
  }

  private void giveBackTo(Frame lender) {
    if (cache.get(lender.number) == lender) {
      loader.whole(lender);
    }
    // Before the array is changed.
    Memory.fence();
  }

  /**
   * Restores all leaves whose arrays were taken over, and ends take-overs. Must precede spills: a
   * page that is read again has another array.
   */
  void stop() {
    isStopped = true;
    lenders.values().forEach(this::giveBackTo);
    lenders.clear();
  }

  /** Returns whether all leaves can be rebuilt, for an assertion. */
  boolean isIntact() {
    return lenders.values().stream()
        .allMatch(
            frame ->
                frame.remains == null
                    || cache.get(frame.number) != frame
                    || frame.remains.gives(frame.remains.leaf(frame.number, PageHeader.newPage())));
  }
}
