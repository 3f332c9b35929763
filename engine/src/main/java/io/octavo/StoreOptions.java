package io.octavo;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How to open a store. Immutable: each call gives new options.
 *
 * <pre>{@code
 * StoreOptions options = StoreOptions.defaults().cacheBytes(64 << 20).readOnly(true);
 * }</pre>
 */
public final class StoreOptions {
  private static final long MIN_CACHE = 1 << 20;
  private static final long MAX_DEFAULT_CACHE = 1 << 30;
  private static final long MIN_FILE = 64 << 10;
  private static final Duration MAX_GROUP_DELAY = Duration.ofSeconds(1);

  private static final StoreOptions DEFAULTS = new StoreOptions(new Values());

  /** Changed only until it is part of options. */
  private final Values values;

  /** What the options say. */
  private static final class Values {
    long cacheBytes =
        Math.max(MIN_CACHE, Math.min(Runtime.getRuntime().maxMemory() / 4, MAX_DEFAULT_CACHE));
    Durability durability = Durability.SYNC;
    Duration groupDelay = Duration.ofNanos(200_000);
    boolean readOnly;
    long maxBytes = Long.MAX_VALUE;
    boolean traceTransactions;
    @Nullable Path recordTo;
    boolean registerMBean;
    boolean unlocked;

    Values() {}

    Values(Values from) {
      cacheBytes = from.cacheBytes;
      durability = from.durability;
      groupDelay = from.groupDelay;
      readOnly = from.readOnly;
      maxBytes = from.maxBytes;
      traceTransactions = from.traceTransactions;
      recordTo = from.recordTo;
      registerMBean = from.registerMBean;
      unlocked = from.unlocked;
    }
  }

  private StoreOptions(Values values) {
    this.values = values;
  }

  /** Makes options that differ from these in what a change sets. */
  private StoreOptions with(Consumer<Values> change) {
    Values changed = new Values(values);
    change.accept(changed);
    return new StoreOptions(changed);
  }

  /**
   * Returns the options of a store that nothing is said about: a quarter of the heap for pages, one
   * GiB at most; {@link Durability#SYNC}; for writing; as long as the disk allows.
   *
   * @return the options
   */
  public static StoreOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the heap for pages: read ones, changed ones, and those that only open readers still need.
   *
   * @param bytes 1 MiB or more
   * @return the changed options
   * @throws IllegalArgumentException if it is less
   */
  public StoreOptions cacheBytes(long bytes) {
    requireAtLeast("cacheBytes", bytes, MIN_CACHE);
    return with(changed -> changed.cacheBytes = bytes);
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
   * Sets how long a commit waits for others with {@link Durability#GROUP}; 0.2 ms unless set.
   *
   * @param delay 0 to one second
   * @return the changed options
   * @throws IllegalArgumentException if it is negative or longer
   */
  public StoreOptions groupDelay(Duration delay) {
    if (delay.isNegative() || delay.compareTo(MAX_GROUP_DELAY) > 0) {
      throw new IllegalArgumentException("groupDelay=" + delay + " is not in 0 to 1 s");
    }
    return with(changed -> changed.groupDelay = delay);
  }

  /**
   * Returns how long a commit waits for others with {@link Durability#GROUP}.
   *
   * @return the delay
   */
  public Duration groupDelay() {
    return values.groupDelay;
  }

  /**
   * Sets whether the store may only be read. Its file must exist; any number of programs may have
   * it open so at once. While one has, no program can open the store to write, be it only a reader
   * who may not write the file; {@link #unlocked} is for readers that should keep nobody out.
   *
   * @param isReadOnly true for reading only
   * @return the changed options
   */
  public StoreOptions readOnly(boolean isReadOnly) {
    return with(changed -> changed.readOnly = isReadOnly);
  }

  /**
   * Limits the length of the file. A transaction that would pass it fails with {@link
   * io.octavo.error.StoreFullException} and is rolled back; the store goes on. The last pages, at
   * most 128 KiB, are kept for saving what has been committed and for clearing or dropping maps of
   * a full store; a store of very many maps may pass the limit by a few pages for that.
   *
   * @param bytes 64 KiB or more
   * @return the changed options
   * @throws IllegalArgumentException if it is less
   */
  public StoreOptions maxBytes(long bytes) {
    requireAtLeast("maxBytes", bytes, MIN_FILE);
    return with(changed -> changed.maxBytes = bytes);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + "=" + value + " is less than " + least);
    }
  }

  /**
   * Returns the heap for pages.
   *
   * @return bytes
   */
  public long cacheBytes() {
    return values.cacheBytes;
  }

  /**
   * Tells when commits are durable.
   *
   * @return the level
   */
  public Durability durability() {
    return values.durability;
  }

  /**
   * Returns whether the store may only be read.
   *
   * @return true for reading only
   */
  public boolean readOnly() {
    return values.readOnly;
  }

  /**
   * Returns the limit of the file's length.
   *
   * @return bytes
   */
  public long maxBytes() {
    return values.maxBytes;
  }

  /**
   * Sets whether each transaction notes the stack of the call that began it, for the warning about
   * those that are forgotten or open when the store is closed. Without it the warning names the
   * thread only: noting a stack takes several microseconds, growing with its depth, which is more
   * than most reads take and many commits with {@link Durability#CHECKPOINT}.
   *
   * @param isTraced true to note stacks
   * @return the changed options
   */
  public StoreOptions traceTransactions(boolean isTraced) {
    return with(changed -> changed.traceTransactions = isTraced);
  }

  /**
   * Returns whether transactions note where they began.
   *
   * @return true if they do
   */
  public boolean traceTransactions() {
    return values.traceTransactions;
  }

  /**
   * Has everything that changes the store recorded in a trace, to be done again by {@link
   * io.octavo.replay.TraceReplay} or {@code octavo trace replay}: operations, commits, roll backs,
   * checkpoints, compactions, and this opening. A trace of a store whose earlier changes are not in
   * it can only be replayed into a copy of the store as it was. Where the trace cannot be written
   * any more, this is logged and the store goes on without.
   *
   * @param trace the file; what is recorded goes behind what it holds already; null for no trace
   * @return the changed options
   */
  public StoreOptions recordTo(@Nullable Path trace) {
    return with(changed -> changed.recordTo = trace);
  }

  /**
   * Returns where what changes the store is recorded.
   *
   * @return the file, null if it is not
   */
  public @Nullable Path recordTo() {
    return values.recordTo;
  }

  /**
   * Sets whether the store is a managed bean while it is open, a {@link StoreMXBean}, for JConsole
   * and other tools of JMX.
   *
   * @param isRegistered true to register it
   * @return the changed options
   */
  public StoreOptions registerMBean(boolean isRegistered) {
    return with(changed -> changed.registerMBean = isRegistered);
  }

  /**
   * Returns whether the store is a managed bean.
   *
   * @return true if it is
   */
  public boolean registerMBean() {
    return values.registerMBean;
  }

  /**
   * Sets whether the store goes without a lock of the operating system.
   *
   * <p>A store that writes takes all the locks that there are, and is refused where another process
   * has one; with this option it also opens where the file system cannot lock, and then nothing but
   * the caller keeps a second process out, which would destroy the store. A store that only reads
   * is refused while another process writes; with this option it keeps no lock, so that another
   * process may begin to write at any time. What is read from then on can be of different commits,
   * or be reported as damage that is not there. Within one process, stores keep each other out all
   * the same.
   *
   * @param isUnlocked true to go without
   * @return the changed options
   */
  public StoreOptions unlocked(boolean isUnlocked) {
    return with(changed -> changed.unlocked = isUnlocked);
  }

  /**
   * Returns whether the store goes without a lock of the operating system.
   *
   * @return true if it does
   */
  public boolean unlocked() {
    return values.unlocked;
  }
}
