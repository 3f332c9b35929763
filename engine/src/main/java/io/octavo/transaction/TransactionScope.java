package io.octavo.transaction;

import io.octavo.catalogue.Catalogue;
import io.octavo.error.StoreFullException;
import io.octavo.page.meta.CatalogueRecord;
import java.lang.ref.Reference;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state that a transaction shares with the handles of its collections: its resources, its
 * thread, a failure, and the handles. A write transaction belongs to the thread that began it,
 * until that thread hands the transaction over. A callback of a change, for example a source of
 * entries, may call the transaction again.
 */
public final class TransactionScope {
  private final TransactionResources transaction;

  /** The transaction object of the program, which must stay reachable while its pages are read. */
  private final Object user;

  /** Whether one thread at a time uses the transaction. */
  private final boolean isConfined;

  /** Null after a hand-over, until a thread uses the transaction. */
  private volatile @Nullable Thread owner;

  /** The number of changes that have begun and not returned. */
  private int depth;

  /** The first failure, after which the transaction can only be closed. */
  private volatile @Nullable Throwable failure;

  private @Nullable Runnable beforeReentry;

  /** The first handle that was opened; most transactions open no other. */
  private volatile @Nullable Handle first;

  private volatile @Nullable Map<String, Handle> others;

  /**
   * Begins a scope. A write transaction belongs to the current thread.
   *
   * @param transaction the resources of the transaction
   * @param user the transaction object of the program
   */
  public TransactionScope(TransactionResources transaction, Object user) {
    this.transaction = transaction;
    this.user = user;
    this.isConfined = transaction.changes() != null;
    this.owner = isConfined ? Thread.currentThread() : null;
  }

  /** {@return the resources of the transaction} */
  public TransactionResources transaction() {
    return transaction;
  }

  /** Throws if the transaction has ended or failed. */
  public void requireSound() {
    try {
      transaction.requireOpen();
      Throwable found = failure;
      if (found != null) {
        throw new IllegalStateException(
            "an earlier call failed, the transaction can only be closed: " + found, found);
      }
    } finally {
      // Prevents a roll back as forgotten during the call.
      Reference.reachabilityFence(user);
    }
  }

  /** Admits a thread, unless the transaction belongs to another one. */
  public void require() {
    if (isConfined && owner != Thread.currentThread()) {
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

  /** Admits a thread that reads, after pending actions of a change. */
  public void beginRead() {
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

  /**
   * Throws if a change has not returned: in a callback, or after a stack overflow.
   *
   * @param call the refused call, for messages
   */
  public void requireOutside(String call) {
    if (depth > 0) {
      throw new IllegalStateException(
          call
              + ": a call of this thread that changes the transaction has not returned; wait until"
              + " it has, or close the transaction if an error ended it");
    }
  }

  /** Hands over to the next thread that uses the transaction. For the owner, outside of changes. */
  public void handOver() {
    owner = null;
  }

  /**
   * Sets the pending action of a change, to run before a callback uses the transaction. Returns the
   * previous one.
   *
   * @param settle the action; null for none
   */
  public @Nullable Runnable beforeReentry(@Nullable Runnable settle) {
    Runnable before = beforeReentry;
    beforeReentry = settle;
    return before;
  }

  /** Runs the pending action before a call from a callback. */
  public void settle() {
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

  /** Records a failure, after which the transaction can only be closed. */
  public void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /**
   * Returns the changes of a write transaction.
   *
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public Changes requireWrite() {
    requireSound();
    Changes changes = transaction.changes();
    if (changes == null) {
      throw onlyReads();
    }
    return changes;
  }

  /** {@return the exception for a change in a read transaction} */
  public static IllegalStateException onlyReads() {
    return new IllegalStateException("the transaction only reads; use beginWrite or write");
  }

  /**
   * Runs a change of the catalogue, between enter and leave. If the change throws, the transaction
   * has failed, unless nothing was changed.
   */
  public <R> R change(Changes changes, Supplier<R> action) {
    enter();
    Catalogue before = changes.catalogue();
    try {
      R result = action.get();
      leave();
      return result;
    } catch (RuntimeException | Error e) {
      boolean isRefusal = e instanceof IllegalArgumentException || e instanceof StoreFullException;
      if (!isRefusal || changes.catalogue() != before) {
        fail(e);
      }
      leave();
      throw e;
    } finally {
      // Prevents a roll back as forgotten during the call.
      Reference.reachabilityFence(user);
    }
  }

  /** Runs a query on the catalogue, guarded against changes. */
  public <T extends @Nullable Object> T read(Supplier<T> query) {
    requireSound();
    beginRead();
    return query.get();
  }

  /** Returns the record of a collection of the program, null if there is none. */
  public @Nullable CatalogueRecord find(String name) {
    CatalogueRecord record = transaction.catalogue().find(name);
    return record == null || record.isOwn() ? null : record;
  }

  /**
   * Creates a map of bytes with codecs, or replaces the codecs of an existing map. Requires a write
   * transaction.
   *
   * @param kept its expected record, null for none
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail the tail of its record
   * @return false if another thread has changed the record
   */
  public boolean describe(
      String name, @Nullable CatalogueRecord kept, int keyCodec, int valueCodec, byte[] tail) {
    Changes changes = transaction.changes();
    return changes == null
        || change(changes, () -> changes.describe(name, kept, keyCodec, valueCodec, tail));
  }

  /**
   * Opens a collection. A write transaction creates a collection that does not exist.
   *
   * @return the collection; the same object each time in a write transaction
   * @throws IllegalArgumentException if the name is invalid or of a collection of another type
   */
  public <C> C open(String name, UserType<C> type) {
    requireSound();
    Handle known = handle(name);
    C collection = known == null ? null : known.collection(type.collection());
    if (collection != null) {
      return collection;
    }
    Changes changes = transaction.changes();
    if (changes == null) {
      // A name unknown to a read transaction may be that of a collection of any type.
      return opened(name, type, null);
    }
    CatalogueRecord.requireName(name);
    return change(changes, () -> opened(name, type, changes));
  }

  private <C> C opened(String name, UserType<C> type, @Nullable Changes changes) {
    CatalogueRecord record = transaction.catalogue().find(name);
    if (record == null || record.isOwn()) {
      // Earlier versions allowed names that are reserved now: such maps stay usable.
      requireName(name);
    }
    if (record != null && !record.isOf(type.code())) {
      throw new IllegalArgumentException(
          "name=" + name + " is " + transaction.textOf(record) + ", not " + type.text());
    }
    if (changes != null && record == null) {
      record = changes.create(name, type.code());
    }
    Handle handle = new Handle(this, name);
    C collection = handle.open(type, record);
    put(name, handle);
    return collection;
  }

  /**
   * Throws unless the program may use a name for a collection.
   *
   * @throws IllegalArgumentException if it is empty, too long, invalid or reserved
   */
  public static void requireName(String name) {
    CatalogueRecord.requireName(name);
    if (name.startsWith(CatalogueRecord.OWN)
        || name.startsWith(CatalogueRecord.OWN_INDEX)
        || name.startsWith(CatalogueRecord.OWN_FRONT)
        || name.startsWith(CatalogueRecord.OWN_DELETED)) {
      throw new IllegalArgumentException(
          "name="
              + name
              + " begins with U+0000, which is reserved for the store: values, index, front, deleted");
    }
  }

  private @Nullable Handle handle(String name) {
    Handle present = first;
    if (present != null && present.isNamed(name)) {
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.get(name);
  }

  /**
   * Keeps a handle. If two threads open the same collection of a read transaction, one of two equal
   * handles is kept.
   */
  private void put(String name, Handle handle) {
    Handle present = first;
    if (present == null || present.isNamed(name)) {
      first = handle;
    } else {
      others().put(name, handle);
    }
  }

  private synchronized Map<String, Handle> others() {
    Map<String, Handle> map = others;
    if (map == null) {
      map = new ConcurrentHashMap<>();
      others = map;
    }
    return map;
  }

  private @Nullable Handle remove(String name) {
    Handle present = first;
    if (present != null && present.isNamed(name)) {
      first = null;
      return present;
    }
    Map<String, Handle> map = others;
    return map == null ? null : map.remove(name);
  }

  /**
   * Removes a collection; its handle becomes invalid.
   *
   * @return false if there is none
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public boolean drop(String name) {
    Changes changes = requireWrite();
    return change(
        changes,
        () -> {
          CatalogueRecord record = find(name);
          if (record == null) {
            return false;
          }
          changes.drop(record);
          Handle handle = remove(name);
          if (handle != null) {
            handle.drop();
          }
          return true;
        });
  }

  /**
   * Renames a collection; its handle stays valid.
   *
   * @param from its name
   * @param to its new name
   * @return false if there is none
   * @throws IllegalArgumentException if the new name is invalid or in use
   * @throws IllegalStateException if the transaction only reads, has ended or failed
   */
  public boolean rename(String from, String to) {
    Changes changes = requireWrite();
    requireName(to);
    return change(changes, () -> renamed(changes, find(from), to));
  }

  private boolean renamed(Changes changes, @Nullable CatalogueRecord record, String to) {
    if (record == null) {
      return false;
    }
    String from = record.name();
    if (from.equals(to)) {
      return true;
    }
    if (changes.catalogue().find(to) != null) {
      throw new IllegalArgumentException("to=" + to + " is in use; drop that collection first");
    }
    changes.rename(record, to);
    Handle handle = remove(from);
    if (handle != null) {
      handle.rename(to);
      put(to, handle);
    }
    return true;
  }
}
