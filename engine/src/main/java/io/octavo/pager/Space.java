package io.octavo.pager;

import io.octavo.error.StoreFullException;
import io.octavo.page.MetaPage;
import io.octavo.page.PageRef;
import io.octavo.page.SpacePage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which pages of the file are in use. Belongs to the holder of the writer slot.
 *
 * <p>Three bitmaps, in blocks of {@link SpacePage#PAGES} pages each: <em>live</em> pages are
 * reached by the newest state, open transaction included, and are what a checkpoint writes;
 * <em>durable</em> pages are reached by the last checkpoint, which a crash goes back to;
 * <em>taken</em> pages are not to be given out: live, durable, or still read by a snapshot. A page
 * that is freed stays taken until a checkpoint without it is durable and every snapshot that
 * reaches it is closed. The latter is known in memory only: after a crash there are no snapshots.
 *
 * <p>An Error may end any of these methods half-way. So whoever takes or frees a page notes that
 * first; every change sets a bit to a value, so that undoing what was never done changes nothing,
 * and giving back what was given back already does so again, until the next page is taken.
 */
final class Space {
  /** Pages that transactions leave to checkpoints: an eighth of a small file, 128 KiB of others. */
  private static final long MAX_RESERVE = 16;

  private final List<Block> blocks = new ArrayList<>();
  private final long maxPages;
  private final IntConsumer onDiscard;
  private final IntConsumer onRelease;

  /** The last commit whose freed pages have all been given back, and how many of the next one. */
  private SealedCommit reclaimed = SealedCommit.NONE;

  private int reclaimedPages;

  /** Pages that only the last checkpoint still reaches. */
  private final IntList superseded = new IntList();

  /** No word below this one, counted through all blocks, has a page to give out. */
  private int firstFreeWord;

  /** No page from this one on is taken. */
  private int takenEnd;

  // Changed by the holder of the writer slot only, read by all.
  private volatile int liveCount;
  private volatile int takenCount;

  /** The pages of one bitmap. */
  private static final class Block {
    final long[] taken;
    final long[] live;
    long[] durable;

    /** Where the last checkpoint has the bitmap. */
    PageRef place;

    /** Whether a live bit has been touched since the last checkpoint. */
    boolean touched;

    /** The live bits of a checkpoint that is on its way, where it writes them. */
    long @Nullable [] frozen;

    Block(long[] words, PageRef place) {
      this.taken = words.clone();
      this.live = words.clone();
      this.durable = words.clone();
      this.place = place;
    }
  }

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
      take(page);
    }
  }

  /** Replaces everything by what a checkpoint wrote. */
  void load(List<long[]> bitmaps, List<PageRef> at) {
    liveCount = 0;
    takenCount = 0;
    blocks.clear();
    firstFreeWord = 0;
    takenEnd = Integer.MAX_VALUE;
    for (int i = 0; i < bitmaps.size(); i++) {
      addBlock(bitmaps.get(i), at.get(i));
    }
  }

  /** Begins to follow the commits behind one. */
  void follow(SealedCommit last) {
    reclaimed = last;
    reclaimedPages = 0;
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
  int findFree() {
    return findFree(transactionLimit());
  }

  private long transactionLimit() {
    return maxPages - Math.min(maxPages / 8, MAX_RESERVE);
  }

  /**
   * Finds the lowest page that a checkpoint may {@link #take}. The limit does not end it: what it
   * saves has been committed, and pages are freed by nothing else.
   */
  int findFreeForCheckpoint() {
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
          "the store has reached its limit of "
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
   * Finds neighbouring pages to {@link #take}, the lowest there are; at most half of those that
   * transactions could have.
   *
   * @return the first of them, 0 if the limit leaves no room for them
   */
  int findRun(int length) {
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

  /** Takes a page that was found, for the newest state. */
  void take(int page) {
    assert !isTaken(page) : "I1: page " + page + " is given out twice";
    assert !isDurable(page) : "I2: page " + page + " is one that the last checkpoint reaches";
    setTaken(page, true);
    setLive(page, true);
  }

  /**
   * Returns as many of the lowest numbers as there are pages, of these pages' own and of those that
   * can be given out.
   *
   * @param present pages that the last checkpoint does not reach and nobody reads
   * @param made receives the numbers that are taken for it
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

  /** Returns whether the newest state has a page in use; false behind the bitmaps. */
  boolean isLive(int page) {
    return page >= 0 && page / SpacePage.PAGES < blocks.size() && isSet(block(page).live, page);
  }

  /** Takes back a page that no state has ever reached. */
  void discard(int page) {
    setLive(page, false);
    onDiscard.accept(page);
    giveBack(page);
  }

  /** Says that the newest state no longer reaches a page. */
  void unlink(int page) {
    setLive(page, false);
  }

  /** Takes an {@link #unlink} back. */
  void relink(int page) {
    setLive(page, true);
  }

  /**
   * Gives back what commits have freed and no snapshot reads any more.
   *
   * @param oldest the oldest state that is still read, or the current one
   */
  void reclaim(long oldest) {
    for (SealedCommit next = reclaimed.next;
        next != null && next.sequence() <= oldest;
        next = reclaimed.next) {
      IntList freed = next.freed();
      while (reclaimedPages < freed.size()) {
        int page = freed.get(reclaimedPages);
        if (isDurable(page)) {
          superseded.add(page);
        } else {
          release(page);
        }
        reclaimedPages++;
      }
      reclaimed = next;
      reclaimedPages = 0;
    }
  }

  private void release(int page) {
    onRelease.accept(page);
    giveBack(page);
  }

  /** Lets a page be given out; last, because from then on it may be another one's. */
  private void giveBack(int page) {
    setTaken(page, false);
    firstFreeWord = Math.min(firstFreeWord, page / Long.SIZE);
  }

  /** Returns the last commit whose freed pages have all been given back. */
  long reclaimed() {
    return reclaimed.sequence();
  }

  /** Returns which pages wait for snapshots to be closed. */
  List<IntList> retained() {
    List<IntList> pages = new ArrayList<>();
    for (SealedCommit commit = reclaimed.next; commit != null; commit = commit.next) {
      pages.add(commit.freed());
    }
    return pages;
  }

  int blocks() {
    return blocks.size();
  }

  boolean isChanged(int block) {
    Block found = blocks.get(block);
    return found.place.isNone() || (found.touched && !Arrays.equals(found.live, found.durable));
  }

  long[] liveBlock(int block) {
    return blocks.get(block).live;
  }

  /** Keeps the live pages as they are, for a checkpoint; later changes belong to the next one. */
  void freeze() {
    for (Block block : blocks) {
      if (block.touched) {
        block.frozen = block.live.clone();
        block.touched = false;
      }
    }
  }

  /** Takes a {@link #freeze} back, also one that was never done. */
  void thaw() {
    for (Block block : blocks) {
      if (block.frozen != null) {
        block.touched = true;
        block.frozen = null;
      }
    }
  }

  /**
   * Learns that the frozen pages are durable.
   *
   * @param at where the bitmaps are
   * @param left pages that only the checkpoint before reached and no snapshot reads; emptied
   */
  void checkpointed(List<PageRef> at, IntList left) {
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
    releaseAll(superseded);
    releaseAll(left);
  }

  /** Releases pages, each at least once. */
  private void releaseAll(IntList pages) {
    while (pages.size() > 0) {
      release(pages.last());
      pages.removeLast();
    }
  }

  /** Returns how many pages the file needs for the live ones. */
  int livePages() {
    for (int block = blocks.size() - 1; block >= 0; block--) {
      int end = end(blocks.get(block).live);
      if (end > 0) {
        return block * SpacePage.PAGES + end;
      }
    }
    return 0;
  }

  /** Returns how many pages the file needs for all that are taken. */
  int takenPages() {
    for (int block = blocks.size() - 1; block >= 0; block--) {
      int end = end(blocks.get(block).taken);
      if (end > 0) {
        return block * SpacePage.PAGES + end;
      }
    }
    return 0;
  }

  /**
   * Returns how many pages the file needs for all that are taken.
   *
   * @param present pages that it has
   * @return the number, if it is above those; otherwise any that is not
   */
  int takenEnd(int present) {
    if (takenEnd > present) {
      takenEnd = takenPages();
    }
    return takenEnd;
  }

  /** Returns a number of pages, or the limit of the store where that is less. */
  long limited(long pages) {
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

  /** Counts the pages in use by the newest state; any thread. */
  int countLive() {
    return liveCount;
  }

  /** Counts the pages that cannot be given out; any thread. */
  int countTaken() {
    return takenCount;
  }

  /** Counts the freed pages that have been given back, of all commits so far; about, any thread. */
  long countReclaimed() {
    return reclaimed.freedTotal();
  }

  /** Counts the pages below a number that can be given out. */
  int countFreeBelow(int end) {
    int free = 0;
    for (int page = 0; page < end; page++) {
      free += page < blocks.size() * SpacePage.PAGES && isTaken(page) ? 0 : 1;
    }
    return free;
  }

  /** Counts the pages from a number on that the newest state reaches. */
  int countLiveFrom(int start) {
    int count = 0;
    for (int page = start; page < blocks.size() * SpacePage.PAGES; page++) {
      count += isSet(block(page).live, page) ? 1 : 0;
    }
    return count;
  }

  /** Has the next checkpoint write the bitmaps anew whose place is not below a number. */
  void moveBitmaps(int from) {
    for (Block block : blocks) {
      if (block.place.number() >= from) {
        block.place = PageRef.NONE;
      }
    }
  }

  /** Forgets the blocks behind the last one in which a page is taken. */
  void dropFreeBlocks() {
    int used = Math.max(1, (takenPages() + SpacePage.PAGES - 1) / SpacePage.PAGES);
    blocks.subList(used, blocks.size()).clear();
  }

  private Block block(int page) {
    return blocks.get(page / SpacePage.PAGES);
  }

  private boolean isTaken(int page) {
    return isSet(block(page).taken, page);
  }

  private boolean isDurable(int page) {
    return isSet(block(page).durable, page);
  }

  private static boolean isSet(long[] words, int page) {
    return (words[page % SpacePage.PAGES / Long.SIZE] >>> page & 1) != 0;
  }

  // A bit and its count change together: nothing between them can fail.

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
    }
  }
}
