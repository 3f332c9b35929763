package io.octavo;

import io.octavo.cache.SharedMemory;

/**
 * Memory for pages that several stores share, instead of a budget for each of them: see {@link
 * StoreOptions#sharedCache}.
 *
 * <pre>{@code
 * SharedCache cache = SharedCache.of(256 << 20);
 * StoreOptions options = StoreOptions.defaults().sharedCache(cache);
 * try (Store users = Store.open(Path.of("users.oct"), options);
 *     Store events = Store.open(Path.of("events.oct"), options)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Each open store has a share: the memory divided by the number of open stores, but at least
 * half a MiB. A store needs its share for changed pages and for pages kept for readers; the limits
 * of {@link StoreOptions#cacheBytes} apply to the share, so no store waits for a transaction of
 * another. Clean pages use the rest of the memory, and are evicted when a store needs its share.
 *
 * <p>When a store is opened, the shares of the others shrink. If one of the others has changed more
 * than its new share, it writes the rest with its next changes or transactions; until then the
 * stores together use more than the memory.
 *
 * <p>Thread-safe. A cache need not be closed: a closed store no longer uses it.
 */
public final class SharedCache {
  private static final long LEAST = 1 << 20;

  private final long bytes;
  private final SharedMemory memory;

  private SharedCache(long bytes) {
    this.bytes = bytes;
    this.memory = SharedMemory.ofBytes(bytes);
  }

  /**
   * Creates a cache. It uses no memory before a store is open.
   *
   * @param bytes heap for pages, 1 MiB or more
   * @return the cache
   * @throws IllegalArgumentException if the value is smaller
   */
  public static SharedCache of(long bytes) {
    if (bytes < LEAST) {
      throw new IllegalArgumentException("bytes=" + bytes + " is less than " + LEAST);
    }
    return new SharedCache(bytes);
  }

  /**
   * Returns the memory that the stores may use together.
   *
   * @return the number of bytes
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the memory used by the pages of all stores.
   *
   * @return the approximate number of bytes
   */
  public long heldBytes() {
    return memory.heldBytes();
  }

  /**
   * Returns the number of stores that share the memory.
   *
   * @return the number of open stores
   */
  public int stores() {
    return memory.stores();
  }

  SharedMemory memory() {
    return memory;
  }

  /** {@return the memory, and how much of it is used} */
  @Override
  public String toString() {
    return "SharedCache[bytes=" + bytes + ", held=" + heldBytes() + ", stores=" + stores() + "]";
  }
}
