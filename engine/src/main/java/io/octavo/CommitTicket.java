package io.octavo;

import io.octavo.error.StoreException;
import io.octavo.pager.SealedCommit;
import org.jspecify.annotations.Nullable;

/**
 * A commit on its way to the disk, from {@link Transaction#commitLater}. Safe for use by any number
 * of threads. Poll a ticket, wait for it, or drop it: a ticket that is kept and never asked keeps
 * some memory for each later commit.
 */
public final class CommitTicket {
  private final OpenTransactions transactions;

  /** Null before the commit, and when it is known to be durable: a commit refers to later ones. */
  volatile @Nullable SealedCommit commit;

  CommitTicket(OpenTransactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns whether the commit is durable, without waiting. For programs that poll; the store makes
   * the commit durable without a call of {@link #await}, at the time that its {@link Durability}
   * says.
   *
   * @return true if the commit is durable
   * @throws io.octavo.error.StoreFailedException if the commit is not durable and a write has
   *     failed, so it is unknown whether the commit survives; to find out, reopen the store
   * @throws StoreException if the commit is not durable and the store is closed, because the last
   *     checkpoint failed
   */
  public boolean isDurable() {
    SealedCommit present = commit;
    if (present != null) {
      if (!transactions.pager().isDurable(present)) {
        if (transactions.pager().isClosed()) {
          throw new StoreException(
              transactions.pager().fileName()
                  + ": the store was closed, and a failure kept the commit from becoming durable",
              null);
        }
        return false;
      }
      commit = null;
    }
    return true;
  }

  /**
   * Waits until the commit is durable; returns at once if it is. An interrupt does not end the wait
   * and is kept. With {@link Durability#ASYNC} and {@link Durability#CHECKPOINT}, makes the commit
   * durable now.
   *
   * @throws IllegalStateException if the store is open with {@link Durability#CHECKPOINT}, the
   *     commit is not durable, and either this thread began the open write transaction or the store
   *     is closed
   * @throws io.octavo.error.StoreFailedException if it is unknown whether the commit is durable; to
   *     find out, reopen the store
   * @throws StoreException if a checkpoint cannot be written; the commit is not durable yet
   */
  public void await() {
    SealedCommit present = commit;
    if (present != null) {
      transactions.pager().await(present);
      if (!isDurable()) {
        transactions.checkpoint();
      }
      commit = null;
    }
  }
}
