package io.octavo;

import io.octavo.pager.Pager;
import io.octavo.pager.SealedCommit;
import org.jspecify.annotations.Nullable;

/**
 * Makes commits durable that nobody waits for: some time after they returned, at once where their
 * ticket is to be waited for, and at once where many bytes wait.
 */
final class Flusher {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  private static final long NEVER = Long.MAX_VALUE;

  /** Until what failed is tried again: a full disk is not to be asked all the time. */
  private static final long RETRY_NANOS = 1_000_000_000;

  private final OpenTransactions transactions;
  private final Pager pager;
  private final StoreOptions options;
  private final Background background;

  /**
   * When the next flush that has been asked for begins, by the clock in the background; or never.
   */
  private long due = NEVER;

  /** Bytes of operations that were committed since the last flush began. */
  private long waiting;

  /** The last commit that returned before it was durable. */
  private volatile @Nullable SealedCommit last;

  Flusher(OpenTransactions transactions, Pager pager, StoreOptions options, Background background) {
    this.transactions = transactions;
    this.pager = pager;
    this.options = options;
    this.background = background;
  }

  /**
   * Has a commit made durable in time.
   *
   * @param bytes length of its operations
   */
  synchronized void committed(SealedCommit commit, Durability durability, long bytes) {
    last = commit;
    long delay = durability.isAwaited() ? 0 : options.durableNanos(durability);
    waiting += bytes;
    if (delay < NEVER) {
      // The write has the other half of the time.
      begin(durability == Durability.ASYNC && waiting > options.durableBytes() ? 0 : delay / 2);
    }
  }

  /** Begins a flush after some time, unless one begins before. */
  private void begin(long nanos) {
    long now = background.nanoTime();
    // An Error may have kept a flush from beginning: one that is so late is not waited for.
    if (due == NEVER || now + nanos - due < 0 || now - due > RETRY_NANOS) {
      background.after(nanos, this::flush);
      due = now + nanos;
    }
  }

  private synchronized void begins() {
    due = NEVER;
    waiting = 0;
  }

  private void flush() {
    try {
      begins();
      transactions.sync();
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Tries again later; a store that has failed says so now, because no caller waits for it. */
  private synchronized void failed(Throwable e) {
    due = NEVER;
    if (!pager.isWritable()) {
      LOG.log(
          System.Logger.Level.WARNING,
          pager.fileName() + ": commits that have returned may not be durable",
          e);
    } else if (!transactions.isClosed()) {
      begin(RETRY_NANOS);
    }
  }

  void close() {
    background.close();
  }

  /** Throws where the store has failed and a commit that has returned may be lost. */
  void requireDurable() {
    SealedCommit commit = last;
    if (commit != null) {
      var unused = pager.isDurable(commit);
    }
  }
}
