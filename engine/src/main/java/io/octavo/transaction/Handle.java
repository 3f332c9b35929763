package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import java.lang.ref.Reference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An open collection, which guards each call on it. Ends with the transaction, or when the
 * collection is dropped.
 */
public final class Handle {
  private final TransactionScope scope;
  private String name;
  private boolean dropped;

  /** The object of the program. */
  private @Nullable Object collection;

  Handle(TransactionScope scope, String name) {
    this.scope = scope;
    this.name = name;
  }

  /** Opens the collection of this handle. */
  <C> C open(UserType<C> type, @Nullable CatalogueRecord record) {
    C opened = type.open(this, record);
    collection = opened;
    return opened;
  }

  /** Returns the object of the program, null if it is of another type. */
  <C> @Nullable C collection(Class<C> type) {
    return type.isInstance(collection) ? type.cast(collection) : null;
  }

  /** {@return the transaction} */
  public TransactionScope scope() {
    return scope;
  }

  /** {@return the resources of the transaction} */
  public TransactionResources transaction() {
    return scope.transaction();
  }

  /** {@return the name of the collection} */
  public String name() {
    return name;
  }

  boolean isNamed(String other) {
    return name.equals(other);
  }

  void drop() {
    dropped = true;
  }

  void rename(String newName) {
    name = newName;
  }

  /**
   * Throws if the collection is unusable.
   *
   * @throws IllegalStateException if the transaction has ended or failed, or the collection was
   *     dropped
   */
  public void requireSound() {
    scope.requireSound();
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
  public <W> W enter(@Nullable W writer) {
    requireSound();
    if (writer == null) {
      throw TransactionScope.onlyReads();
    }
    scope.enter();
    return writer;
  }

  /**
   * Throws unless there is a value for each key.
   *
   * @param keys the number of keys
   * @param values the length of the array
   * @throws IllegalArgumentException if the array is shorter
   */
  public static void requireValues(int keys, int values) {
    if (values < keys) {
      throw new IllegalArgumentException(
          "values.length=" + values + " is less than keys.length=" + keys);
    }
  }

  private IllegalStateException dropped() {
    return new IllegalStateException("name=" + name + " was dropped in this transaction");
  }

  /** Leaves the transaction after a change. */
  public void leave() {
    try {
      scope.leave();
    } finally {
      Reference.reachabilityFence(scope);
    }
  }

  /**
   * Records a failed change and leaves the transaction.
   *
   * @param e the failure
   * @return the exception to throw
   */
  public RuntimeException failed(Throwable e) {
    scope.fail(e);
    scope.leave();
    if (e instanceof RuntimeException) {
      // If another thread has closed the store, report that the transaction has ended.
      scope.transaction().requireOpen();
    }
    throw Handle.<RuntimeException>thrown(e);
  }

  /**
   * Throws any Throwable, because functions of the program may throw undeclared checked exceptions.
   *
   * @throws X the Throwable
   */
  @SuppressWarnings("unchecked") // the cast is erased
  public static <X extends Throwable> RuntimeException thrown(Throwable e) throws X {
    throw (X) e;
  }

  /**
   * Runs a change of several steps, which may call functions of the program. Their exceptions do
   * not fail the transaction.
   */
  public <R extends @Nullable Object> R change(Supplier<R> steps) {
    requireSound();
    scope.enter();
    try {
      return steps.get();
    } finally {
      leave();
    }
  }

  /** Begins a read. */
  public void beginRead() {
    requireSound();
    scope.beginRead();
  }

  /** Ends a read. Throws if the result must not be used. */
  public void endRead() {
    // If another thread has closed the reader, its pages may have been reused.
    requireSound();
  }

  /**
   * Returns the exception of a failed read, or throws if another thread has ended the reader.
   *
   * @return the same exception
   */
  public RuntimeException failedRead(RuntimeException e) {
    endRead();
    return e;
  }

  /** Runs a read. Throws if the transaction ended meanwhile. */
  public <T extends @Nullable Object> T read(Supplier<T> action) {
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
