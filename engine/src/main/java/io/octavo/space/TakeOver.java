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
 * Hands the arrays of leaves on to their changed versions, so that a change costs a copy of the
 * slots and not one of the page. That is possible where no snapshot is open: a reader that begins
 * later finds the {@linkplain Remains remains} of the leaf, and makes the leaf again.
 *
 * <p>A reader that has found a leaf reads its array without a lock. So the writer first hides the
 * leaf, and then looks for readers; a reader first counts itself in, and then looks for the leaf:
 * one of them sees the other.
 */
public final class TakeOver {
  /** The fraction of the budget for leaves of which only the remains are left: an eighth. */
  private static final int MOST = 8;

  private final PageCache cache;
  private final PageLoader loader;
  private final Space space;

  /**
   * Tells whether the state that the transaction builds on has no reader; null if other states may
   * be read too. That state is the published one: only the end of a checkpoint during the commit
   * can publish another one, after the last change of a leaf.
   */
  private final @Nullable BooleanSupplier isBaseUnread;

  /** What is left of leaves whose arrays have been taken over, by the page that has the array. */
  private final Map<Integer, Frame> lenders = new HashMap<>();

  /** Whether there may be such leaves; once the transaction has ended, whether there were any. */
  private boolean isUsed;

  private boolean isStopped;

  /**
   * Begins with no pages.
   *
   * @param isBaseUnread tells whether the state that the transaction builds on has no reader; null
   *     if an earlier one has, and no array is taken over
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
   * Notes a page that is about to take over an array.
   *
   * @param taker the page
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
   * Returns whether {@link #giveBack} must precede changes of entries. Once the transaction has
   * been rolled back, a thread that goes on must learn there that it has ended.
   */
  boolean isUsed() {
    return isUsed;
  }

  /**
   * Makes the leaf whole whose array a page has taken over, if there is one. Must precede each
   * change of the page that changes bytes of entries which it found there.
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
   * Makes all leaves whole whose arrays have been taken over, and takes no other. Must precede
   * spills: a page that is read again has another array.
   */
  void stop() {
    isStopped = true;
    lenders.values().forEach(this::giveBackTo);
    lenders.clear();
  }

  /** Returns whether all leaves can be made again, for an assertion. */
  boolean isIntact() {
    return lenders.values().stream()
        .allMatch(
            frame ->
                frame.remains == null
                    || cache.get(frame.number) != frame
                    || frame.remains.gives(frame.remains.leaf(frame.number, PageHeader.newPage())));
  }
}
