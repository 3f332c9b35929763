package io.octavo;

import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a transaction gives out of a collection: it ends with the transaction, or with a drop. */
abstract class Handle {
  final Transaction transaction;
  private String name;
  private boolean dropped;

  /** That of the transaction. */
  private final Confinement confinement;

  Handle(Transaction transaction, String name) {
    this.transaction = transaction;
    this.confinement = transaction.confinement();
    this.name = name;
  }

  final boolean isNamed(String other) {
    return name.equals(other);
  }

  final void drop() {
    dropped = true;
  }

  final void rename(String newName) {
    name = newName;
  }

  final void requireSound() {
    transaction.requireSound();
    if (dropped) {
      throw dropped();
    }
  }

  /**
   * Enters the transaction to change the collection; {@link #leave} or {@link #failed} follows.
   *
   * @param writer what changes it, null if the transaction only reads
   * @return the same
   */
  final <W> W enter(@Nullable W writer) {
    requireSound();
    if (writer == null) {
      throw Transaction.onlyReads();
    }
    enter();
    return writer;
  }

  private void enter() {
    confinement.enter();
    if (dropped) {
      throw Handle.<RuntimeException>thrown(confinement.leaveFailed(dropped()));
    }
  }

  private IllegalStateException dropped() {
    return new IllegalStateException("name=" + name + " was dropped in this transaction");
  }

  /** Leaves the transaction after a change. */
  final void leave() {
    try {
      confinement.leave();
    } finally {
      // It must not be taken for forgotten while it is changed.
      Reference.reachabilityFence(transaction);
    }
  }

  /** Notes a failed change and leaves the transaction; gives back the error to be thrown. */
  final RuntimeException failed(Throwable e) {
    confinement.fail(e);
    Throwable told = confinement.leaveFailed(e);
    if (told == e && told instanceof RuntimeException) {
      // A store that is closed by another thread ends its transaction whatever it is doing.
      transaction.requireOpen();
    }
    throw Handle.<RuntimeException>thrown(told);
  }

  /** Throws what the program's own functions may have thrown without declaring it, too. */
  @SuppressWarnings("unchecked") // erased: nothing is cast
  static <X extends Throwable> RuntimeException thrown(Throwable e) throws X {
    throw (X) e;
  }

  /**
   * Runs a change of several steps, between which the program's own functions may be called: they
   * may throw what they like, and fail nothing by that.
   */
  final <R extends @Nullable Object> R change(Supplier<R> steps) {
    requireSound();
    enter();
    R result;
    try {
      result = steps.get();
    } catch (Throwable e) {
      throw Handle.<RuntimeException>thrown(confinement.leaveFailed(e));
    }
    try {
      leave();
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
    return result;
  }

  /**
   * Begins a read.
   *
   * @return what {@link #endRead} needs
   */
  final long beginRead() {
    requireSound();
    return confinement.beginRead();
  }

  /** Ends a read: throws where its result must not be used, as it may be that of other pages. */
  final void endRead(long begun) {
    confinement.endRead(begun);
    // A reader that is closed by another thread may have read pages that were given out anew.
    requireSound();
  }

  /** Explains an error of a read by what other threads did meanwhile, where they did. */
  final RuntimeException failedRead(long begun, RuntimeException e) {
    endRead(begun);
    return e;
  }

  /** Reads something that a transaction ended or changed meanwhile must not give. */
  final <T extends @Nullable Object> T read(Supplier<T> action) {
    long begun = beginRead();
    T result;
    try {
      result = action.get();
    } catch (RuntimeException e) {
      throw failedRead(begun, e);
    }
    endRead(begun);
    return result;
  }
}
