package io.octavo.fuzz.method;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Point;
import io.octavo.fuzz.fail.Turns;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run in which one call into a store fails, and what holds then whatever failed: the transaction
 * of that call is rolled back and the store goes on, or the store has failed and says so to all;
 * nobody waits for ever; one close lets the file go.
 */
abstract class FailingRun {
  /** Far above what a run takes. */
  private static final long HANGING_MILLIS = 60_000;

  /**
   * What fails before the engine can do anything about it: the entries of what ends a transaction
   * or a store. The program has not called them then, and calls them again.
   */
  private static final Set<String> NOT_BEGUN =
      Set.of("Transaction.close entry", "Store.close entry");

  private volatile boolean failed;
  private volatile @Nullable String wrong;

  /** Runs, and looks at what is left. */
  abstract void perform();

  /** Returns the thread that fails, or null if the JVM decides where a call fails. */
  abstract @Nullable Actor actor();

  /** Returns whether something was thrown on purpose. */
  abstract boolean isMeant(Throwable thrown);

  /** Returns whether the failure was thrown. */
  abstract boolean hasStruck();

  /** Returns how far the run has come. */
  abstract String place();

  /** Returns what promise was not kept, null if all were. */
  final @Nullable String run() {
    try {
      perform();
    } catch (Throwable e) {
      note(e);
    }
    return wrong;
  }

  /** Returns whether the store has failed. */
  final boolean hasFailed() {
    return failed;
  }

  /** Goes on with a store that has been opened anew. */
  final void renew() {
    failed = false;
  }

  /** Does something that may find a promise broken. */
  final void judge(Runnable work) {
    try {
      work.run();
    } catch (Turns.DeadException e) {
      // The run is over for all, and has said why.
    } catch (Throwable e) {
      note(e);
    }
  }

  /** Returns whether nothing was found wrong so far. */
  final boolean isRight() {
    return wrong == null;
  }

  private void note(Throwable thrown) {
    if (wrong == null) {
      wrong = explain(thrown);
    }
  }

  private static String explain(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append("\n  cause ").append(cause);
      Arrays.stream(cause.getStackTrace())
          .limit(8)
          .forEach(at -> text.append("\n    at ").append(at));
    }
    return text.toString();
  }

  /** Waits for a thread, not for ever. */
  final void join(Thread thread, @Nullable Turns turns) {
    try {
      thread.join(HANGING_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (thread.isAlive() && wrong == null) {
      StringBuilder text = new StringBuilder("a hang: ").append(thread.getName());
      Arrays.stream(thread.getStackTrace()).forEach(at -> text.append("\n    at ").append(at));
      wrong = text.toString();
    }
    if (turns != null) {
      if (thread.isAlive()) {
        turns.kill("hangs");
      }
      if (wrong == null && turns.death() != null) {
        wrong = "a hang: " + turns.death();
      }
    }
  }

  /**
   * Calls the store on the thread of an actor, where points count if it is the one that fails.
   *
   * @return whether the call returned
   */
  final boolean attempt(Runnable call) {
    boolean isLate = hasStruck();
    Actor actor = Actor.present();
    actor.counting(true);
    try {
      call.run();
      return true;
    } catch (Turns.DeadException | AssertionError e) {
      throw e;
    } catch (Throwable e) {
      actor.counting(false);
      requireAllowed(e, isLate);
      return false;
    } finally {
      actor.counting(false);
    }
  }

  /**
   * Calls the store while nothing fails any more.
   *
   * @return whether the call returned; else the store has failed
   */
  final boolean calmly(Runnable call) {
    try {
      call.run();
      return true;
    } catch (StoreFailedException e) {
      requireAllowed(e, true);
      return false;
    }
  }

  /** Only a store that has failed throws anything when the call that failed is over. */
  private void requireAllowed(Throwable thrown, boolean isLate) {
    Explanation.require(thrown, this::isMeant);
    if (thrown instanceof StoreFailedException) {
      failed = true;
    } else if (isLate) {
      throw new AssertionError("a store that has not failed throws: " + thrown, thrown);
    }
  }

  /** Returns whether the call that failed has not begun. */
  final boolean hasNotBegun() {
    Actor actor = actor();
    Point struck = actor == null ? null : actor.struck();
    return struck != null
        && NOT_BEGUN.contains(struck.className() + "." + struck.method() + " " + struck.what());
  }

  /** Ends a transaction with one close. */
  final void end(Transaction transaction) {
    if (!attempt(transaction::close) && hasNotBegun()) {
      calmly(transaction::close);
    }
  }

  /** Closes a store with one close; returns whether that returned. */
  final boolean end(Store store) {
    return attempt(store::close) || (hasNotBegun() && calmly(store::close));
  }

  /** Acquires and releases the writer slot, which is free unless the store has failed. */
  final void requireTurn(Store store) {
    calmly(
        () -> {
          Optional<Transaction> turn;
          try {
            turn = store.tryBeginWrite(Duration.ZERO);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          } catch (StoreFailedException e) {
            throw e;
          } catch (IllegalStateException e) {
            // The slot knows that this thread has it.
            throw new AssertionError("the writer slot was not given back", e);
          }
          if (turn.isEmpty()) {
            throw new AssertionError("the writer slot was not given back");
          }
          turn.get().close();
        });
  }

  /** A store that has failed refuses all that writes, lets the file go, and changes it no more. */
  final void requireFailed(Store store, FaultFile file) {
    int changes = file.changes();
    requireRefused("begins to write", () -> store.beginWrite().close());
    requireRefused("makes a checkpoint", store::checkpoint);
    calmly(store::close);
    if (!file.isClosed()) {
      throw new AssertionError("a store that has failed did not let the file go");
    }
    if (file.changes() != changes) {
      throw new AssertionError("a store that has failed wrote when it was closed");
    }
  }

  private void requireRefused(String what, Runnable call) {
    if (calmly(call)) {
      throw new AssertionError("a store that has failed " + what);
    }
  }
}
