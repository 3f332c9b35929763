package io.octavo.pager;

import io.octavo.page.PageHeader;
import io.octavo.page.TreePage;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.BooleanSupplier;
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

  private final int budget;
  private volatile @Nullable Frame[][] table = new Frame[4][];
  private @Nullable Frame[] clock = new Frame[64];
  private int resident;

  /** Changed under the lock, read by all. */
  private volatile int dirty;

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
  synchronized void put(Frame frame) {
    replace(frame);
    evict(budget);
  }

  /**
   * Adds a frame that a reader loaded, unless there is one of that number; gives the one to use.
   *
   * <p>Where the snapshot has been closed while the page was read, or another thread has spilled
   * pages of the transaction, its number may mean other bytes by now, and nothing is added. Pages
   * are removed under the same lock after that, so nothing added before outlives the number's
   * meaning.
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

  /** Returns whether bytes of the writer are those of a page that is known to be changed. */
  boolean isDirty(int number, byte[] bytes) {
    Frame frame = get(number);
    return frame != null && frame.dirty && frame.bytes == bytes;
  }

  /** Marks frames as held by the file, so that they can be evicted. */
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
   * Forgets a page that no state reaches any more; its array is used for the next copy. A new array
   * costs more than the copy: it is cleared first, lies in no cache of the processor, and is
   * garbage soon. Pages that were read from the file stay out of it, as they were not asked for
   * again.
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

  /** Returns how many arrays wait to be used again. */
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

  /** Evicts clean frames until no more than a number are left, or none of them is clean. */
  synchronized void shrink(int target) {
    evict(target);
  }

  /** Returns how many frames the budget allows. */
  int budget() {
    return budget;
  }

  synchronized int resident() {
    return resident;
  }

  /** Returns how many frames the file does not hold; any thread, without the lock. */
  int dirty() {
    return dirty;
  }

  synchronized long evicted() {
    return evicted;
  }

  // What can fail comes first below; then fields are set, which cannot.

  private void replace(Frame frame) {
    @Nullable Frame[] chunk = chunkFor(frame.number);
    if (resident == clock.length) {
      clock = Arrays.copyOf(clock, resident * 2);
    }
    Frame old = chunk[frame.number & (CHUNK - 1)];
    int count = dirty + (frame.dirty ? 1 : 0);
    if (old != null) {
      // Never through null: a reader that found none would look for the page in the file.
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
    // Two rounds: the first may only clear the flags. Dirty frames are passed over.
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
