package io.octavo;

import io.octavo.page.CatalogueRecord;
import io.octavo.page.PageRef;
import io.octavo.pager.Catalogue;
import io.octavo.pager.Pager;
import io.octavo.pager.Pages;
import io.octavo.pager.Snapshot;
import io.octavo.pager.TreeRoot;
import io.octavo.pager.WriteSet;
import io.octavo.tree.LongTree;
import io.octavo.tree.LongTreeWriter;
import io.octavo.tree.TreeLimits;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A view of the store at one moment, and in a write transaction the changes to it.
 *
 * <p>A read transaction and its maps serve many threads at once; a write transaction serves one
 * thread at a time, which need not be the one that began it. Either has to be closed: an open one
 * keeps the pages of its state from being used again. A transaction that is closed without a commit
 * has changed nothing.
 *
 * <p>Where a call that changes something fails, the transaction has failed: it can only be closed.
 */
public final class Transaction implements AutoCloseable {
  private final Store store;
  private final Pager pager;
  private final @Nullable Snapshot snapshot;
  private final @Nullable WriteSet writeSet;
  private final TreeLimits limits;
  private final Map<String, LongMap> maps = new ConcurrentHashMap<>();
  private Catalogue catalogue;
  private int nextCollectionId;
  private @Nullable Throwable failure;
  private boolean isRunning;

  /** Keeps a store that is closed by another thread from ending a commit half-way. */
  private final ReentrantLock ending = new ReentrantLock();

  private volatile boolean ended;

  Transaction(Store store, Pager pager, Snapshot snapshot) {
    this.store = store;
    this.pager = pager;
    this.snapshot = snapshot;
    this.writeSet = null;
    this.limits = TreeLimits.PAGE;
    this.catalogue = snapshot.catalogue();
  }

  Transaction(Store store, Pager pager, WriteSet writeSet, TreeLimits limits) {
    this.store = store;
    this.pager = pager;
    this.snapshot = null;
    this.writeSet = writeSet;
    this.limits = limits;
    this.catalogue = pager.catalogue();
    this.nextCollectionId = pager.nextCollectionId();
  }

  /**
   * Opens a map of longs.
   *
   * @param name its name, 1 to 255 bytes of UTF-8
   * @return the map; where there is none of that name, a new one in a write transaction and an
   *     empty one in a read transaction
   * @throws IllegalArgumentException where the name is empty, too long or not valid, or belongs to
   *     a collection of another type
   * @throws IllegalStateException where the transaction has ended or failed
   */
  public LongMap longMap(String name) {
    requireSound();
    LongMap map = maps.get(name);
    return map != null ? map : maps.computeIfAbsent(name, this::openMap);
  }

  private LongMap openMap(String name) {
    CatalogueRecord.encodeName(name);
    CatalogueRecord record = catalogue.find(name);
    if (record != null && record.type() != CatalogueRecord.LONG_MAP) {
      throw new IllegalArgumentException(
          "name=" + name + " is a collection of type " + record.type() + ", not a map of longs");
    }
    if (writeSet == null) {
      TreeRoot root =
          record == null
              ? new TreeRoot(0, PageRef.NONE, 0)
              : new TreeRoot(record.id(), record.root(), record.entries());
      return new LongMap(this, name, new LongTree(readPages(root.owner()), root), null);
    }
    if (record == null) {
      record =
          CatalogueRecord.empty(
              name, nextCollectionId, CatalogueRecord.LONG_MAP, pager.sequence() + 1);
      catalogue = catalogue.with(record);
      nextCollectionId++;
    }
    TreeRoot root = new TreeRoot(record.id(), record.root(), record.entries());
    LongTreeWriter tree = new LongTreeWriter(pager.pages(record.id()), root, writeSet, limits);
    return new LongMap(this, name, tree, tree);
  }

  private Pages readPages(int owner) {
    Snapshot held = snapshot;
    if (held == null) {
      throw new IllegalStateException("a write transaction has no snapshot");
    }
    return pager.pages(held, owner);
  }

  /**
   * Lists the names of all collections.
   *
   * @return the names, in the order of their UTF-8 bytes; a copy
   * @throws IllegalStateException where the transaction has ended or failed
   */
  public Set<String> names() {
    requireSound();
    return catalogue.names();
  }

  /**
   * Tells whether there is a collection of a name.
   *
   * @param name the name
   * @return true where there is one
   * @throws IllegalStateException where the transaction has ended or failed
   */
  public boolean exists(String name) {
    requireSound();
    return catalogue.find(name) != null;
  }

  /**
   * Removes a collection with all it holds. Its handles can no longer be used.
   *
   * @param name the name
   * @return false where there is none of that name
   * @throws IllegalStateException where the transaction only reads, has ended or failed
   */
  public boolean drop(String name) {
    WriteSet pages = requireWrite();
    if (catalogue.find(name) == null) {
      return false;
    }
    LongMap map = longMap(name);
    map.clear();
    map.drop();
    maps.remove(name);
    pages.unregister(map.owner());
    catalogue = catalogue.without(name);
    return true;
  }

  /**
   * Gives a collection another name. Its handles go on.
   *
   * @param from its name
   * @param to its new name, 1 to 255 bytes of UTF-8
   * @return false where there is none of the old name
   * @throws IllegalArgumentException where the new name is not valid, or taken by another
   *     collection
   * @throws IllegalStateException where the transaction only reads, has ended or failed
   */
  public boolean rename(String from, String to) {
    requireWrite();
    CatalogueRecord.encodeName(to);
    CatalogueRecord record = catalogue.find(from);
    if (record == null) {
      return false;
    }
    if (from.equals(to)) {
      return true;
    }
    if (catalogue.find(to) != null) {
      throw new IllegalArgumentException("to=" + to + " is taken; drop that one first");
    }
    catalogue = catalogue.without(from).with(record.named(to));
    LongMap map = maps.remove(from);
    if (map != null) {
      map.rename(to);
      maps.put(to, map);
    }
    return true;
  }

  /**
   * Makes the changes the newest state of the store. When this returns they are seen by all
   * transactions that begin later and, with {@link Durability#SYNC}, are durable. The transaction
   * has ended, also where this throws.
   *
   * @throws IllegalStateException where the transaction only reads, has ended or failed, or is run
   *     by {@link Store#write}
   * @throws io.octavo.error.StoreFullException where the disk or the limit of the options has no
   *     room; nothing was changed and the store goes on
   * @throws io.octavo.error.StoreFailedException where it is unknown whether the changes are
   *     durable; reopening the store tells
   * @throws io.octavo.error.StoreException where the pages could not be written; nothing was
   *     changed and the store goes on
   */
  public void commit() {
    WriteSet pages = requireWrite();
    requireNotRunning("commit");
    ending.lock();
    try {
      requireSound();
      for (Map.Entry<String, LongMap> entry : maps.entrySet()) {
        TreeRoot root = entry.getValue().root();
        CatalogueRecord record = catalogue.find(entry.getKey());
        if (record != null && !record.root().equals(root.page())) {
          catalogue = catalogue.with(record.with(root.page(), root.entries()));
        }
      }
      pager.commit(pages, catalogue, nextCollectionId);
    } finally {
      if (!ended) {
        ended = true;
        letGo();
      }
      ending.unlock();
    }
  }

  /**
   * Ends the transaction; what was not committed is undone. Further calls do nothing.
   *
   * @throws IllegalStateException where the transaction is run by {@link Store#write} or {@link
   *     Store#read}
   */
  @Override
  public void close() {
    if (!ended) {
      requireNotRunning("close");
      end();
    }
  }

  /** Ends the transaction whatever it is doing. */
  void end() {
    ending.lock();
    try {
      if (ended) {
        return;
      }
      // Before the pages are gone, so that a thread that still uses them learns why.
      ended = true;
      try {
        if (writeSet != null) {
          pager.rollBack(writeSet);
        }
      } finally {
        letGo();
      }
    } finally {
      ending.unlock();
    }
  }

  private void letGo() {
    if (snapshot != null) {
      snapshot.close();
    }
    store.ended(this);
  }

  boolean isWrite() {
    return writeSet != null;
  }

  /** Runs a query that may neither commit nor close. */
  <R extends @Nullable Object, X extends Exception> R run(Query<R, X> query) throws X {
    isRunning = true;
    try {
      return query.run(this);
    } finally {
      isRunning = false;
    }
  }

  private void requireNotRunning(String call) {
    if (isRunning) {
      throw new IllegalStateException(
          call + ": the store ends this transaction itself when the work returns or throws");
    }
  }

  /** Notes that a change failed half-way. */
  void fail(Throwable cause) {
    failure = cause;
  }

  void requireSound() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended");
    }
    if (failure != null) {
      throw new IllegalStateException(
          "an earlier call failed, the transaction can only be closed: " + failure, failure);
    }
  }

  WriteSet requireWrite() {
    requireSound();
    if (writeSet == null) {
      throw new IllegalStateException("the transaction only reads; use beginWrite or write");
    }
    return writeSet;
  }
}
