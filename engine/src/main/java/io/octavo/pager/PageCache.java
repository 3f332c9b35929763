package io.octavo.pager;

import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages in memory, by number: a two-level array, and a clock that chooses clean pages to evict
 * when the budget is exceeded.
 *
 * <p>A hit takes no lock, and writes nothing shared but a flag that is not set yet. A hit may race
 * with every change: the fields of a frame are final, a number means the same bytes as long as any
 * snapshot reaches it, and a snapshot is published after the frames of its state. So a reader finds
 * the right frame or none.
 */
final class PageCache {
  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** The fraction of the budget for arrays that wait for reuse: an eighth. */
  private static final int POOLED = 8;

  private final int budget;
  private volatile @Nullable Frame[][] table = new Frame[4][];
  private @Nullable Frame[] clock = new Frame[64];
  private int resident;

  /** Written under the lock, read without it. */
  private volatile int dirty;

  private int hand;
  private long evicted;

  /** Arrays of pages that no state reaches any more, for the next copies. */
  private final Deque<byte[]> pool = new ArrayDeque<>();

  /**
   * Makes an empty cache.
   *
   * @param budget the number of frames that the cache may hold
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

  /** Adds a frame, and replaces a frame of the same number. */
  synchronized void put(Frame frame) {
    replace(frame);
    evict(budget);
  }

  /**
   * Adds a frame that a reader has loaded, unless the cache has a frame of that number. Returns the
   * frame to use.
   *
   * <p>If the snapshot was closed during the read, or another thread has spilled pages of the
   * transaction, the number may mean other bytes by now, and the frame is not added. Pages are
   * removed under the same lock after that, so no added frame outlives the meaning of its number.
   */
  synchronized Frame putIfAbsent(Frame frame, BooleanSupplier isPast) {
    Frame present = get(frame.number);
    if (present != null) {
      return present;
    }
    if (isPast.getAsBoolean()) {
      return frame;
    }
    replace(frame);
    evict(budget);
    return frame;
  }

  /** Returns whether the cache holds these bytes as a changed page. */
  boolean isDirty(int number, byte[] bytes) {
    Frame frame = get(number);
    return frame != null && frame.dirty && frame.bytes == bytes;
  }

  /** Marks a frame as written to the file, so that it can be evicted. */
  synchronized void markClean(Frame frame) {
    int count = dirty;
    if (frame.dirty && frame.clockIndex >= 0) {
      dirty = count - 1;
    }
    frame.dirty = false;
  }

  synchronized void remove(int number) {
    Frame frame = get(number);
    if (frame != null) {
      drop(frame);
    }
  }

  /**
   * Removes a page that no state reaches any more, and keeps its array for the next copy. A new
   * array costs more than the copy: the JVM clears it, it is in no cache of the processor, and it
   * soon becomes garbage. Arrays of pages that were read from the file are not kept.
   */
  synchronized void recycle(int number) {
    Frame frame = get(number);
    if (frame != null) {
      drop(frame);
      if (frame.made && pool.size() < budget / POOLED && resident + pool.size() < budget) {
        pool.push(frame.bytes);
      }
    }
  }

  /** Returns the number of arrays that wait for reuse. */
  synchronized int pooled() {
    return pool.size();
  }

  /** Copies a page of a tree. */
  byte[] copyOf(byte[] page) {
    byte[] copy;
    synchronized (this) {
      copy = pool.poll();
    }
    if (copy == null) {
      return PageHeader.copyOf(page);
    }
    TreePage.copy(page, copy);
    return copy;
  }

  /** Evicts clean frames until at most a number of frames is left, or no frame is clean. */
  synchronized void shrink(int target) {
    evict(target);
  }

  /** Returns the number of frames that the budget allows. */
  int budget() {
    return budget;
  }

  synchronized int resident() {
    return resident;
  }

  /** Returns the number of changed frames. Any thread, without the lock. */
  int dirty() {
    return dirty;
  }

  synchronized long evicted() {
    return evicted;
  }

  // Steps that can fail come first. The assignments after them cannot fail.

  private void replace(Frame frame) {
    @Nullable Frame[] chunk = chunkFor(frame.number);
    if (resident == clock.length) {
      clock = Arrays.copyOf(clock, resident * 2);
    }
    Frame old = chunk[frame.number & (CHUNK - 1)];
    int count = dirty + (frame.dirty ? 1 : 0);
    if (old != null) {
      // Replaced directly, never by null in between: a reader that found null would read the page
      // from the file.
      frame.clockIndex = old.clockIndex;
      clock[old.clockIndex] = frame;
      old.clockIndex = -1;
      count -= old.dirty ? 1 : 0;
    } else {
      frame.clockIndex = resident;
      clock[resident++] = frame;
    }
    dirty = count;
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
    int count = dirty;
    if (frame.dirty) {
      dirty = count - 1;
    }
  }

  private void evict(int target) {
    while (resident + pool.size() > target && !pool.isEmpty()) {
      pool.pop();
    }
    // Two rounds, because the first may only clear the flags. Changed frames are skipped.
    for (int steps = 2 * resident; resident > target && resident > dirty && steps > 0; steps--) {
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
