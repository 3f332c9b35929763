package io.octavo.cache;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the caches of some stores may take together. Each cache has an equal share for
 * the pages that its store changes. Clean pages may take what the other caches leave: if the memory
 * is full, a cache that needs more of its share makes another cache evict clean pages. Thread-safe.
 *
 * <p>A cache is asked to evict only by a thread that holds the lock of no cache, so that no two
 * threads wait for each other.
 */
public final class SharedMemory {
  /** The least share: a smaller cache could not hold the pages that one change needs. */
  private static final int LEAST_SHARE = 64;

  /** How much a cache evicts at least for another, so that not each new page asks anew. */
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
   * @return the memory
   */
  public static SharedMemory ofBytes(long bytes) {
    return ofBytes(bytes, "its share of a shared cache of " + bytes + " bytes");
  }

  /** Makes memory for one store. */
  public static SharedMemory ofStore(long cacheBytes) {
    return ofBytes(cacheBytes, "cacheBytes=" + cacheBytes);
  }

  /**
   * Returns the bytes that the pages of all stores take.
   *
   * @return the bytes, about as they are now
   */
  public long heldBytes() {
    return held(null) * (long) Frame.BYTES;
  }

  /**
   * Returns the number of stores that share the memory.
   *
   * @return the open stores
   */
  public int stores() {
    return caches.size();
  }

  /** Returns what a store has for its changes, for messages. */
  @Override
  public String toString() {
    return name;
  }

  synchronized void enter(PageCache cache) {
    caches.add(cache);
    share = shareOf(caches.size());
  }

  /** Lets a cache go; does nothing if it has gone. */
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

  /** Returns the frames that a cache may take, clean ones included. */
  int limitOf(PageCache cache) {
    return Math.max(share, frames - held(cache));
  }

  /** Makes the cache with the most memory above its share evict clean pages, if all is taken. */
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
