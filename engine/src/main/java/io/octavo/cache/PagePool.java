package io.octavo.cache;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A pool of arrays of pages, and of the heads of {@link Remains}. A new array costs more than a
 * copy of a page: the JVM clears it, it is in no cache of the processor, and it soon becomes
 * garbage. The caller has the lock of the cache.
 */
final class PagePool {
  /** The fraction of the budget for arrays of pages: an eighth. */
  private static final int PAGES_SHARE = 8;

  /** The fraction of the budget for heads of remains: a thirty-second. */
  private static final int HEADS_SHARE = 32;

  private final Deque<byte[]> pages = new ArrayDeque<>();
  private final HeadPool heads = new HeadPool();

  /** Arrays that images have replaced, and that a reader or remains may still refer to. */
  private final Deque<byte[]> replaced = new ArrayDeque<>();

  /** The size of all arrays in frames. Written under the lock, read without it. */
  private volatile int frames;

  private void count() {
    int count = pages.size() + replaced.size() + heads.frames();
    if (count != frames) {
      frames = count;
    }
  }

  /** Returns the size of the arrays in frames. Any thread, without the lock. */
  int frames() {
    return frames;
  }

  /**
   * Keeps the array of a page that nothing refers to any more, unless the pool is full.
   *
   * @param budget the frames that the cache may hold
   * @param resident the frames of its pages
   */
  void give(byte[] page, int budget, int resident) {
    // Replaced arrays may stay for long, and must not exclude others.
    if (hasRoom(budget, resident) || replaced.poll() != null) {
      pages.push(page);
      count();
    }
  }

  private boolean hasRoom(int budget, int resident) {
    int size = pages.size() + replaced.size();
    return size < budget / PAGES_SHARE && resident + size < budget;
  }

  /** Keeps an array that an image has replaced, for use after the next {@link #release}. */
  void giveReplaced(byte[] page, int budget, int resident) {
    if (hasRoom(budget, resident)) {
      replaced.push(page);
      count();
    }
  }

  /** Returns whether arrays wait for {@link #release}. */
  boolean hasReplaced() {
    return !replaced.isEmpty();
  }

  /** Makes replaced arrays available, because no reader has them any more. */
  void release() {
    for (byte[] page = replaced.peek(); page != null; page = replaced.peek()) {
      // After an Error in between the array becomes garbage.
      replaced.pop();
      pages.push(page);
    }
    count();
  }

  /** Returns an array for a page, with any bytes; null if there is none. */
  byte @Nullable [] poll() {
    byte[] page = pages.poll();
    count();
    return page;
  }

  /** Keeps the head of remains, unless the pool is full. */
  void giveHead(byte[] head, int budget) {
    heads.give(head, budget / HEADS_SHARE);
    count();
  }

  /** Makes the remains of a leaf. */
  Remains remainsOf(Frame leaf) {
    Remains remains = new Remains(leaf, heads);
    count();
    return remains;
  }

  /** Drops arrays until pages and arrays have at most a number of frames. */
  void shrink(int resident, int target) {
    if (heads.frames() > 0 && resident + frames > target) {
      heads.clear();
    }
    while (resident + pages.size() + replaced.size() > target
        && (replaced.poll() != null || pages.poll() != null)) {}
    count();
  }
}
