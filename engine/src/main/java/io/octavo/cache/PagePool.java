package io.octavo.cache;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Arrays to be used again: of pages, and of the heads of {@link Remains}. A new array costs more
 * than a copy of a page: the JVM clears it, it is in no cache of the processor, and it soon becomes
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

  /** The frames that all arrays take. Written under the lock, read without it. */
  private volatile int frames;

  private void count() {
    int count = pages.size() + replaced.size() + heads.frames();
    if (count != frames) {
      frames = count;
    }
  }

  /** Returns the number of frames that the arrays take. Any thread, without the lock. */
  int frames() {
    return frames;
  }

  /**
   * Keeps the array of a page that nothing refers to any more, unless too many wait.
   *
   * @param budget the frames that the cache may hold
   * @param resident the frames that its pages take
   */
  void give(byte[] page, int budget, int resident) {
    // Replaced arrays may wait for long, and must not keep others from being used.
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

  /** Allows the use of replaced arrays, because no reader has them any more. */
  void release() {
    for (byte[] page = replaced.peek(); page != null; page = replaced.peek()) {
      // An Error in between leaves the array to the collector.
      replaced.pop();
      pages.push(page);
    }
    count();
  }

  /** Returns an array for a page, with any bytes; null if none waits. */
  byte @Nullable [] poll() {
    byte[] page = pages.poll();
    count();
    return page;
  }

  /** Keeps the head of remains, unless too many wait. */
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

  /** Drops arrays until pages and arrays take at most a number of frames. */
  void shrink(int resident, int target) {
    if (heads.frames() > 0 && resident + frames > target) {
      heads.clear();
    }
    while (resident + pages.size() + replaced.size() > target
        && (replaced.poll() != null || pages.poll() != null)) {}
    count();
  }
}
