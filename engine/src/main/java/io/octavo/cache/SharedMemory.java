package io.octavo.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the caches of some stores share. Each cache has an equal share for the pages that
 * its store changes. Clean pages may use the rest: if the memory is full, a cache that needs more
 * of its share makes another cache evict clean pages. Thread-safe.
 *
 * <p>Only a thread without the lock of a cache makes a cache evict, so that no two threads wait for
 * each other.
 */
public final class SharedMemory {
  /** The least share: a smaller cache could not hold the pages that one change needs. */
  private static final int LEAST_SHARE = 64;

  /** The least number of frames that a cache evicts for another. */
  private static final int STEP = 16;

  private final int frames;
  private final String name;
  private final List<PageCache> caches = new CopyOnWriteArrayList<>();
  private volatile int share;

  /** Makes memory for a number of frames. */
  SharedMemory(int frames, String name) {
    this.frames = frames;
    this.name = name;
    this.share = frames;
  }

  private static SharedMemory ofBytes(long bytes, String name) {
    long frames = Math.max(LEAST_SHARE, bytes / Frame.BYTES);
    return new SharedMemory((int) Math.min(Integer.MAX_VALUE, frames), name);
  }

  /**
   * Makes memory for any number of stores.
   *
   * @param bytes heap for pages
   */
  public static SharedMemory ofBytes(long bytes) {
    return ofBytes(bytes, "its share of a shared cache of " + bytes + " bytes");
  }

  /** Makes memory for one store. */
  public static SharedMemory ofStore(long cacheBytes) {
    return ofBytes(cacheBytes, "cacheBytes=" + cacheBytes);
  }

  /** Returns the approximate bytes of the pages of all stores. */
  public long heldBytes() {
    return held(null) * (long) Frame.BYTES;
  }

  /** Returns the number of open stores that share the memory. */
  public int stores() {
    return caches.size();
  }

  /** Returns the share of a store, for messages. */
  @Override
  public String toString() {
    return name;
  }

  synchronized void enter(PageCache cache) {
    caches.add(cache);
    share = shareOf(caches.size());
  }

  /** Removes a cache, if it is present. */
  synchronized void leave(PageCache cache) {
    caches.remove(cache);
    share = shareOf(Math.max(1, caches.size()));
  }

  private int shareOf(int stores) {
    return Math.max(Math.min(LEAST_SHARE, frames), frames / stores);
  }

  /** Returns the frames that each cache may fill with changed pages. */
  int share() {
    return share;
  }

  /** Returns the frames that a cache may use, including clean ones. */
  int limitOf(PageCache cache) {
    return Math.max(share, frames - held(cache));
  }

  /** If the memory is full, makes the cache with the most above its share evict clean pages. */
  void balance(PageCache grown) {
    if (caches.size() <= 1) {
      return;
    }
    int excess = held(null) - frames;
    if (excess <= 0) {
      return;
    }
    PageCache largest = null;
    int most = 0;
    for (PageCache cache : caches) {
      int surplus = Math.min(cache.held() - share, cache.evictable());
      if (cache != grown && surplus > most) {
        largest = cache;
        most = surplus;
      }
    }
    if (largest != null) {
      largest.giveBack(Math.min(most, Math.max(excess, STEP)));
    }
  }

  private int held(@Nullable PageCache except) {
    int held = 0;
    for (PageCache cache : caches) {
      held += cache == except ? 0 : cache.held();
    }
    return held;
  }
}
