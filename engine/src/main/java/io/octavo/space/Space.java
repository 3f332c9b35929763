package io.octavo.space;

import io.octavo.cache.IntList;
import io.octavo.error.StoreFullException;
import io.octavo.page.PageRef;
import io.octavo.page.meta.ChildrenPage;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import io.octavo.snapshot.Retained;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The bitmaps of pages in use. Belongs to the holder of the writer slot.
 *
 * <p>Three bitmaps, in blocks of {@link SpacePage#PAGES} pages each: <em>live</em> pages are
 * reached by the newest state or the open transaction, and are written by a checkpoint;
 * <em>durable</em> pages are reached by the last checkpoint, at which recovery begins;
 * <em>taken</em> pages must not be allocated: they are live, durable, reached by the running
 * checkpoint, still read by a snapshot, or reached by an earlier checkpoint that another process
 * has pinned. A page that a state has reached stays taken, after it is freed, until no checkpoint
 * reaches it and every snapshot that reaches it is closed. Snapshots are known in memory only:
 * after a crash there are none.
 *
 * <p>The caller records a page before it allocates or frees the page, and every change sets a bit
 * to a value. So a roll back after a failure in between is correct.
 */
public final class Space {
  /**
   * The greatest number of pages reserved for checkpoints: an eighth of a small file, 16 pages of
   * others.
   */
  private static final long MAX_RESERVE = 16;

  /** The pages of one bitmap. */
  private static final class Block {
    final long[] taken;
    final long[] live;
    long[] durable;

    /** The page of the bitmap in the last checkpoint. */
    PageRef place;

    /** Whether a live bit has been written since the last checkpoint began. */
    boolean touched;

    /** The live bits that a running checkpoint writes; null if it does not write this bitmap. */
    long @Nullable [] frozen;

    Block(long[] words, PageRef place) {
      this.taken = words.clone();
      this.live = words.clone();
      this.durable = words.clone();
      this.place = place;
    }
  }

  /** The checkpoints that other processes read. */
  @FunctionalInterface
  public interface Pins {
    /** Returns whether another process has pinned a checkpoint of a range. */
    boolean isAny(long first, long last);
  }

  /**
   * Checkpoints before the last one that another process may read.
   *
   * @param first the epoch of the first of them
   * @param last the epoch of the last of them
   * @param sinceNanos when a later checkpoint was made, or the file opened
   * @param words the pages that they may reach, by blocks
   */
  private record Held(long first, long last, long sinceNanos, List<long[]> words) {
    boolean reaches(int page) {
      return page / SpacePage.PAGES < words.size()
          && isSet(words.get(page / SpacePage.PAGES), page);
    }

    boolean isPinned(Pins pins) {
      return pins.isAny(first, last);
    }
  }

  private final List<Block> blocks = new ArrayList<>();
  private final String name;
  private final long maxPages;
  private final IntConsumer onDiscard;
  private final IntConsumer onRelease;
  private final IntConsumer onUnread;

  /** Pages that only the last checkpoint still reaches. */
  private final IntList superseded = new IntList();

  /** Pages that only the running checkpoint still reaches. */
  private final IntList awaited = new IntList();

  private boolean isFrozen;

  /** The earlier checkpoints that other processes have pinned, oldest first. */
  private final List<Held> held = new ArrayList<>();

  /** Pages that only these checkpoints still reach. */
  private final IntList pinned = new IntList();

  /** Pages that only snapshots still reach. */
  private final Retained retained = new Retained(this::giveUp);

  /** The lowest word, counted through all blocks, that may have a free page. */
  private int firstFreeWord;

  /**
   * The greatest number of pages that were taken at one time since the last checkpoint ended, and
   * between the ends of the two checkpoints before.
   */
  private int peak;

  private int peakBefore = Integer.MAX_VALUE;

  /** No page from this one on is taken. */
  private int takenEnd;

  // Written by the holder of the writer slot only, read by all threads.
  private volatile int liveCount;
  private volatile int takenCount;
  private volatile int pinnedCount;
  private volatile @Nullable Held oldestHeld;

  /**
   * Makes the space of an empty file.
   *
   * @param name the name of the file, for messages
   * @param maxPages the limit of the file's length in pages
   * @param onDiscard called for each page that is discarded before any state reached it, and for
   *     unreachable pages whose array older pages may refer to
   * @param onUnread called for each page that only the running checkpoint still reaches
   * @param onRelease called once or twice for each page that no state reaches any more, whose
   *     number may be that of a page of the last checkpoint
   */
  public Space(
      String name,
      long maxPages,
      IntConsumer onDiscard,
      IntConsumer onUnread,
      IntConsumer onRelease) {
    this.name = name;
    this.maxPages = maxPages;
    this.onDiscard = onDiscard;
    this.onUnread = onUnread;
    this.onRelease = onRelease;
    addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    for (int page = 0; page < MetaPage.COUNT; page++) {
      take(page);
    }
  }

  /** Replaces all bitmaps by those of a checkpoint. */
  public void load(List<long[]> bitmaps, List<PageRef> at) {
    liveCount = 0;
    takenCount = 0;
    blocks.clear();
    firstFreeWord = 0;
    takenEnd = Integer.MAX_VALUE;
    for (int i = 0; i < bitmaps.size(); i++) {
      addBlock(bitmaps.get(i), at.get(i));
    }
  }

  private void addBlock(long[] words, PageRef place) {
    int used = 0;
    for (long word : words) {
      used += Long.bitCount(word);
    }
    int live = liveCount + used;
    int all = takenCount + used;
    blocks.add(new Block(words, place));
    liveCount = live;
    takenCount = all;
  }

  /**
   * Finds the lowest page that a transaction may {@link #take}.
   *
   * @throws StoreFullException if the store has reached its limit
   */
  public int findFree() {
    return findFree(transactionLimit());
  }

  /** Returns the limit of the file for transactions, in pages. */
  public long transactionLimit() {
    return maxPages - Math.min(maxPages / 8, MAX_RESERVE);
  }

  /**
   * Finds the lowest page that a checkpoint may {@link #take}. The limit does not apply, because
   * the checkpoint writes what is committed, and only a checkpoint makes pages free.
   */
  public int findFreeForCheckpoint() {
    return findFree(Integer.MAX_VALUE);
  }

  private int findFree(long limit) {
    int word = firstFreeWord;
    int words = blocks.size() * SpacePage.WORDS;
    while (word < words && taken(word) == -1L) {
      word++;
    }
    firstFreeWord = word;
    long page =
        (long) word * Long.SIZE + (word < words ? Long.numberOfTrailingZeros(~taken(word)) : 0);
    if (page >= limit) {
      throw new StoreFullException(
          name
              + ": the store has reached its limit of "
              + maxPages
              + " pages; delete something or raise StoreOptions.maxBytes",
          null);
    }
    if (word == words) {
      addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    }
    return (int) page;
  }

  private long taken(int word) {
    return blocks.get(word / SpacePage.WORDS).taken[word % SpacePage.WORDS];
  }

  /**
   * Finds the lowest run of free pages, for {@link #take}; at most half of the pages that
   * transactions may allocate.
   *
   * @return the first page, 0 if the limit leaves no room
   */
  public int findRun(int length) {
    long page = 0;
    int found = 0;
    while (found < length) {
      long next = page + found;
      if (next < (long) blocks.size() * SpacePage.PAGES && isTaken((int) next)) {
        page = next + 1;
        found = 0;
      } else {
        found++;
      }
    }
    long room = transactionLimit() - takenCount;
    if (page + length > transactionLimit() || length > room / 2) {
      return 0;
    }
    while ((long) blocks.size() * SpacePage.PAGES < page + length) {
      addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    }
    return (int) page;
  }

  /** Allocates a page for the newest state. */
  public void take(int page) {
    assert !isTaken(page) : "I1: page " + page + " is given out twice";
    assert !isDurable(page) : "I2: page " + page + " is one that the last checkpoint reaches";
    setTaken(page, true);
    setLive(page, true);
  }

  /**
   * Chooses new numbers for some pages: the lowest of their own numbers and of the free ones.
   *
   * @param present pages that the last checkpoint does not reach and no snapshot reads
   * @param made receives the allocated numbers
   * @param left receives the present numbers that become unused
   * @return the numbers, ascending
   */
  public IntList lowest(IntList present, IntList made, IntList left) {
    BitSet own = new BitSet();
    for (int i = 0; i < present.size(); i++) {
      own.set(present.get(i));
    }
    IntList numbers = new IntList();
    for (int page = 0; numbers.size() < present.size(); page++) {
      if (own.get(page)) {
        own.clear(page);
        numbers.add(page);
      } else if (!isTaken(page)) {
        made.add(page);
        take(page);
        numbers.add(page);
      }
    }
    for (int page = own.nextSetBit(0); page >= 0; page = own.nextSetBit(page + 1)) {
      left.add(page);
      unlink(page);
    }
    return numbers;
  }

  /** Returns whether a page is live; false for a page beyond the bitmaps. */
  public boolean isLive(int page) {
    return page >= 0 && page / SpacePage.PAGES < blocks.size() && isSet(block(page).live, page);
  }

  /** Frees a page that no state reaches but those of closed snapshots of its transaction. */
  public void discard(int page) {
    setLive(page, false);
    onDiscard.accept(page);
    giveBack(page);
  }

  /** Marks a page as no longer reached by the newest state. */
  public void unlink(int page) {
    setLive(page, false);
  }

  /** Undoes an {@link #unlink}. */
  public void relink(int page) {
    setLive(page, true);
  }

  /**
   * Returns the pages that only snapshots still reach. Pages that the running checkpoint or the
   * last one reaches stay taken after they have been reclaimed.
   */
  public Retained retained() {
    return retained;
  }

  /** Returns whether each taken page is reachable, for an assertion without open transaction. */
  public boolean isEachTakenPageReached() {
    BitSet read = retained.set();
    for (int i = 0; i < pinned.size(); i++) {
      read.set(pinned.get(i));
    }
    for (int page = read.nextSetBit(0); page >= 0; page = read.nextSetBit(page + 1)) {
      if (!isTaken(page)) {
        return false;
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      for (int word = 0; word < SpacePage.WORDS; word++) {
        long unreached = block.taken[word] & ~block.live[word] & ~block.durable[word];
        if (block.frozen != null) {
          unreached &= ~block.frozen[word];
        }
        for (; unreached != 0; unreached &= unreached - 1) {
          int page = i * SpacePage.PAGES + word * Long.SIZE + Long.numberOfTrailingZeros(unreached);
          if (!read.get(page)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Releases a page that no state reaches, or notes which checkpoint still does. */
  private void giveUp(int page) {
    if (isFrozen && isReachedByRunning(page)) {
      awaited.add(page);
      onUnread.accept(page);
    } else if (isDurable(page)) {
      superseded.add(page);
      forget(page);
    } else {
      release(page);
    }
  }

  private boolean isReachedByRunning(int page) {
    Block block = block(page);
    // If a bitmap was not changed before the checkpoint began, its pages are the durable ones.
    return isSet(block.frozen == null ? block.durable : block.frozen, page);
  }

  private void release(int page) {
    forget(page);
    if (isHeld(page)) {
      pinned.add(page);
      pinnedCount = pinned.size();
    } else {
      giveBack(page);
    }
  }

  /** Returns whether an earlier checkpoint that another process has pinned reaches a page. */
  private boolean isHeld(int page) {
    for (Held checkpoint : held) {
      if (checkpoint.reaches(page)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Keeps all pages of the file, even free ones, while a checkpoint before the last one is pinned:
   * an earlier owner of the file has made it, and its pages are unknown. For a file that was just
   * opened.
   *
   * @param filePages the length of the file in pages
   */
  public void holdAll(int filePages, long epoch) {
    while (blocks.size() * (long) SpacePage.PAGES < filePages) {
      addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    }
    List<long[]> words = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      words.add(new long[SpacePage.WORDS]);
    }
    for (int page = 0; page < filePages; page++) {
      words.get(page / SpacePage.PAGES)[page % SpacePage.PAGES / Long.SIZE] |= 1L << page;
      if (!isTaken(page)) {
        setTaken(page, true);
        pinned.add(page);
      }
    }
    oldestHeld = new Held(1, epoch - 1, System.nanoTime(), words);
    held.add(oldestHeld);
    pinnedCount = pinned.size();
  }

  /** Releases the pages that no pinned checkpoint reaches any more. */
  private void releaseUnpinned(Pins pins) {
    // One query suffices if no other process reads.
    if (!pins.isAny(held.get(0).first, held.get(held.size() - 1).last)) {
      held.clear();
    } else if (held.size() > 1) {
      held.removeIf(checkpoint -> !checkpoint.isPinned(pins));
    }
    IntList waiting = new IntList();
    waiting.addAll(pinned, 0);
    pinned.clear();
    pinnedCount = 0;
    oldestHeld = held.isEmpty() ? null : held.get(0);
    releaseAll(waiting);
  }

  /** Returns the number of pages that only checkpoints pinned by other processes reach. */
  public int countPinned() {
    return pinnedCount;
  }

  /**
   * Returns the oldest checkpoint before the last one that another process has pinned. Any thread.
   *
   * @return its epoch, or the greatest that it may have; 0 if none is pinned
   */
  public long oldestPinned() {
    Held oldest = oldestHeld;
    return oldest == null ? 0 : oldest.last;
  }

  /** Returns the time for which that checkpoint has been kept, 0 if none is pinned. Any thread. */
  public long oldestPinnedNanos() {
    Held oldest = oldestHeld;
    return oldest == null ? 0 : System.nanoTime() - oldest.sinceNanos;
  }

  /** Releases the array of a page, unless an older page may still refer to it. */
  private void forget(int page) {
    if (retained.hasLayers()) {
      onDiscard.accept(page);
    } else {
      onRelease.accept(page);
    }
  }

  /** Makes a page free; last, because the page may be allocated at once. */
  private void giveBack(int page) {
    setTaken(page, false);
    firstFreeWord = Math.min(firstFreeWord, page / Long.SIZE);
  }

  /** Returns the number of bitmaps. */
  public int blocks() {
    return blocks.size();
  }

  /** Returns whether the next checkpoint has to write a bitmap. */
  public boolean isChanged(int block) {
    Block found = blocks.get(block);
    return found.place.isNone() || (found.touched && !Arrays.equals(found.live, found.durable));
  }

  /** Returns the live bits of a bitmap. */
  public long[] liveBlock(int block) {
    return blocks.get(block).live;
  }

  /** Returns the number of pages on all levels above the bitmaps. */
  public int bitmapBranches() {
    int pages = 0;
    for (int level = blocks.size(); level > 1; ) {
      level = (level + ChildrenPage.MAX_COUNT - 1) / ChildrenPage.MAX_COUNT;
      pages += level;
    }
    return pages;
  }

  /**
   * Keeps a copy of the live bits for a checkpoint. Later changes belong to the next checkpoint.
   */
  public void freeze() {
    for (Block block : blocks) {
      if (block.touched) {
        block.frozen = block.live.clone();
        block.touched = false;
      }
    }
    isFrozen = true;
  }

  /** Undoes a {@link #freeze}, if there was one. */
  public void thaw() {
    for (Block block : blocks) {
      if (block.frozen != null) {
        block.touched = true;
        block.frozen = null;
      }
    }
    isFrozen = false;
    while (awaited.size() > 0) {
      giveUp(awaited.last());
      awaited.removeLast();
    }
  }

  /**
   * Makes the frozen live pages the durable ones, after their checkpoint. Those of the previous
   * checkpoint stay taken while another process reads it.
   *
   * @param at the pages of the bitmaps
   * @param left former numbers of pages of the store and of moved pages; emptied
   * @param before the epoch of the previous checkpoint
   * @param pins queried now: a process that pins a checkpoint later sees that it is not the last
   *     one
   */
  public void checkpointed(List<PageRef> at, IntList left, long before, Pins pins) {
    List<long[]> reached = blocks.stream().map(block -> block.durable).toList();
    held.add(new Held(before, before, System.nanoTime(), reached));
    for (int i = 0; i < at.size(); i++) {
      blocks.get(i).place = at.get(i);
    }
    for (Block block : blocks) {
      long[] words = block.frozen;
      if (words != null) {
        block.durable = words;
        block.frozen = null;
      }
    }
    releaseUnpinned(pins);
    releaseAll(superseded);
    releaseAll(left);
    isFrozen = false;
    peakBefore = peak;
    peak = takenCount;
    while (awaited.size() > 0) {
      giveUp(awaited.last());
      awaited.removeLast();
    }
  }

  /** Releases pages and empties the list. */
  private void releaseAll(IntList pages) {
    while (pages.size() > 0) {
      release(pages.last());
      pages.removeLast();
    }
  }

  /** Returns the number of pages that the file needs for the live pages. */
  public int liveEnd() {
    for (int block = blocks.size() - 1; block >= 0; block--) {
      int end = end(blocks.get(block).live);
      if (end > 0) {
        return block * SpacePage.PAGES + end;
      }
    }
    return 0;
  }

  /** Returns the number of pages that the file needs for the taken pages. */
  public int takenEnd() {
    for (int block = blocks.size() - 1; block >= 0; block--) {
      int end = end(blocks.get(block).taken);
      if (end > 0) {
        return block * SpacePage.PAGES + end;
      }
    }
    return 0;
  }

  /** Returns the number of pages that the file would need for the taken pages below a page. */
  public int takenBelow(int page) {
    int end = Math.min(page, takenEnd());
    while (end > 0 && !isTaken(end - 1)) {
      end--;
    }
    return end;
  }

  /**
   * Returns the greatest number of pages that were taken at one time since the checkpoint before
   * the last ended: the need of the store. A very large number before the second checkpoint of an
   * open store.
   */
  public int peak() {
    return Math.max(peak, peakBefore);
  }

  /** Returns the number of live pages that the last checkpoint does not reach. */
  public int countUnwritten() {
    int count = 0;
    for (Block block : blocks) {
      boolean isChanged = block.touched || block.frozen != null;
      for (int word = 0; isChanged && word < SpacePage.WORDS; word++) {
        count += Long.bitCount(block.live[word] & ~block.durable[word]);
      }
    }
    return count;
  }

  /**
   * Returns the number of pages that the file needs for the taken pages if that exceeds its length;
   * otherwise any number up to the length.
   */
  public int takenEnd(int present) {
    if (takenEnd > present) {
      takenEnd = takenEnd();
    }
    return takenEnd;
  }

  /** Returns a number of pages, limited by the limit of the store. */
  public long limited(long pages) {
    return Math.min(pages, maxPages);
  }

  private static int end(long[] words) {
    for (int word = words.length - 1; word >= 0; word--) {
      if (words[word] != 0) {
        return word * Long.SIZE + Long.SIZE - Long.numberOfLeadingZeros(words[word]);
      }
    }
    return 0;
  }

  /** Returns the number of live pages. Any thread. */
  public int countLive() {
    return liveCount;
  }

  /** Returns the number of taken pages. Any thread. */
  public int countTaken() {
    return takenCount;
  }

  /** Returns the number of free pages below a page number. */
  public int countFreeBelow(int end) {
    int free = end;
    int words = Math.min(end / Long.SIZE, blocks.size() * SpacePage.WORDS);
    for (int word = 0; word < words; word++) {
      free -= Long.bitCount(taken(word));
    }
    for (int page = words * Long.SIZE; page < end; page++) {
      free -= page < blocks.size() * SpacePage.PAGES && isTaken(page) ? 1 : 0;
    }
    return free;
  }

  /** Returns the number of live pages from a page number on. */
  public int countLiveFrom(int start) {
    int count = 0;
    for (int page = start; page < blocks.size() * SpacePage.PAGES; page++) {
      count += isSet(block(page).live, page) ? 1 : 0;
    }
    return count;
  }

  /** Marks the bitmaps at or above a page number to be written again by the next checkpoint. */
  public void moveBitmaps(int from) {
    for (Block block : blocks) {
      if (block.place.number() >= from) {
        block.place = PageRef.NONE;
      }
    }
  }

  /** Drops the blocks after the last one with a taken page. */
  public void dropFreeBlocks() {
    int used = Math.max(1, (takenEnd() + SpacePage.PAGES - 1) / SpacePage.PAGES);
    blocks.subList(used, blocks.size()).clear();
  }

  private Block block(int page) {
    return blocks.get(page / SpacePage.PAGES);
  }

  /** Returns whether a page must not be allocated. */
  public boolean isTaken(int page) {
    return isSet(block(page).taken, page);
  }

  /** Returns whether the last checkpoint reaches a page. */
  private boolean isDurable(int page) {
    return isSet(block(page).durable, page);
  }

  /** Returns whether a running checkpoint writes a page that no checkpoint has reached before. */
  boolean isBeingWritten(int page) {
    return isFrozen && isReachedByRunning(page) && !isDurable(page);
  }

  private static boolean isSet(long[] words, int page) {
    return (words[page % SpacePage.PAGES / Long.SIZE] >>> page & 1) != 0;
  }

  // A bit and its count change together: nothing in between can fail.

  private void setLive(int page, boolean isLive) {
    Block block = block(page);
    block.touched = true;
    int word = page % SpacePage.PAGES / Long.SIZE;
    long bit = 1L << page;
    int count = liveCount;
    if ((block.live[word] & bit) != 0 != isLive) {
      block.live[word] ^= bit;
      liveCount = isLive ? count + 1 : count - 1;
    }
  }

  private void setTaken(int page, boolean isTaken) {
    long[] words = block(page).taken;
    int word = page % SpacePage.PAGES / Long.SIZE;
    long bit = 1L << page;
    int count = takenCount;
    if ((words[word] & bit) != 0 != isTaken) {
      takenEnd = Math.max(takenEnd, page + 1);
      words[word] ^= bit;
      takenCount = isTaken ? count + 1 : count - 1;
      peak = Math.max(peak, takenCount);
    }
  }
}
