package io.octavo;

import io.octavo.collection.Recovery;
import io.octavo.commit.Background;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.PinnedFile;
import io.octavo.error.StoreException;
import io.octavo.event.Events;
import io.octavo.event.RecoveryEvent;
import io.octavo.file.Lease;
import io.octavo.file.StoreFile;
import io.octavo.page.meta.MetaPage;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceWriter;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens a store in an existing file: the pager, the recovery of commits, and the trace. */
final class StoreOpening {
  private final StoreFile file;
  private final StoreOptions options;
  private final TreeLimits limits;
  private final Background background;

  /** The right to the file, null if there is none. */
  private final @Nullable Lease lease;

  /** Resources to close after the pager. */
  private final List<AutoCloseable> resources = new ArrayList<>();

  private StoreOpening(
      StoreFile file,
      @Nullable AutoCloseable lease,
      StoreOptions options,
      TreeLimits limits,
      Background background) {
    this.file = file;
    this.options = options;
    this.limits = limits;
    this.background = background;
    this.lease = lease instanceof Lease right ? right : null;
    if (lease != null) {
      resources.add(lease);
    }
  }

  /**
   * Opens a store in an existing file. Closes the file and the lease if that fails.
   *
   * @param lease closed together with the store; may be null
   * @param background runs checkpoints and timed tasks
   */
  static Store open(
      StoreFile file,
      @Nullable AutoCloseable lease,
      StoreOptions options,
      TreeLimits limits,
      Background background) {
    try {
      return new StoreOpening(file, lease, options, limits, background).open();
    } catch (RuntimeException | Error e) {
      try {
        file.close();
      } catch (IOException | RuntimeException | Error again) {
        e.addSuppressed(again);
      } finally {
        if (lease != null) {
          closeAfter(e, lease);
        }
      }
      throw e;
    }
  }

  private Store open() {
    return options.readOnly() ? openToRead() : openToWrite();
  }

  private Store openToRead() {
    Follower follower = new Follower(file, options, limits, this::view);
    try {
      Store store = new Store(file, follower.transactions(), follower, resources, lease);
      register(store, follower.transactions().pager());
      return store;
    } catch (RuntimeException | Error e) {
      closeAfter(e, follower::close);
      throw e;
    }
  }

  /** Opens a checkpoint of a store that is only read, and the commits after it. */
  private Transactions view(PinnedFile pinned) {
    Pager pager = openPager(pinned, pagerOptions(null));
    try {
      recover(pager);
      return new Transactions(pager, limits, options, background);
    } catch (RuntimeException | Error e) {
      pager.abandon();
      throw e;
    }
  }

  private Pager openPager(StoreFile content, PagerOptions how) {
    SharedCache shared = options.sharedCache();
    return shared == null ? Pager.open(content, how) : Pager.open(content, how, shared.memory());
  }

  private void register(Store store, Pager pager) {
    if (options.registerMBean()) {
      resources.add(StoreBean.register(store, file.name(), pager.durable().meta().storeId()));
    }
    if (lease != null) {
      resources.add(store.watch(options.traceTransactions()));
    }
  }

  private Store openToWrite() {
    TraceWriter trace = openTrace();
    Pager pager = null;
    try {
      pager = openPager(file, pagerOptions(trace));
      recover(pager);
      if (trace != null) {
        trace.opened(describe(pager));
      }
      Transactions transactions = new Transactions(pager, limits, options, background);
      Store store = new Store(file, transactions, null, resources, lease);
      register(store, pager);
      return store;
    } catch (RuntimeException | Error e) {
      if (pager != null) {
        pager.abandon();
      }
      if (trace != null) {
        closeAfter(e, trace);
      }
      throw e;
    }
  }

  /** Closes a resource after a failure. A failure to close is added to that failure. */
  static void closeAfter(Throwable failure, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception | Error e) {
      failure.addSuppressed(e);
    }
  }

  private PagerOptions pagerOptions(@Nullable TraceWriter trace) {
    return new PagerOptions(
        options.cacheBytes(),
        options.durability() != Durability.CHECKPOINT,
        options.readOnly(),
        options.maxBytes(),
        background,
        limits.ring(),
        trace);
  }

  private @Nullable TraceWriter openTrace() {
    Path path = options.recordTo();
    if (path == null) {
      return null;
    }
    if (options.sharedCache() != null) {
      throw new IllegalArgumentException(
          "recordTo=" + path + " with a shared cache: record with a store of its own cacheBytes");
    }
    try {
      TraceWriter trace = TraceWriter.append(path);
      // The trace is closed before the lock is released: the next store may append to the trace.
      resources.add(0, trace);
      return trace;
    } catch (IOException e) {
      throw new StoreException(path + ": cannot record a trace: " + e, e);
    }
  }

  private TraceEvent.Opened describe(Pager pager) {
    return new TraceEvent.Opened(
        MetaPage.FORMAT_VERSION,
        pager.durable().meta().storeId(),
        pager.sequence(),
        options.cacheBytes(),
        options.durability().name(),
        options.maxBytes(),
        limits.leaf(),
        limits.branch(),
        options.compactWhileOpen());
  }

  private void recover(Pager pager) {
    RecoveryEvent event = Events.begin(RecoveryEvent::new);
    int commits = Recovery.run(pager, limits);
    if (commits > 0 && event != null && event.shouldCommit()) {
      event.store = file.name();
      event.commits = commits;
      event.commit();
    }
  }

  /** Closes a resource of a store that is being closed. */
  static void release(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      System.getLogger(Store.class.getName())
          .log(System.Logger.Level.WARNING, "cannot release the resources of the store", e);
    }
  }
}
