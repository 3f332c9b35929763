package io.octavo.kafka;

import io.octavo.Store;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.map.BytesMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;

/**
 * The file of a task, shared by the stores of the task, with the one write transaction that is open
 * between two commits of Kafka.
 *
 * <p>The thread of the task changes the transaction; threads of interactive queries read from it.
 * All of them hold the lock for one operation, because a transaction of Octavo is for one thread at
 * a time. So all threads see the open transaction, as with RocksDB; {@link Views} decides what an
 * iterator sees.
 *
 * <p>The order of locks: the position of a store first, as in Kafka's queries, then this lock.
 */
final class TaskFile {
  /** Not a file name that ends in .lock: Kafka deletes those of a task. */
  private static final String DIRECTORY = "octavo";

  private static final String FILE = "state.oct";

  /** No store of Kafka can have this name: it has a character that names must not have. */
  private static final String META = "#meta";

  private static final Map<Path, TaskFile> OPEN = new ConcurrentHashMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Path path;
  private final Store store;

  /** The stores that have the file open. Guarded by the lock. */
  private final List<TaskStore> parts = new ArrayList<>();

  private @Nullable Transaction transaction;

  /** Counts the transactions, so that tables notice that their handles have ended. */
  private long generation;

  private boolean isChanged;

  /** Kafka has prepared a commit of the writes so far; see {@link #flushed}. */
  private boolean isFlushed;

  /** What the task had processed last when Kafka prepared that commit. */
  private @Nullable Object flushedAt;

  private TaskFile(Path path, Store store) {
    this.path = path;
    this.store = store;
    begin();
  }

  /**
   * Opens the file of a task for a store of the task.
   *
   * @throws ProcessorStateException if the file cannot be opened
   */
  static TaskFile open(Path taskDirectory, Map<String, ?> configs, TaskStore part) {
    Path path = taskDirectory.toAbsolutePath().normalize().resolve(DIRECTORY).resolve(FILE);
    TaskFile file =
        OPEN.compute(
            path,
            (key, found) -> {
              TaskFile opened = found == null ? create(path, configs) : found;
              opened.add(part);
              return opened;
            });
    assert file != null;
    return file;
  }

  private static TaskFile create(Path path, Map<String, ?> configs) {
    try {
      Files.createDirectories(path.getParent());
      return new TaskFile(path, Store.open(path, OctavoConfig.options(configs)));
    } catch (IOException | StoreException e) {
      throw new ProcessorStateException(
          "cannot open "
              + path
              + ": "
              + e.getMessage()
              + "; if the file is damaged, stop the application and delete the directory of the"
              + " task, and Kafka restores the state from the changelogs",
          e);
    }
  }

  private void add(TaskStore part) {
    lock.lock();
    try {
      parts.add(part);
    } finally {
      unlock();
    }
  }

  /** Closes the file for a store. The last store rolls back uncommitted changes. */
  void close(TaskStore part) {
    OPEN.compute(
        path,
        (key, found) -> {
          lock.lock();
          try {
            parts.remove(part);
            if (!parts.isEmpty()) {
              return found;
            }
            Transaction open = taken();
            try {
              if (open != null) {
                open.close();
              }
            } finally {
              store.close();
            }
            return null;
          } catch (StoreException e) {
            throw new ProcessorStateException("cannot close " + path + ": " + e.getMessage(), e);
          } finally {
            unlock();
          }
        });
  }

  Path path() {
    return path;
  }

  /** Returns a figure of the file for the metrics, 0 if the file is closed. */
  long figure(ToLongFunction<StoreStats> figure) {
    lock.lock();
    try {
      return transaction == null ? 0 : figure.applyAsLong(store.stats());
    } finally {
      unlock();
    }
  }

  /** Must be held around each call that follows, and around each call of a table. */
  void lock() {
    lock.lock();
  }

  void unlock() {
    try {
      if (transaction != null && lock.getHoldCount() == 1) {
        transaction.handOver();
      }
    } finally {
      lock.unlock();
    }
  }

  long generation() {
    assert lock.isHeldByCurrentThread();
    return generation;
  }

  /**
   * Returns the open transaction.
   *
   * @throws InvalidStateStoreException if the file is closed
   */
  Transaction transaction() {
    assert lock.isHeldByCurrentThread();
    Transaction open = transaction;
    if (open == null) {
      throw closed();
    }
    return open;
  }

  private InvalidStateStoreException closed() {
    return new InvalidStateStoreException("the file " + path + " is closed");
  }

  /** Takes the open transaction, which is about to end, from the tables and from other threads. */
  private @Nullable Transaction taken() {
    Transaction open = transaction;
    transaction = null;
    generation++;
    return open;
  }

  /** Returns the map of offsets, positions and formats. */
  BytesMap meta() {
    return transaction().bytesMap(META);
  }

  private void begin() {
    generation++;
    transaction = store.beginWrite();
    isChanged = false;
    forgetFlush();
  }

  /** Notes a change that the next commit must contain. */
  void changed() {
    isChanged = true;
  }

  /**
   * Notes that Kafka begins to flush the caches, before a store. If it is the first, later writes
   * belong to another commit than earlier ones.
   */
  void flushing(TaskStore part) {
    lock.lock();
    try {
      if (parts.indexOf(part) == 0) {
        if (hasProcessedSince(part)) {
          commitFlushed();
        }
        forgetFlush();
      }
    } finally {
      unlock();
    }
  }

  /**
   * Notes that Kafka prepares a commit and has flushed the cache of a store. When the last store is
   * flushed, all writes are part of the commit. Kafka processes nothing until the commit has
   * succeeded; if it fails, Kafka closes the stores, and may flush once more before.
   */
  void flushed(TaskStore part) {
    lock.lock();
    try {
      if (parts.indexOf(part) == parts.size() - 1) {
        isFlushed = true;
        flushedAt = part.processed();
      }
    } finally {
      unlock();
    }
  }

  private void forgetFlush() {
    isFlushed = false;
    flushedAt = null;
  }

  /** Returns whether the task has processed a record since Kafka prepared a commit. */
  @SuppressWarnings("ReferenceEquality") // two punctuations of one time are equal
  private boolean hasProcessedSince(TaskStore part) {
    return isFlushed && part.processed() != flushedAt;
  }

  /**
   * Before a write: if Kafka has committed since the last write, commits the earlier writes, with
   * the offsets known to the stores. Without this, exactly-once applications would commit only at
   * their end, because Kafka 4.3 does not commit their stores while they run. If the task processes
   * again, Kafka has committed. With caches the task may process without a write, until {@linkplain
   * #flushing the next flush begins}.
   */
  void beforeWrite(TaskStore part) {
    if (isFlushed) {
      if (!CommitWatch.isProcessing()) {
        // Of a cache that is flushed before the first watch or behind the last one: whether this
        // belongs to the commit that was prepared or to the next is unknown.
        forgetFlush();
      } else if (hasProcessedSince(part)) {
        commitFlushed();
        forgetFlush();
      }
    }
  }

  private void commitFlushed() {
    for (TaskStore part : parts) {
      if (part.isDirty && !part.canCover()) {
        return;
      }
    }
    for (TaskStore part : parts) {
      if (part.isDirty) {
        part.cover();
      }
    }
    commitIfCovered();
  }

  /** Commits if there are changes and the offsets of each store cover its writes. */
  void commitIfCovered() {
    assert lock.isHeldByCurrentThread();
    if (!isChanged) {
      return;
    }
    for (TaskStore part : parts) {
      if (part.isDirty) {
        return;
      }
    }
    // Whatever happens, that transaction is over.
    Transaction open = taken();
    if (open == null) {
      throw closed();
    }
    try {
      open.commit();
    } finally {
      open.close();
    }
    begin();
  }
}
