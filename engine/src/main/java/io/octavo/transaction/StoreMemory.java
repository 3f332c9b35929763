package io.octavo.transaction;

import io.octavo.event.SweepEvent;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The memory of the collections of a store across write transactions. */
public final class StoreMemory {
  /** The memory of the collections of one type. Safe for use by many threads. */
  public interface Kept {
    /** {@return the bytes in use} */
    long bytes();

    /**
     * Forgets a collection that is dropped.
     *
     * @param collection its identifier
     */
    void forget(int collection);
  }

  private final String store;
  private final long cacheBytes;
  private final LongAdder sweeps = new LongAdder();
  private final LongAdder sweptChanges = new LongAdder();
  private final LongAdder sweptPages = new LongAdder();
  private final Map<TreeType, Kept> kept = new ConcurrentHashMap<>();

  /**
   * Makes an empty memory.
   *
   * @param store the name of the file, for events
   * @param cacheBytes the memory budget of the store
   */
  public StoreMemory(String store, long cacheBytes) {
    this.store = store;
    this.cacheBytes = cacheBytes;
  }

  /** {@return the name of the file} */
  public String store() {
    return store;
  }

  /** {@return the memory budget of the store} */
  public long cacheBytes() {
    return cacheBytes;
  }

  /**
   * Returns the memory of a type: the same object each time.
   *
   * @param made makes it at the first call
   */
  @SuppressWarnings("unchecked") // a type requests one class only
  public <K extends Kept> K of(TreeType type, Function<StoreMemory, K> made) {
    return (K) kept.computeIfAbsent(type, key -> made.apply(this));
  }

  /** {@return the bytes in use, of all types} */
  public long bytes() {
    return kept.values().stream().mapToLong(Kept::bytes).sum();
  }

  /**
   * Counts a move of changes from the front of a map to its main tree, and ends its event.
   *
   * @param event the event, null if there is no recording
   * @param collection the identifier of the map
   * @param changes the number of changes
   * @param pages the number of leaves of the main tree written for them
   */
  public void countSweep(@Nullable SweepEvent event, int collection, long changes, long pages) {
    sweeps.increment();
    sweptChanges.add(changes);
    sweptPages.add(pages);
    if (event != null && event.shouldCommit()) {
      event.store = store;
      event.collection = collection;
      event.changes = changes;
      event.pages = pages;
      event.commit();
    }
  }

  /** {@return the number of moves since the store was opened} */
  public long sweeps() {
    return sweeps.sum();
  }

  /** {@return the number of changes that were moved} */
  public long sweptChanges() {
    return sweptChanges.sum();
  }

  /** {@return the number of leaves written for these changes} */
  public long sweptPages() {
    return sweptPages.sum();
  }

  void forget(int collection) {
    kept.values().forEach(memory -> memory.forget(collection));
  }
}
