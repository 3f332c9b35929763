package io.octavo;

import java.util.ConcurrentModificationException;
import org.jspecify.annotations.Nullable;

/**
 * Confines a write transaction to the thread that began it, until that thread hands the transaction
 * over. A callback of a change, for example a source of entries, may call the transaction again.
 */
final class Confinement {
  /** Shared by all read transactions, which any number of threads may use. */
  static final Confinement OF_READERS = new Confinement(null);

  /** Null after a hand-over, until a thread uses the transaction. */
  private volatile @Nullable Thread owner;

  /** The number of changes that have begun and not returned. */
  private int depth;

  /** The first failure, after which the transaction can only be closed. */
  private volatile @Nullable Throwable failure;

  private @Nullable Runnable beforeReentry;

  Confinement(@Nullable Thread owner) {
    this.owner = owner;
  }

  /** Admits a thread, unless the transaction belongs to another one. */
  void require() {
    if (owner != Thread.currentThread() && this != OF_READERS) {
      acquire();
    }
  }

  private synchronized void acquire() {
    Thread present = owner;
    if (present != null) {
      throw new ConcurrentModificationException(
          "this write transaction belongs to thread "
              + WriterSlot.nameOf(present)
              + "; call handOver there first, or collect in parallel and put in one thread, or use"
              + " Store.map");
    }
    owner = Thread.currentThread();
  }

  /** Admits a thread that reads, after what a change has held back. */
  void beginRead() {
    require();
    settle();
  }

  /**
   * Admits a thread that changes the transaction; {@link #leave} follows. If the transaction
   * belongs to another thread, it has failed.
   */
  void enter() {
    try {
      require();
    } catch (ConcurrentModificationException e) {
      fail(e);
      throw e;
    }
    settle();
    requireSound();
    depth++;
  }

  void leave() {
    depth--;
  }

  /** Returns whether a change has not returned: in a callback, or after a stack overflow. */
  boolean isInside() {
    return depth > 0;
  }

  /** Gives the transaction to the next thread that uses it. For the owner, outside of changes. */
  void handOver() {
    owner = null;
  }

  /**
   * Notes what a change has held back, to be done before a callback uses the transaction. Returns
   * what was noted before.
   */
  @Nullable Runnable beforeReentry(@Nullable Runnable settle) {
    Runnable before = beforeReentry;
    beforeReentry = settle;
    return before;
  }

  /** Does what is to be done before a call from a callback. */
  void settle() {
    Runnable settle = beforeReentry;
    if (settle != null) {
      try {
        settle.run();
      } catch (RuntimeException | Error e) {
        fail(e); // the callback may catch the exception
        throw e;
      }
    }
  }

  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  void requireSound() {
    Throwable found = failure;
    if (found != null) {
      throw new IllegalStateException(
          "an earlier call failed, the transaction can only be closed: " + found, found);
    }
  }
}
