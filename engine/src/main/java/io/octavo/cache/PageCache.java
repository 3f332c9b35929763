package io.octavo.cache;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.tree.TreePage;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The pages in memory: a table by number, and a clock that chooses clean pages to evict when the
 * budget is exceeded.
 *
 * <p>A hit takes no lock, and writes nothing shared but a flag that is not set yet. A hit may race
 * with every change: a page is complete before the table refers to it, a number means the same
 * bytes as long as any snapshot reaches it, and a snapshot is published after the pages of its
 * state. So a reader finds the right page or none.
 */
public final class PageCache {
  private static final long FNV_PRIME = 0x100_0000_01B3L;
  private static final byte[] NO_SALT = {};

  /** The fraction of the budget that clean pages keep, however many pages are changed. */
  private static final int LEAST_CLEAN = 16;

  private final SharedMemory memory;
  private final PageTable table = new PageTable();
  private @Nullable Frame[] clock = new Frame[64];

  /** Written under the lock, read without it. */
  private volatile int resident;

  /** Written under the lock, read without it. */
  private volatile int dirty;

  /** The frames with remains. Written under the lock, read without it. */
  private volatile int takenOver;

  private int hand;
  private long evicted;

  private final PagePool pool = new PagePool();

  /**
   * Makes an empty cache with memory of its own.
   *
   * @param budget the number of frames that the cache may hold
   */
  public PageCache(int budget) {
    this(new SharedMemory(budget, budget + " pages"));
  }

  /**
   * Makes an empty cache.
   *
   * @param memory the memory, perhaps shared with other caches
   */
  public PageCache(SharedMemory memory) {
    this.memory = memory;
    memory.enter(this);
  }

  /** Returns the memory of the cache, which other caches may share. */
  SharedMemory memory() {
    return memory;
  }

  /** Releases the memory to other caches. */
  public void leaveMemory() {
    memory.leave(this);
  }

  /** Returns the table, for lookups of pages. */
  public PageTable table() {
    return table;
  }

  public @Nullable Frame get(int number) {
    return table.frame(number);
  }

  /** Adds a frame, and replaces a frame of the same number. */
  public void put(Frame frame) {
    put(frame, false);
  }

  /**
   * Adds a frame, and replaces a frame of the same number.
   *
   * @param keepsReplaced whether the array of the replaced page, if it was made in memory, is kept
   *     until {@link #reuseReplaced}
   */
  public void put(Frame frame, boolean keepsReplaced) {
    synchronized (this) {
      Frame old = keepsReplaced ? get(frame.number) : null;
      replace(frame);
      if (old != null && old.made && old.remains == null) {
        pool.giveReplaced(old.bytes, budget(), resident);
      }
      evict();
    }
    memory.balance(this);
  }

  /**
   * Releases the arrays that images have replaced. For the writer, before a transaction.
   *
   * @param isUnread returns whether no snapshot is open; a later reader finds the images
   */
  public synchronized void reuseReplaced(BooleanSupplier isUnread) {
    // Remains may refer to the arrays.
    if (pool.hasReplaced() && takenOver == 0) {
      Memory.fence();
      if (isUnread.getAsBoolean()) {
        pool.release();
      }
    }
  }

  /** Replaces a frame by another of the same page, without evictions. */
  public synchronized void exchange(Frame frame) {
    replace(frame);
  }

  /** Replaces a leaf by its remains, and returns their frame. */
  public synchronized Frame leaveRemains(Frame leaf) {
    Frame rest = new Frame(leaf, pool.remainsOf(leaf));
    replace(rest);
    return rest;
  }

  /**
   * Adds a frame that a reader has loaded, unless the cache has a frame of that number. Returns the
   * frame to use.
   *
   * <p>If the snapshot was closed during the read, or another thread has spilled pages of the
   * transaction, the number may identify other bytes by now, and the frame is not added. Pages are
   * removed under the same lock afterwards, so no added frame is outdated.
   */
  public Frame putIfAbsent(Frame frame, BooleanSupplier isPast) {
    synchronized (this) {
      Frame present = get(frame.number);
      if (present != null) {
        // A page that a writer hides at the moment has the bytes that were read.
        return present.remains == null ? present : frame;
      }
      if (isPast.getAsBoolean()) {
        return frame;
      }
      replace(frame);
      evict();
    }
    memory.balance(this);
    return frame;
  }

  /** Returns whether the cache holds these bytes as a changed page. */
  public boolean isDirty(int number, byte[] bytes) {
    Frame frame = get(number);
    return frame != null && frame.dirty && frame.bytes == bytes;
  }

  /** Marks a frame as written to the file, so that it can be evicted. */
  public synchronized void markClean(Frame frame) {
    int nextDirty = dirty - (frame.clockIndex >= 0 ? dirtyOf(frame) : 0);
    frame.dirty = false;
    dirty = nextDirty;
  }

  /** Records that a copy of a leaf has been written to the file. */
  public synchronized void settle(Frame image) {
    if (get(image.number) != null) {
      image.dirty = false;
      replace(image);
    }
  }

  private static int dirtyOf(@Nullable Frame frame) {
    return frame != null && frame.dirty && frame.remains == null ? 1 : 0;
  }

  private static int takenOf(@Nullable Frame frame) {
    return frame != null && frame.remains != null ? 1 : 0;
  }

  /**
   * Replaces remains by their leaf.
   *
   * @return false if the remains have been replaced meanwhile: the leaf may be outdated
   */
  public boolean restore(Frame rest, Frame leaf) {
    synchronized (this) {
      if (get(leaf.number) != rest) {
        return false;
      }
      replace(leaf);
      keepHead(rest);
      evict();
    }
    memory.balance(this);
    return true;
  }

  public synchronized void remove(int number) {
    Frame frame = get(number);
    if (frame != null) {
      drop(frame);
    }
  }

  /**
   * Removes the remains of a page that no reader reaches any more: later transactions may change
   * the array. The file has the page.
   */
  public synchronized void forgetRemains(int number) {
    Frame frame = get(number);
    if (frame != null && frame.remains != null && !frame.dirty) {
      drop(frame);
      keepHead(frame);
    }
  }

  /**
   * Removes a page that no state reaches any more, and keeps its array for the next copy. Arrays of
   * pages that were read from the file are not kept.
   */
  public synchronized void recycle(int number) {
    Frame frame = get(number);
    if (frame != null) {
      drop(frame);
      keepHead(frame);
      if (frame.made && frame.remains == null) {
        pool.give(frame.bytes, budget(), resident);
      }
    }
  }

  /** Keeps the head of a frame that was removed from the table. */
  private void keepHead(Frame gone) {
    if (gone.remains != null) {
      pool.giveHead(gone.remains.head(), budget());
    }
  }

  /** Returns the number of frames in the pool. Any thread, without the lock. */
  int pooled() {
    return pool.frames();
  }

  /** Copies a page of a tree. */
  public byte[] copyOf(byte[] page) {
    byte[] copy = poll();
    if (copy == null) {
      return PageHeader.copyOf(page);
    }
    TreePage.copy(page, copy);
    return copy;
  }

  /** Returns an array for a page, with any bytes. */
  public byte[] array() {
    byte[] used = poll();
    return used == null ? PageHeader.newPage() : used;
  }

  private synchronized byte @Nullable [] poll() {
    return pool.poll();
  }

  /** Evicts clean frames until at most a number of frames remains, or no frame is clean. */
  public synchronized void shrink(int target) {
    evict(target);
  }

  /** Evicts a number of clean frames, because another cache needs the memory. */
  synchronized void giveBack(int frames) {
    evict(Math.max(budget(), held() - frames));
  }

  /** Returns the number of frames that the store may fill with changes. */
  public int budget() {
    return memory.share();
  }

  /** Returns the number of frames in memory. Any thread, without the lock. */
  public int resident() {
    return resident;
  }

  /** Returns the number of frames of pages. Any thread, without the lock. */
  int held() {
    return resident + takenOver + pool.frames();
  }

  /** Returns the number of frames that can be evicted. Any thread, without the lock. */
  int evictable() {
    return resident - dirty - budget() / LEAST_CLEAN;
  }

  /** Returns the number of changed frames with their bytes. Any thread, without the lock. */
  public int dirty() {
    return dirty;
  }

  /** Returns the number of leaves of which only the remains are in memory. Any thread. */
  public int takenOver() {
    return takenOver;
  }

  /** Returns the number of frames of changed pages and remains. Any thread. */
  public int filled() {
    return dirty + takenOver;
  }

  /** Returns a digest of the pages of a set that are in memory, see {@code WriteSet.digest}. */
  public long digest(PageSet pages, long before) {
    long digest = before;
    for (int number = pages.next(0); number >= 0; number = pages.next(number + 1)) {
      Frame frame = get(number);
      int crc =
          frame == null || frame.remains != null
              ? 0
              : Memory.crc32c(Images.of(frame, true).bytes, 0, PageHeader.PAGE_SIZE, NO_SALT);
      // FNV-1a, by whole numbers instead of bytes.
      digest = ((digest ^ number) * FNV_PRIME ^ (crc & 0xFFFF_FFFFL)) * FNV_PRIME;
    }
    return digest;
  }

  public synchronized long evicted() {
    return evicted;
  }

  // Steps that can fail come first. The assignments after them cannot fail.

  private void replace(Frame frame) {
    PageTable.Chunk chunk = table.reserve(frame.number);
    if (resident == clock.length) {
      clock = Arrays.copyOf(clock, resident * 2);
    }
    int index = PageTable.indexOf(frame.number);
    Frame old = chunk.frames[index];
    int nextDirty = dirty + dirtyOf(frame) - dirtyOf(old);
    int nextTaken = takenOver + takenOf(frame) - takenOf(old);
    boolean isIn = frame.remains == null;
    byte[] bytes = isIn ? frame.bytes : null;
    int extent = PageTable.extentOf(frame);
    int oldPlace = old == null ? -1 : old.clockIndex;
    boolean wasIn = oldPlace >= 0;
    int place = wasIn ? oldPlace : resident;
    Frame last = wasIn ? clock[resident - 1] : null;
    // The contents of the page precede the references to it.
    Memory.releaseFence();
    if (old != null) {
      old.clockIndex = -1;
    }
    if (isIn) {
      frame.clockIndex = place;
      clock[place] = frame;
      resident = wasIn ? resident : place + 1;
    } else if (wasIn) {
      int left = resident - 1;
      clock[left] = null;
      resident = left;
      if (last != null && last != old) {
        clock[place] = last;
        last.clockIndex = place;
      }
    }
    dirty = nextDirty;
    takenOver = nextTaken;
    chunk.extents[index] = extent;
    chunk.frames[index] = frame;
    chunk.pages[index] = bytes;
  }

  private void drop(Frame frame) {
    int nextDirty = dirty - dirtyOf(frame);
    int nextTaken = takenOver - takenOf(frame);
    int place = frame.clockIndex;
    Frame last = place >= 0 ? clock[resident - 1] : null;
    table.clear(frame);
    if (place >= 0) {
      int left = resident - 1;
      clock[left] = null;
      resident = left;
      if (last != null && last != frame) {
        clock[place] = last;
        last.clockIndex = place;
      }
      frame.clockIndex = -1;
    }
    dirty = nextDirty;
    takenOver = nextTaken;
  }

  private void evict() {
    int share = budget();
    evict(held() <= share ? share : memory.limitOf(this));
  }

  private void evict(int budgeted) {
    int target = Math.max(1, budgeted - takenOver);
    pool.shrink(resident, target);
    // Two rounds, because the first may only clear the flags. Changed frames are skipped.
    int least = budget() / LEAST_CLEAN;
    for (int steps = 2 * resident;
        resident > target && resident > dirty + least && steps > 0;
        steps--) {
      if (hand >= resident) {
        hand = 0;
      }
      Frame frame = clock[hand];
      if (frame == null) {
        return;
      }
      if (frame.dirty || table.isUsed(frame.number)) {
        table.clearUsed(frame.number);
        hand++;
      } else {
        drop(frame);
        evicted++;
      }
    }
  }
}
