package io.octavo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Options for opening a store. Immutable: each setter returns new options.
 *
 * <pre>{@code
 * StoreOptions options = StoreOptions.defaults().cacheBytes(64 << 20).readOnly(true);
 * }</pre>
 */
public final class StoreOptions {
  private static final long MIN_CACHE = 1 << 20;
  private static final long MAX_DEFAULT_CACHE = 1 << 30;
  private static final long MIN_FILE = 64 << 10;
  private static final Duration MIN_DURABLE_WITHIN = Duration.ofMillis(1);
  private static final Duration ONE_DAY = Duration.ofDays(1);
  private static final Duration DEFAULT_DURABLE_WITHIN = Duration.ofSeconds(1);
  private static final Duration DEFAULT_COMPACTION = Duration.ofSeconds(1);
  private static final Duration DEFAULT_REFRESH = Duration.ofSeconds(1);
  private static final int DEFAULT_MOVES = 12;
  private static final int MAX_MOVES = 100;

  private static final StoreOptions DEFAULTS = new StoreOptions(new Values());

  /** Modified only before the options are published. */
  private final Values values;

  /** The values of all options. */
  private static final class Values {
    long cacheBytes =
        Math.max(MIN_CACHE, Math.min(Runtime.getRuntime().maxMemory() / 4, MAX_DEFAULT_CACHE));
    Durability durability = Durability.SYNC;
    @Nullable Duration durableWithin;
    long durableBytes = 1 << 20;
    boolean readOnly;
    long maxBytes = Long.MAX_VALUE;
    boolean traceTransactions;
    @Nullable Path recordTo;
    boolean registerMBean;
    boolean unlocked;
    Duration compactOnClose = DEFAULT_COMPACTION;
    @Nullable SharedCache sharedCache;
    int compactWhileOpen = DEFAULT_MOVES;
    Duration refreshEvery = DEFAULT_REFRESH;

    Values() {}

    Values(Values from) {
      cacheBytes = from.cacheBytes;
      durability = from.durability;
      durableWithin = from.durableWithin;
      durableBytes = from.durableBytes;
      readOnly = from.readOnly;
      maxBytes = from.maxBytes;
      traceTransactions = from.traceTransactions;
      recordTo = from.recordTo;
      registerMBean = from.registerMBean;
      unlocked = from.unlocked;
      compactOnClose = from.compactOnClose;
      sharedCache = from.sharedCache;
      compactWhileOpen = from.compactWhileOpen;
      refreshEvery = from.refreshEvery;
    }
  }

  private StoreOptions(Values values) {
    this.values = values;
  }

  /** Returns a copy with a change. */
  private StoreOptions with(Consumer<Values> change) {
    Values changed = new Values(values);
    change.accept(changed);
    return new StoreOptions(changed);
  }

  /**
   * Returns the default options: a quarter of the heap for pages, one GiB at most; {@link
   * Durability#SYNC}; read and write access; no limit of the file size.
   *
   * @return the options
   */
  public static StoreOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the memory budget for pages: cached pages, changed pages, and pages kept for open readers.
   *
   * @param bytes 1 MiB or more
   * @return the changed options
   * @throws IllegalArgumentException if the value is smaller
   */
  public StoreOptions cacheBytes(long bytes) {
    requireAtLeast("cacheBytes", bytes, MIN_CACHE);
    return with(changed -> changed.cacheBytes = bytes);
  }

  /**
   * Sets the memory for pages that the store shares with other stores, instead of {@link
   * #cacheBytes}, which then bounds only the indexes of tables of stacks.
   *
   * <p>A store with a shared cache cannot record a trace: a replay needs the same memory.
   *
   * @param cache the memory; null for a budget of the store's own
   * @return the changed options
   */
  public StoreOptions sharedCache(@Nullable SharedCache cache) {
    return with(changed -> changed.sharedCache = cache);
  }

  /**
   * Returns the memory for pages that the store shares with others.
   *
   * @return the memory, null for a budget of the store's own
   */
  public @Nullable SharedCache sharedCache() {
    return values.sharedCache;
  }

  /**
   * Sets when commits are durable.
   *
   * @param level the level
   * @return the changed options
   */
  public StoreOptions durability(Durability level) {
    return with(changed -> changed.durability = level);
  }

  /**
   * Sets the longest time from the return of a commit with {@link Durability#ASYNC} or {@link
   * Durability#CHECKPOINT} until the commit is durable. The store begins after half of the time, in
   * the background, to force the file or, if it is open with {@link Durability#CHECKPOINT}, to
   * write a checkpoint when the open write transaction has ended. A slow disk, or a long write
   * transaction before a checkpoint, can exceed the time. Default: one second for {@link
   * Durability#ASYNC}, no limit for {@link Durability#CHECKPOINT}.
   *
   * @param time 1 ms to one day
   * @return the changed options
   * @throws IllegalArgumentException if the time is shorter or longer
   */
  public StoreOptions durableWithin(Duration time) {
    if (time.compareTo(MIN_DURABLE_WITHIN) < 0 || time.compareTo(ONE_DAY) > 0) {
      throw new IllegalArgumentException("durableWithin=" + time + " is not from 1 ms to one day");
    }
    return with(changed -> changed.durableWithin = time);
  }

  /**
   * Returns the longest time from the return of a commit until the commit is durable.
   *
   * @return the time; null for the defaults: one second with {@link Durability#ASYNC}, no limit
   *     with {@link Durability#CHECKPOINT}
   */
  public @Nullable Duration durableWithin() {
    return values.durableWithin;
  }

  /** Returns the time within which commits of a level must be durable, in ns. */
  long durableNanos(Durability level) {
    Duration time = values.durableWithin;
    if (time == null && level == Durability.CHECKPOINT) {
      return Long.MAX_VALUE;
    }
    return (time == null ? DEFAULT_DURABLE_WITHIN : time).toNanos();
  }

  /**
   * Sets how many bytes of logged operations may accumulate with {@link Durability#ASYNC} before
   * the store forces the file early. Longs are logged as numbers of variable length, byte strings
   * in full. No effect in a store that is open with {@link Durability#CHECKPOINT}. Default: 1 MiB.
   *
   * @param bytes 0 or more
   * @return the changed options
   * @throws IllegalArgumentException if the value is negative
   */
  public StoreOptions durableBytes(long bytes) {
    requireAtLeast("durableBytes", bytes, 0);
    return with(changed -> changed.durableBytes = bytes);
  }

  /**
   * Returns how many bytes of logged operations may accumulate with {@link Durability#ASYNC}.
   *
   * @return the number of bytes
   */
  public long durableBytes() {
    return values.durableBytes;
  }

  /**
   * Sets whether the store is read-only. The file must exist. Any number of programs can have a
   * store open read-only while one program has it open for writing; none waits for another. The
   * programs run on one machine, and a process has a store open either for writing or for reading.
   * For when commits of the writer become visible, see {@link Store#refresh} and {@link
   * #refreshEvery}.
   *
   * <p>The writer reuses no page of the checkpoint that a reader reads, so the file grows while a
   * reader lags behind. The reader keeps commits after the last checkpoint in memory: it needs
   * about the {@link #cacheBytes} of the writer. Each earlier checkpoint that a read transaction
   * still reads needs at most as much again.
   *
   * @param isReadOnly true for read-only
   * @return the changed options
   */
  public StoreOptions readOnly(boolean isReadOnly) {
    return with(changed -> changed.readOnly = isReadOnly);
  }

  /**
   * Limits the size of the file. A transaction that would exceed the limit fails with {@link
   * io.octavo.error.StoreFullException} and is rolled back; the store stays open. The last pages,
   * at most 128 KiB, are reserved for checkpoints and for clearing or dropping maps of a full
   * store; for these a store of very many maps may exceed the limit by a few pages.
   *
   * @param bytes 64 KiB or more
   * @return the changed options
   * @throws IllegalArgumentException if the value is smaller
   */
  public StoreOptions maxBytes(long bytes) {
    requireAtLeast("maxBytes", bytes, MIN_FILE);
    return with(changed -> changed.maxBytes = bytes);
  }

  /**
   * Sets how long {@link Store#close} may compact the file. After all commits are durable, it moves
   * pages from the end of the file into free pages and truncates the file, in steps, while the free
   * pages are more than a quarter of the pages in use and more than 1 MiB. {@link Store#compact}
   * compacts at any other time, until no page is free. Default: one second.
   *
   * @param time the time after which no more pages are read to be moved; earlier moves are made
   *     durable. Zero for no compaction
   * @return the changed options
   * @throws IllegalArgumentException if the time is negative or longer than a day
   */
  public StoreOptions compactOnClose(Duration time) {
    if (time.isNegative() || time.compareTo(ONE_DAY) > 0) {
      throw new IllegalArgumentException("compactOnClose=" + time + " is not from 0 to one day");
    }
    return with(changed -> changed.compactOnClose = time);
  }

  /**
   * Returns how long {@link Store#close} may compact the file.
   *
   * @return the time; zero for no compaction
   */
  public Duration compactOnClose() {
    return values.compactOnClose;
  }

  /**
   * Sets how many pages an open store may move from the end of the file into free pages, so that
   * the file can be truncated. Commits move the pages, and the next checkpoint writes them. Pages
   * are moved only if the file is longer, by 1 MiB and by a sixteenth, than the store has needed at
   * any one time since the checkpoint before the last. The store also moves the commit ring, and a
   * transaction waits for a running checkpoint if the pages in use and those of the last checkpoint
   * are more than 2.2 times the contents. {@link #compactOnClose} and {@link Store#compact} compact
   * further. Default: 12.
   *
   * @param percent how many pages may be moved for each 100 pages that a checkpoint writes, 0 to
   *     100; 0 disables all of this
   * @return the changed options
   * @throws IllegalArgumentException if the value is negative or greater than 100
   */
  public StoreOptions compactWhileOpen(int percent) {
    if (percent < 0 || percent > MAX_MOVES) {
      throw new IllegalArgumentException("compactWhileOpen=" + percent + " is not from 0 to 100");
    }
    return with(changed -> changed.compactWhileOpen = percent);
  }

  /**
   * Returns how many pages an open store may move.
   *
   * @return pages for each 100 pages that a checkpoint writes
   */
  public int compactWhileOpen() {
    return values.compactWhileOpen;
  }

  /**
   * Sets how often a read-only store looks for commits that another process has made. A read
   * transaction looks when it begins, if the last look was at least that long ago. A look without a
   * new commit takes some microseconds. Default: one second.
   *
   * @param time the time between two looks; zero for a look by each read transaction
   * @return the changed options
   * @throws IllegalArgumentException if the time is negative or longer than a day
   */
  public StoreOptions refreshEvery(Duration time) {
    if (time.isNegative() || time.compareTo(ONE_DAY) > 0) {
      throw new IllegalArgumentException("refreshEvery=" + time + " is not from 0 to one day");
    }
    return with(changed -> changed.refreshEvery = time);
  }

  /**
   * Returns how often a read-only store looks for commits of another process.
   *
   * @return the time between two looks; zero for a look by each read transaction
   */
  public Duration refreshEvery() {
    return values.refreshEvery;
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + "=" + value + " is less than " + least);
    }
  }

  /**
   * Returns the memory budget for pages.
   *
   * @return the number of bytes
   */
  public long cacheBytes() {
    return values.cacheBytes;
  }

  /**
   * Returns when commits are durable.
   *
   * @return the level
   */
  public Durability durability() {
    return values.durability;
  }

  /**
   * Returns whether the store is read-only.
   *
   * @return true for read-only
   */
  public boolean readOnly() {
    return values.readOnly;
  }

  /**
   * Returns the limit of the file size.
   *
   * @return the number of bytes
   */
  public long maxBytes() {
    return values.maxBytes;
  }

  /**
   * Sets whether transactions and the store capture the stack trace of the call that began or
   * opened them, for the warnings about those not closed. Otherwise the warnings name only the
   * thread or the file. Capturing a stack trace takes several microseconds, longer than most reads.
   * Default: false.
   *
   * @param isTraced true to capture stack traces
   * @return the changed options
   */
  public StoreOptions traceTransactions(boolean isTraced) {
    return with(changed -> changed.traceTransactions = isTraced);
  }

  /**
   * Returns whether the store and its transactions capture the stack trace of their beginning.
   *
   * @return true if stack traces are captured
   */
  public boolean traceTransactions() {
    return values.traceTransactions;
  }

  /**
   * Records all events that change the store in a trace, for replay by {@link
   * io.octavo.replay.TraceReplay} or {@code octavo trace replay}: operations, commits, rollbacks,
   * checkpoints, compactions and openings. If the store was not empty when the recording began, the
   * trace can be replayed only into a copy of the store from that time. If the trace cannot be
   * written, recording stops with a logged warning, and the store stays open.
   *
   * @param trace the file; events are appended to an existing trace; null for no trace
   * @return the changed options
   */
  public StoreOptions recordTo(@Nullable Path trace) {
    return with(changed -> changed.recordTo = trace);
  }

  /**
   * Returns the file of the trace.
   *
   * @return the file; null if no trace is recorded
   */
  public @Nullable Path recordTo() {
    return values.recordTo;
  }

  /**
   * Sets whether the open store is registered as a managed bean, a {@link StoreMXBean}, for
   * JConsole and other JMX tools.
   *
   * @param isRegistered true to register the store
   * @return the changed options
   */
  public StoreOptions registerMBean(boolean isRegistered) {
    return with(changed -> changed.registerMBean = isRegistered);
  }

  /**
   * Returns whether the store is registered as a managed bean.
   *
   * @return true if the store is registered
   */
  public boolean registerMBean() {
    return values.registerMBean;
  }

  /**
   * Sets whether the store works without a file lock of the operating system.
   *
   * <p>By default a store for writing takes exclusive locks, and cannot be opened while another
   * process holds one. With this option the store also opens on a file system without locks; the
   * caller must then ensure that no second process writes, which would destroy the store. A
   * read-only store with this option cannot be opened while another process writes, and holds no
   * lock, so that another process may begin to write at any time. Later reads may then fail, or
   * report damage that does not exist. Stores of one process always exclude each other.
   *
   * @param isUnlocked true for no lock
   * @return the changed options
   */
  public StoreOptions unlocked(boolean isUnlocked) {
    return with(changed -> changed.unlocked = isUnlocked);
  }

  /**
   * Returns whether the store works without a file lock of the operating system.
   *
   * @return true for no lock
   */
  public boolean unlocked() {
    return values.unlocked;
  }

  /** {@return all options by name} */
  @Override
  public String toString() {
    return "StoreOptions[cacheBytes="
        + values.cacheBytes
        + ", sharedCache="
        + values.sharedCache
        + ", durability="
        + values.durability
        + ", durableWithin="
        + values.durableWithin
        + ", durableBytes="
        + values.durableBytes
        + ", readOnly="
        + values.readOnly
        + ", refreshEvery="
        + values.refreshEvery
        + ", maxBytes="
        + values.maxBytes
        + ", compactOnClose="
        + values.compactOnClose
        + ", compactWhileOpen="
        + values.compactWhileOpen
        + ", traceTransactions="
        + values.traceTransactions
        + ", recordTo="
        + values.recordTo
        + ", registerMBean="
        + values.registerMBean
        + ", unlocked="
        + values.unlocked
        + "]";
  }
}
