package io.octavo.pager;

import io.octavo.error.StoreFullException;
import io.octavo.page.MetaPage;
import io.octavo.page.PageRef;
import io.octavo.page.SpacePage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Which pages of the file are in use. Belongs to the holder of the writer slot.
 *
 * <p>Three bitmaps, in blocks of {@link SpacePage#PAGES} pages each: <em>live</em> pages are
 * reached by the newest state, open transaction included, and are what a checkpoint writes;
 * <em>durable</em> pages are reached by the last checkpoint, which a crash goes back to;
 * <em>taken</em> pages are not to be given out: live, durable, or still read by a snapshot. A page
 * that is freed stays taken until a checkpoint without it is durable and every snapshot that
 * reaches it is closed. The latter is known in memory only: after a crash there are no snapshots.
 */
final class Space {
  private final List<long[]> taken = new ArrayList<>();
  private final List<long[]> live = new ArrayList<>();
  private final List<long[]> durable = new ArrayList<>();

  /** Blocks in which a live bit has been touched since the last checkpoint. */
  private final BitSet touched = new BitSet();

  /** The touched blocks of a checkpoint that is on its way, as they are in it. */
  private final Map<Integer, long[]> frozen = new HashMap<>();

  /** Where the last checkpoint has the bitmaps. */
  private final List<PageRef> places = new ArrayList<>();

  /** Pages that transactions leave to checkpoints: an eighth of a small file, 128 KiB of others. */
  private static final long MAX_RESERVE = 16;

  private final long maxPages;
  private final IntConsumer onDiscard;
  private final IntConsumer onRelease;

  /** Pages freed by a commit, oldest first, that snapshots before that commit may still read. */
  private final Queue<Freed> unreadable = new ArrayDeque<>();

  /** Pages that only the last checkpoint still reaches. */
  private IntList superseded = new IntList();

  /** No word below this one, counted through all blocks, has a page to give out. */
  private int firstFreeWord;

  private final AtomicInteger liveCount = new AtomicInteger();
  private final AtomicInteger takenCount = new AtomicInteger();

  /** Pages in the queue above. */
  private final AtomicInteger heldCount = new AtomicInteger();

  private record Freed(long sequence, IntList pages) {}

  /**
   * Makes the space of an empty file.
   *
   * @param maxPages pages that the file may have
   * @param onDiscard told of each page that is taken back before any state has reached it
   * @param onRelease told of each page that no state reaches any more
   */
  Space(long maxPages, IntConsumer onDiscard, IntConsumer onRelease) {
    this.maxPages = maxPages;
    this.onDiscard = onDiscard;
    this.onRelease = onRelease;
    addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    for (int page = 0; page < MetaPage.COUNT; page++) {
      setLive(page, true);
      setTaken(page, true);
    }
  }

  /** Replaces everything by what a checkpoint wrote. */
  void load(List<long[]> blocks, List<PageRef> at) {
    liveCount.set(0);
    takenCount.set(0);
    taken.clear();
    live.clear();
    durable.clear();
    places.clear();
    touched.clear();
    frozen.clear();
    firstFreeWord = 0;
    for (int i = 0; i < blocks.size(); i++) {
      addBlock(blocks.get(i), at.get(i));
    }
  }

  private void addBlock(long[] words, PageRef place) {
    int used = 0;
    for (long word : words) {
      used += Long.bitCount(word);
    }
    liveCount.addAndGet(used);
    takenCount.addAndGet(used);
    taken.add(words.clone());
    live.add(words.clone());
    durable.add(words.clone());
    places.add(place);
  }

  /** Gives the lowest page that is not taken to a transaction. */
  int allocate() {
    return allocate(transactionLimit());
  }

  private long transactionLimit() {
    return maxPages - Math.min(maxPages / 8, MAX_RESERVE);
  }

  /**
   * Gives the lowest page that is not taken to a checkpoint. The limit does not end it: what it
   * saves has been committed, and pages are freed by nothing else.
   */
  int allocateForCheckpoint() {
    return allocate(Integer.MAX_VALUE);
  }

  private int allocate(long limit) {
    int word = firstFreeWord;
    while (word < taken.size() * SpacePage.WORDS && word(taken, word) == -1L) {
      word++;
    }
    firstFreeWord = word;
    long page =
        (long) word * Long.SIZE
            + (word < taken.size() * SpacePage.WORDS
                ? Long.numberOfTrailingZeros(~word(taken, word))
                : 0);
    if (page >= limit) {
      throw new StoreFullException(
          "the store has reached its limit of "
              + maxPages
              + " pages; delete something or raise StoreOptions.maxBytes",
          null);
    }
    if (word == taken.size() * SpacePage.WORDS) {
      addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    }
    setTaken((int) page, true);
    setLive((int) page, true);
    return (int) page;
  }

  /**
   * Gives out neighbouring pages, the lowest there are; at most half of those that transactions
   * could have.
   *
   * @return the first of them, 0 where the limit leaves no room for them
   */
  int allocateRun(int length) {
    long page = 0;
    int found = 0;
    while (found < length) {
      long next = page + found;
      boolean isTaken = next < (long) taken.size() * SpacePage.PAGES && isSet(taken, (int) next);
      if (isTaken) {
        page = next + 1;
        found = 0;
      } else {
        found++;
      }
    }
    long room = transactionLimit() - countTaken();
    if (page + length > transactionLimit() || length > room / 2) {
      return 0;
    }
    while ((long) taken.size() * SpacePage.PAGES < page + length) {
      addBlock(new long[SpacePage.WORDS], PageRef.NONE);
    }
    for (int i = 0; i < length; i++) {
      setTaken((int) page + i, true);
      setLive((int) page + i, true);
    }
    return (int) page;
  }

  private static long word(List<long[]> bitmap, int word) {
    return bitmap.get(word / SpacePage.WORDS)[word % SpacePage.WORDS];
  }

  /**
   * Gives as many of the lowest numbers as there are pages, of these pages' own and of those that
   * can be given out.
   *
   * @param present pages that the last checkpoint does not reach and nobody reads
   * @param made receives the numbers that were taken for it
   * @param left receives those of the pages that are no longer needed
   * @return numbers, ascending
   */
  IntList lowest(IntList present, IntList made, IntList left) {
    BitSet own = new BitSet();
    for (int i = 0; i < present.size(); i++) {
      own.set(present.get(i));
    }
    IntList numbers = new IntList();
    for (int page = 0; numbers.size() < present.size(); page++) {
      if (own.get(page)) {
        own.clear(page);
        numbers.add(page);
      } else if (!isSet(taken, page)) {
        setTaken(page, true);
        setLive(page, true);
        made.add(page);
        numbers.add(page);
      }
    }
    for (int page = own.nextSetBit(0); page >= 0; page = own.nextSetBit(page + 1)) {
      unlink(page);
      left.add(page);
    }
    return numbers;
  }

  /** Takes back a page that no state has ever reached. */
  void discard(int page) {
    setLive(page, false);
    giveBack(page);
    onDiscard.accept(page);
  }

  /** Says that the newest state no longer reaches a page; {@link #freed} has to follow. */
  void unlink(int page) {
    setLive(page, false);
  }

  /** Takes an {@link #unlink} back. */
  void relink(int page) {
    setLive(page, true);
  }

  /**
   * Queues unlinked pages.
   *
   * @param sequence the commit that freed them: snapshots of states before it may read them
   * @param pages the pages
   */
  void freed(long sequence, IntList pages) {
    if (pages.size() > 0) {
      unreadable.add(new Freed(sequence, pages));
      heldCount.addAndGet(pages.size());
    }
  }

  /**
   * Gives back what no snapshot reads any more.
   *
   * @param oldest the oldest state that is still read, or the current one
   */
  void reclaim(long oldest) {
    for (Freed freed = unreadable.peek();
        freed != null && freed.sequence() <= oldest;
        freed = unreadable.peek()) {
      unreadable.remove();
      heldCount.addAndGet(-freed.pages().size());
      for (int i = 0; i < freed.pages().size(); i++) {
        int page = freed.pages().get(i);
        if (isSet(durable, page)) {
          superseded.add(page);
        } else {
          release(page);
        }
      }
    }
  }

  private void release(int page) {
    giveBack(page);
    onRelease.accept(page);
  }

  private void giveBack(int page) {
    setTaken(page, false);
    firstFreeWord = Math.min(firstFreeWord, page / Long.SIZE);
  }

  /** Tells which pages wait for snapshots to be closed. */
  List<IntList> retained() {
    List<IntList> pages = new ArrayList<>();
    unreadable.forEach(freed -> pages.add(freed.pages()));
    return pages;
  }

  int blocks() {
    return live.size();
  }

  boolean isChanged(int block) {
    return places.get(block).isNone()
        || (touched.get(block) && !Arrays.equals(live.get(block), durable.get(block)));
  }

  long[] liveBlock(int block) {
    return live.get(block);
  }

  PageRef place(int block) {
    return places.get(block);
  }

  /** Keeps the live pages as they are, for a checkpoint; later changes belong to the next one. */
  void freeze() {
    for (int block = touched.nextSetBit(0); block >= 0; block = touched.nextSetBit(block + 1)) {
      frozen.put(block, live.get(block).clone());
    }
    touched.clear();
  }

  /** Takes a {@link #freeze} back, also one that was never done. */
  void thaw() {
    frozen.keySet().forEach(touched::set);
    frozen.clear();
  }

  /**
   * Learns that the frozen pages are durable.
   *
   * @param at where the bitmaps are
   * @param left pages that only the checkpoint before reached and no snapshot reads
   */
  void checkpointed(List<PageRef> at, IntList left) {
    frozen.forEach((block, words) -> durable.set(block, words));
    frozen.clear();
    for (int i = 0; i < at.size(); i++) {
      places.set(i, at.get(i));
    }
    IntList releasable = superseded;
    superseded = new IntList();
    releaseAll(releasable);
    releaseAll(left);
  }

  private void releaseAll(IntList pages) {
    for (int i = 0; i < pages.size(); i++) {
      release(pages.get(i));
    }
  }

  /** Tells how many pages the file needs for the live ones. */
  int livePages() {
    return end(live);
  }

  /** Tells how many pages the file needs for all that are taken. */
  int takenPages() {
    return end(taken);
  }

  private static int end(List<long[]> bitmap) {
    for (int word = bitmap.size() * SpacePage.WORDS - 1; word >= 0; word--) {
      long bits = word(bitmap, word);
      if (bits != 0) {
        return word * Long.SIZE + Long.SIZE - Long.numberOfLeadingZeros(bits);
      }
    }
    return 0;
  }

  /** Counts the pages in use by the newest state; any thread. */
  int countLive() {
    return liveCount.get();
  }

  /** Counts the pages that cannot be given out; any thread. */
  int countTaken() {
    return takenCount.get();
  }

  /** Counts the pages that wait for snapshots to be closed; any thread. */
  int held() {
    return heldCount.get();
  }

  /** Counts the pages below a number that can be given out. */
  int countFreeBelow(int end) {
    int free = 0;
    for (int page = 0; page < end; page++) {
      free += page < taken.size() * SpacePage.PAGES && isSet(taken, page) ? 0 : 1;
    }
    return free;
  }

  /** Counts the pages from a number on that the newest state reaches. */
  int countLiveFrom(int start) {
    int count = 0;
    for (int page = start; page < live.size() * SpacePage.PAGES; page++) {
      count += isSet(live, page) ? 1 : 0;
    }
    return count;
  }

  /** Has the next checkpoint write the bitmaps anew whose place is not below a number. */
  void moveBitmaps(int from) {
    places.replaceAll(place -> place.number() < from ? place : PageRef.NONE);
  }

  /** Forgets the blocks behind the last one in which a page is taken. */
  void dropFreeBlocks() {
    int used = Math.max(1, (takenPages() + SpacePage.PAGES - 1) / SpacePage.PAGES);
    for (List<?> blocks : List.of(taken, live, durable, places)) {
      blocks.subList(used, blocks.size()).clear();
    }
    touched.clear(used, Math.max(used, touched.length()));
  }

  private void setLive(int page, boolean isLive) {
    if (isSet(live, page) != isLive) {
      flip(live, page);
      liveCount.addAndGet(isLive ? 1 : -1);
    }
    touched.set(page / SpacePage.PAGES);
  }

  private static boolean isSet(List<long[]> bitmap, int page) {
    long word = bitmap.get(page / SpacePage.PAGES)[page % SpacePage.PAGES / Long.SIZE];
    return (word >>> page & 1) != 0;
  }

  private void setTaken(int page, boolean isTaken) {
    if (isSet(taken, page) != isTaken) {
      flip(taken, page);
      takenCount.addAndGet(isTaken ? 1 : -1);
    }
  }

  private static void flip(List<long[]> bitmap, int page) {
    bitmap.get(page / SpacePage.PAGES)[page % SpacePage.PAGES / Long.SIZE] ^= 1L << page;
  }
}
