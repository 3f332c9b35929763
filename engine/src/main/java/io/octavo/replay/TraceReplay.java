package io.octavo.replay;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.OpenedFile;
import io.octavo.commit.Pager;
import io.octavo.file.KeptFile;
import io.octavo.file.StoreFile;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.trace.TraceEvent;
import io.octavo.transaction.Changes;
import io.octavo.transaction.LoggedOperations;
import io.octavo.tree.TreeLimits;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace, event by event. For use by one thread at a time.
 *
 * <p>A replay is deterministic: the same events produce the same pages on every machine, and {@link
 * #digest} covers the pages of all commits. Therefore the calling thread does all work, including
 * checkpoints, with the options of the trace. The pages may differ from those of the recorded
 * store, whose checkpoints ran concurrently with transactions.
 */
public final class TraceReplay implements AutoCloseable {
  /** The initial digest: the offset basis of FNV-1a. */
  private static final long BASIS = 0xCBF2_9CE4_8422_2325L;

  /** The file on the heap, null if the store is in a file. */
  private @Nullable KeptFile memory;

  private final @Nullable Path path;

  /** Whether the numbers of the commits must be those of the trace. */
  private final boolean isExact;

  private @Nullable Store store;
  private @Nullable Writing writing;
  private TraceEvent.@Nullable Value value;
  private final ByteArrayOutputStream valueBytes = new ByteArrayOutputStream();
  private boolean isFirst = true;
  private long commits;
  private long operations;
  private long digest = BASIS;

  /**
   * Steps of compaction since the last opening. The store decides whether a step makes a commit.
   */
  private long compactions;

  /** The number of commits by which the store is ahead of the recorded store. */
  private long ahead;

  /** The open transaction, and the operations that change it. */
  private record Writing(Transaction transaction, LoggedOperations operations) {}

  private TraceReplay(@Nullable Path path, boolean isExact) {
    this.path = path;
    this.isExact = isExact;
  }

  /**
   * Begins a replay of events that were generated or changed. The sequence numbers of commits are
   * ignored.
   *
   * @param path a file as for {@link #into}; null for a store on the heap
   * @return the replay, to be closed
   */
  public static TraceReplay ofAny(@Nullable Path path) {
    return new TraceReplay(path, false);
  }

  /**
   * Begins a replay in a new store on the heap.
   *
   * @return the replay, to be closed
   */
  public static TraceReplay inMemory() {
    return new TraceReplay(null, true);
  }

  /**
   * Begins a replay in a file.
   *
   * @param path a file that does not exist, or a copy of the store from when the recording began
   * @return the replay, to be closed
   */
  public static TraceReplay into(Path path) {
    return new TraceReplay(path, true);
  }

  /**
   * Replays an event.
   *
   * @param event the next event of the trace
   * @return true if the event created a commit
   * @throws IllegalArgumentException if the event cannot be replayed, because the trace is of
   *     another store or earlier events are missing
   * @throws io.octavo.error.StoreException if the store throws it
   */
  public boolean apply(TraceEvent event) {
    long before = commits;
    perform(event);
    return commits > before;
  }

  private void perform(TraceEvent event) {
    if (event instanceof TraceEvent.Opened opened) {
      open(opened);
    } else if (event instanceof TraceEvent.Value begun) {
      value = begun;
      valueBytes.reset();
      endOfValue();
    } else if (event instanceof TraceEvent.ValuePart part) {
      valueBytes.writeBytes(part.bytes());
      endOfValue();
    } else if (event instanceof TraceEvent.Operation operation) {
      change(operation);
    } else if (event instanceof TraceEvent.Committed) {
      commit();
    } else if (event instanceof TraceEvent.RolledBack) {
      rollBack();
    } else if (event instanceof TraceEvent.Checkpointed checkpoint) {
      // A commit performs its own checkpoint.
      if (!checkpoint.isOfCommit() && writing == null) {
        open().checkpoint();
      }
    } else if (event instanceof TraceEvent.Compacted step) {
      open().compact(step.maxBytes());
      compactions++;
    } else if (event instanceof TraceEvent.Closed) {
      closeStore();
    }
  }

  private Store open() {
    Store present = store;
    if (present == null) {
      throw new IllegalArgumentException("the trace changes a store before opening it");
    }
    return present;
  }

  private void open(TraceEvent.Opened opened) {
    // The recording process ended here without closing the store.
    closeStore();
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(opened.cacheBytes())
            .durability(Durability.valueOf(opened.durability()))
            .maxBytes(opened.maxBytes())
            .compactWhileOpen(opened.movePercent())
            // The trace has the steps of a compaction before close.
            .compactOnClose(Duration.ZERO);
    TreeLimits limits = new TreeLimits(opened.leafLimit(), opened.branchLimit());
    Store present =
        path == null ? openMemory(opened, options, limits) : open(opened, options, limits);
    store = present;
    follow(opened, present.stats().commits());
    isFirst = false;
  }

  /** Compares the number of the last commit with the number in the trace. */
  private void follow(TraceEvent.Opened opened, long found) {
    long difference = found - opened.sequence();
    // A step without moves does not commit, and the pages to move depend on the readers.
    boolean isSame =
        isFirst
            ? difference == 0 || (path == null && !isExact)
            : !isExact || Math.abs(difference - ahead) <= compactions;
    if (!isSame) {
      throw new IllegalArgumentException(
          "the trace continues after commit "
              + opened.sequence()
              + " of the store "
              + opened.storeId()
              + ", this one is at commit "
              + found
              + (isFirst
                  ? "; replay into a copy of the store as it was"
                  : "; the commits between are not recorded"));
    }
    ahead = difference;
    compactions = 0;
  }

  private Store openMemory(TraceEvent.Opened opened, StoreOptions options, TreeLimits limits) {
    KeptFile file = memory;
    if (file == null) {
      file = new KeptFile();
      memory = file;
      Pager.create(file, opened.storeId());
    }
    return EngineAccess.open(file, null, options, limits);
  }

  private Store open(TraceEvent.Opened opened, StoreOptions options, TreeLimits limits) {
    Path file = path;
    if (file == null) {
      throw new IllegalStateException("a replay on the heap has no file");
    }
    OpenedFile found =
        isFirst && !Files.exists(file)
            ? OpenedFile.create(file, opened.storeId())
            : OpenedFile.of(file, false);
    StoreFile bytes = found.file();
    return EngineAccess.open(bytes, found, options, limits);
  }

  private void endOfValue() {
    TraceEvent.Value begun = value;
    if (begun == null) {
      throw new IllegalArgumentException("bytes of a value before its key");
    }
    if (valueBytes.size() >= begun.length()) {
      value = null;
      change(new TraceEvent.PutBytes(begun.collection(), begun.key(), valueBytes.toByteArray()));
      valueBytes.reset();
    }
  }

  private void change(TraceEvent.Operation operation) {
    Writing present = writing;
    if (present == null) {
      Transaction transaction = open().beginWrite();
      present = new Writing(transaction, new LoggedOperations(EngineAccess.changes(transaction)));
      writing = present;
    }
    present.operations().select(operation.collection());
    operation.doBy(present.operations());
    operations++;
  }

  private void commit() {
    Writing present = writing;
    writing = null;
    if (present != null) {
      try (Transaction transaction = present.transaction()) {
        Changes changes = EngineAccess.changes(transaction);
        // All pages, those of lists included that the commit would write.
        changes.finish();
        digest = changes.transaction().writeSet().digest(digest);
        transaction.commit();
      }
      commits++;
    }
  }

  private void rollBack() {
    value = null;
    Writing present = writing;
    writing = null;
    if (present != null) {
      present.transaction().close();
    }
  }

  private void closeStore() {
    Store present = store;
    if (present != null) {
      rollBack();
      store = null;
      present.close();
    }
  }

  /**
   * Returns the store in its current state.
   *
   * @return the store, which must not be changed; null if no store is open
   */
  public @Nullable Store store() {
    return store;
  }

  /**
   * Returns the sequence number of the last commit of the store.
   *
   * @return the number; 0 if no store is open
   */
  public long sequence() {
    Store present = store;
    return present == null ? 0 : present.stats().commits();
  }

  /**
   * Returns the collections of the store, each as the event that would create it. If the store was
   * not empty when the recording began, some have no such event in the trace.
   *
   * @return the collections by name; empty if no store is open
   */
  public List<TraceEvent.Create> collections() {
    Store present = store;
    return present == null ? List.of() : present.read(TraceReplay::collections);
  }

  private static List<TraceEvent.Create> collections(Transaction tx) {
    List<TraceEvent.Create> collections = new ArrayList<>();
    for (String name : tx.names()) {
      CatalogueRecord record = Objects.requireNonNull(EngineAccess.find(tx, name));
      collections.add(new TraceEvent.Create(record.id(), record.type(), name));
    }
    return collections;
  }

  /**
   * Returns the number of commits replayed.
   *
   * @return the number of commits
   */
  public long commits() {
    return commits;
  }

  /**
   * Returns the number of operations replayed.
   *
   * @return the number of operations, including those rolled back
   */
  public long operations() {
    return operations;
  }

  /**
   * Returns a digest of the numbers and bytes of all pages of all commits.
   *
   * @return the digest, equal after equal events
   */
  public long digest() {
    return digest;
  }

  /** Closes the store. An open transaction is rolled back. */
  @Override
  public void close() {
    closeStore();
  }
}
