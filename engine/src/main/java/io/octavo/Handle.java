package io.octavo;

import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object of a collection that a transaction has given out. It ends with the transaction, or when
 * the collection is dropped.
 */
abstract class Handle {
  final Transaction transaction;
  private String name;
  private boolean dropped;

  /** The confinement of the transaction. */
  final Confinement confinement;

  Handle(Transaction transaction, String name) {
    this.transaction = transaction;
    this.confinement = transaction.confinement();
    this.name = name;
  }

  final String name() {
    return name;
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
   * @param writer the writer of the collection, null in a read transaction
   * @return the writer
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
  }

  /** Throws unless an array of values has one for each key. */
  static void requireValues(int keys, int values) {
    if (values < keys) {
      throw new IllegalArgumentException(
          "values.length=" + values + " is less than keys.length=" + keys);
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
      // The transaction must not become unreachable, and then be rolled back as forgotten, during a
      // change.
      Reference.reachabilityFence(transaction);
    }
  }

  /** Records a failed change and leaves the transaction. Returns the exception to throw. */
  final RuntimeException failed(Throwable e) {
    confinement.fail(e);
    confinement.leave();
    if (e instanceof RuntimeException) {
      // If another thread has closed the store, report that the transaction has ended.
      transaction.resources.requireOpen();
    }
    throw Handle.<RuntimeException>thrown(e);
  }

  /**
   * Throws any Throwable, because functions of the program may throw checked exceptions undeclared.
   */
  @SuppressWarnings("unchecked") // the cast is erased
  static <X extends Throwable> RuntimeException thrown(Throwable e) throws X {
    throw (X) e;
  }

  /**
   * Runs a change of several steps, which may call functions of the program. An exception of such a
   * function does not fail the transaction.
   */
  final <R extends @Nullable Object> R change(Supplier<R> steps) {
    requireSound();
    enter();
    try {
      return steps.get();
    } finally {
      leave();
    }
  }

  /** Begins a read. */
  final void beginRead() {
    requireSound();
    confinement.beginRead();
  }

  /** Ends a read. Throws if the result must not be used. */
  final void endRead() {
    // If another thread has closed the reader, its pages may have been reused during the read.
    requireSound();
  }

  /** Returns the exception of a failed read, or throws if another thread has ended the reader. */
  final RuntimeException failedRead(RuntimeException e) {
    endRead();
    return e;
  }

  /** Runs a read whose result must not be used if the transaction was ended during the read. */
  final <T extends @Nullable Object> T read(Supplier<T> action) {
    beginRead();
    T result;
    try {
      result = action.get();
    } catch (RuntimeException e) {
      throw failedRead(e);
    }
    endRead();
    return result;
  }
}
