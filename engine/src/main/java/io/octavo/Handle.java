package io.octavo;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a transaction gives out of a collection: it ends with the transaction, or with a drop. */
abstract class Handle {
  final Transaction transaction;
  private String name;
  private boolean dropped;

  Handle(Transaction transaction, String name) {
    this.transaction = transaction;
    this.name = name;
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
      throw new IllegalStateException("name=" + name + " was dropped in this transaction");
    }
  }

  /** Gives what changes the collection; throws where the transaction only reads. */
  final <W> W requireWriter(@Nullable W writer) {
    requireSound();
    transaction.requireWrite();
    if (writer == null) {
      throw new IllegalStateException("the map belongs to a transaction that only reads");
    }
    return writer;
  }

  /** Explains an error of a read by the end of the transaction, where that came first. */
  final RuntimeException stillOpen(RuntimeException e) {
    requireSound();
    return e;
  }

  /** Reads something that a transaction ended meanwhile must not give. */
  final <T extends @Nullable Object> T read(Supplier<T> action) {
    requireSound();
    T result;
    try {
      result = action.get();
    } catch (RuntimeException e) {
      throw stillOpen(e);
    }
    requireSound();
    return result;
  }

  /** Notes a failed change; gives back the error to be thrown. */
  final RuntimeException failed(Throwable e) {
    if (e instanceof RuntimeException) {
      // A store that is closed by another thread ends its transaction whatever it is doing.
      requireSound();
    }
    transaction.fail(e);
    if (e instanceof Error error) {
      throw error;
    }
    return (RuntimeException) e;
  }
}
