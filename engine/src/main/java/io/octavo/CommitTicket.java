package io.octavo;

import io.octavo.error.StoreException;
import io.octavo.snapshot.SealedCommit;
import io.octavo.transaction.WriterSlot;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A commit on its way to the disk, from {@link Transaction#commitLater}. Safe for use by any number
 * of threads. A ticket that is kept but never polled retains some memory for each later commit.
 */
public final class CommitTicket {
  /** The interval at which a waiting thread checks whether the store has failed. */
  private static final long LOOK_NANOS = 50_000_000;

  private final Transactions transactions;

  /**
   * The commit; null before the commit, and when the commit is known to be durable, because a
   * commit refers to all later ones.
   */
  volatile @Nullable SealedCommit commit;

  private final CompletableFuture<@Nullable Void> told = new CompletableFuture<>();

  CommitTicket(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Returns whether the commit is durable, without waiting. The store makes the commit durable as
   * its {@link Durability} specifies, even without a call of {@link #await}.
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
   * Waits until the commit is durable. An interrupt does not end the wait and is kept. With {@link
   * Durability#ASYNC} and {@link Durability#CHECKPOINT}, makes the commit durable now.
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

  /**
   * Waits until the commit is durable, or the timeout has passed. Makes the commit durable now, as
   * {@link #await()} does, but in the background: the disk cannot prolong the wait. An interrupt
   * ends the wait.
   *
   * @param timeout the longest time to wait; zero or less for no wait
   * @return true if the commit is durable, false if the timeout has passed
   * @throws InterruptedException if the thread is interrupted before the commit is durable
   * @throws io.octavo.error.StoreFailedException as {@link #isDurable}
   * @throws StoreException as {@link #isDurable}; a failed checkpoint is retried instead
   */
  public boolean await(Duration timeout) throws InterruptedException {
    long nanos = WriterSlot.saturatedNanos(timeout);
    long begun = System.nanoTime();
    if (!isDurable()) {
      transactions.flusher().hasten(this);
    }
    while (!isDurable()) {
      long left = nanos - (System.nanoTime() - begun);
      try {
        told.get(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        // The next check throws the failure.
      } catch (TimeoutException e) {
        if (left <= LOOK_NANOS) {
          return isDurable();
        }
      }
    }
    return true;
  }

  /**
   * Returns a stage that completes when the commit is durable. Makes the commit durable now, as
   * {@link #await()} does, but in the background. The stage completes in the default executor of
   * {@link CompletableFuture}, never in a thread of the store, so its dependent stages may use the
   * store.
   *
   * @return the stage; completes exceptionally, with the exception of {@link #isDurable} as the
   *     cause, if it is unknown whether the commit survives or the store was closed without it; a
   *     failed checkpoint is retried instead
   */
  public CompletionStage<@Nullable Void> whenDurable() {
    transactions.flusher().hasten(this);
    return told.minimalCompletionStage();
  }

  /**
   * Completes the stage if the commit is durable or has failed. Dependents of the stage run in
   * another thread, so that they cannot delay the store.
   *
   * @return whether the commit is durable or has failed
   */
  boolean tell() {
    boolean isDecided;
    try {
      isDecided = isDurable();
    } catch (StoreException e) {
      isDecided = true;
    }
    if (isDecided) {
      var unused = told.completeAsync(this::outcome);
    }
    return isDecided;
  }

  private @Nullable Void outcome() {
    var unused = isDurable();
    return null;
  }
}
