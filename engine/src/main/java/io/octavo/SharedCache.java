package io.octavo;

import io.octavo.cache.SharedMemory;

/**
 * Memory for pages that several stores share, in place of a budget for each of them: see {@link
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
 * half a MiB. The share is the store's own for the pages that it changes and for those that it
 * keeps for readers; the limits that {@link StoreOptions#cacheBytes} sets for one store apply to
 * the share. So no store waits for a transaction of another. Clean pages take whatever the other
 * stores leave, and make room when another store needs its share.
 *
 * <p>When a store is opened, the shares of the others shrink. If one of the others has changed more
 * than its new share, it writes the rest with its next changes or transactions; until then the
 * stores together take more than the memory.
 *
 * <p>Thread-safe. A cache needs no closing: stores leave it when they are closed.
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
   * Makes a cache, which takes no memory before stores use it.
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
   * Returns the memory that the stores may take together.
   *
   * @return the number of bytes
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the memory that the pages of all stores take.
   *
   * @return the number of bytes, about as it is now
   */
  public long heldBytes() {
    return memory.heldBytes();
  }

  /**
   * Returns how many stores share the memory.
   *
   * @return the number of open stores
   */
  public int stores() {
    return memory.stores();
  }

  SharedMemory memory() {
    return memory;
  }

  /** {@return the memory, and how much of it is taken} */
  @Override
  public String toString() {
    return "SharedCache[bytes=" + bytes + ", held=" + heldBytes() + ", stores=" + stores() + "]";
  }
}
