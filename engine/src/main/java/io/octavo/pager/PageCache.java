package io.octavo.pager;

import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pages in memory, by number: a two-level array, and a clock that chooses which clean page goes
 * when there are more than the budget allows.
 *
 * <p>A hit takes no lock and writes nothing shared but a flag that is not set yet. It may race with
 * every change: a frame's fields are final, a number means the same bytes as long as any snapshot
 * reaches it, and a snapshot is published after the frames of its state, so what a reader finds is
 * right or absent.
 */
final class PageCache {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** The part of the budget that arrays may take that wait to be used again: an eighth. */
  private static final int POOLED = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final int budget;
  private volatile @Nullable Frame[][] table = new Frame[4][];
  private @Nullable Frame[] clock = new Frame[64];
  private int resident;
  private final AtomicInteger dirty = new AtomicInteger();
  private int hand;
  private long evicted;

  /** Arrays of pages that nothing reaches any more, for the next copies. */
  private final Deque<byte[]> pool = new ArrayDeque<>();

  /**
   * Makes an empty cache.
   *
   * @param budget frames that it may hold
   */
  PageCache(int budget) {
    this.budget = budget;
  }

  @Nullable Frame get(int number) {
    @Nullable Frame[][] chunks = table;
    int index = number >>> CHUNK_BITS;
    if (index >= chunks.length || chunks[index] == null) {
      return null;
    }
    Frame frame = chunks[index][number & (CHUNK - 1)];
    if (frame != null && !frame.referenced) {
      frame.referenced = true;
    }
    return frame;
  }

  /** Adds a frame, in place of one of the same number if there is one. */
  void put(Frame frame) {
    lock.lock();
    try {
      replace(frame);
      evict(budget);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a frame that a reader loaded, unless there is one of that number; gives the one to use.
   *
   * <p>Where the snapshot has been closed while the page was read, its number may mean other bytes
   * by now, and nothing is added. Pages are removed under the same lock after the close, so nothing
   * added before it outlives the number's meaning.
   */
  Frame putIfAbsent(Frame frame, @Nullable Snapshot snapshot) {
    lock.lock();
    try {
      Frame present = get(frame.number);
      if (present != null) {
        return present;
      }
      if (snapshot != null && snapshot.isClosed()) {
        return frame;
      }
      replace(frame);
      evict(budget);
      return frame;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Marks a page of the writer as changed. A clean one may have been evicted since the writer found
   * it; then its bytes, which are still what the file holds, get a frame again.
   */
  void makeDirty(int number, byte[] bytes) {
    Frame frame = get(number);
    if (frame != null && frame.dirty && frame.bytes == bytes) {
      return;
    }
    put(new Frame(number, bytes, true));
  }

  /** Marks frames as held by the file, so that they can be evicted. */
  void markClean(Frame frame) {
    lock.lock();
    try {
      if (frame.dirty && frame.clockIndex >= 0) {
        dirty.decrementAndGet();
      }
      frame.dirty = false;
    } finally {
      lock.unlock();
    }
  }

  void remove(int number) {
    lock.lock();
    try {
      Frame frame = get(number);
      if (frame != null) {
        drop(frame);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Forgets a page that no state reaches any more; its array is used for the next copy. A new array
   * costs more than the copy: it is cleared first, lies in no cache of the processor, and is
   * garbage soon. Pages that were read from the file stay out of it, as they were not asked for
   * again.
   */
  void recycle(int number) {
    lock.lock();
    try {
      Frame frame = get(number);
      if (frame != null) {
        drop(frame);
        if (frame.made && pool.size() < budget / POOLED && resident + pool.size() < budget) {
          pool.push(frame.bytes);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Tells how many arrays wait to be used again. */
  int pooled() {
    lock.lock();
    try {
      return pool.size();
    } finally {
      lock.unlock();
    }
  }

  /** Copies a page of a tree. */
  byte[] copyOf(byte[] page) {
    byte[] copy;
    lock.lock();
    try {
      copy = pool.poll();
    } finally {
      lock.unlock();
    }
    if (copy == null) {
      return PageHeader.copyOf(page);
    }
    TreePage.copy(page, copy);
    return copy;
  }

  /** Evicts clean frames until no more than a number are left, or none of them is clean. */
  void shrink(int target) {
    lock.lock();
    try {
      evict(target);
    } finally {
      lock.unlock();
    }
  }

  /** Tells how many frames the budget allows. */
  int budget() {
    return budget;
  }

  int resident() {
    lock.lock();
    try {
      return resident;
    } finally {
      lock.unlock();
    }
  }

  /** Tells how many frames the file does not hold; any thread, without the lock. */
  int dirty() {
    return dirty.get();
  }

  long evicted() {
    lock.lock();
    try {
      return evicted;
    } finally {
      lock.unlock();
    }
  }

  private void replace(Frame frame) {
    @Nullable Frame[] chunk = chunkFor(frame.number);
    Frame old = chunk[frame.number & (CHUNK - 1)];
    if (old != null) {
      // Never through null: a reader that found none would look for the page in the file.
      frame.clockIndex = old.clockIndex;
      clock[old.clockIndex] = frame;
      old.clockIndex = -1;
      dirty.addAndGet(old.dirty ? -1 : 0);
    } else {
      if (resident == clock.length) {
        clock = Arrays.copyOf(clock, resident * 2);
      }
      frame.clockIndex = resident;
      clock[resident++] = frame;
    }
    dirty.addAndGet(frame.dirty ? 1 : 0);
    chunk[frame.number & (CHUNK - 1)] = frame;
  }

  private @Nullable Frame[] chunkFor(int number) {
    int index = number >>> CHUNK_BITS;
    if (index >= table.length) {
      table = Arrays.copyOf(table, Math.max(index + 1, table.length * 2));
    }
    @Nullable Frame[] chunk = table[index];
    if (chunk == null) {
      chunk = new Frame[CHUNK];
      table[index] = chunk;
    }
    return chunk;
  }

  private void drop(Frame frame) {
    table[frame.number >>> CHUNK_BITS][frame.number & (CHUNK - 1)] = null;
    Frame last = clock[--resident];
    clock[resident] = null;
    if (last != null && last != frame) {
      clock[frame.clockIndex] = last;
      last.clockIndex = frame.clockIndex;
    }
    frame.clockIndex = -1;
    if (frame.dirty) {
      dirty.decrementAndGet();
    }
  }

  private void evict(int target) {
    while (resident + pool.size() > target && !pool.isEmpty()) {
      pool.pop();
    }
    // Two rounds: the first may only clear the flags. Dirty frames are passed over.
    for (int steps = 2 * resident;
        resident > target && resident > dirty.get() && steps > 0;
        steps--) {
      if (hand >= resident) {
        hand = 0;
      }
      Frame frame = clock[hand];
      if (frame == null) {
        return;
      }
      if (frame.dirty || frame.referenced) {
        frame.referenced = false;
        hand++;
      } else {
        drop(frame);
        evicted++;
      }
    }
  }
}
