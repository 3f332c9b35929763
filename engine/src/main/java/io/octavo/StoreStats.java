package io.octavo;

import io.octavo.page.PageHeader;
import io.octavo.pager.PagerStats;
import java.time.Duration;

/**
 * A store in numbers, as they are about now.
 *
 * @param commits number of the last commit since the store was created
 * @param checkpoints number of the last checkpoint since the store was created
 * @param fileBytes bytes of the file that the last checkpoint reaches up to
 * @param liveBytes bytes of pages in use by the newest state
 * @param freeBytes bytes of pages below the end of the file that can be given out
 * @param cacheBytes heap that cached pages take
 * @param cacheLimit heap that they may take
 * @param dirtyBytes heap of pages that the file does not hold yet
 * @param pageLoads pages read from the file since the store was opened
 * @param pageEvictions pages dropped from the cache since then
 * @param pageWrites pages written to the file since then
 * @param pageSpills pages among them that were written before their commit, for want of memory
 * @param openReaders read transactions that are open
 * @param readerBytes bytes of pages that were freed but wait for open readers, as of the beginning
 *     of the last write transaction; the places of the file that they would give back
 * @param oldestReader how long the oldest of them has been open, zero where there is none
 * @param locksLost how often this process is known to have lost its lock on the file since the
 *     store was opened: because an interrupt closed a channel, or another process was found to have
 *     the lock; a lock that other code of the process drops, by closing the file, is taken again
 *     without being counted
 * @param locksRetaken how often the lock was taken again after that; one less where another process
 *     was faster, and then the store has failed
 * @param reserveBytes bytes of free pages in the file that are kept for removals on a full disk: 12
 *     pages and one for each page of the catalogue and of the bitmaps, a sixteenth of the pages in
 *     use at most; 0 in a file below 1 MiB, less where the disk is full
 */
public record StoreStats(
    long commits,
    long checkpoints,
    long fileBytes,
    long liveBytes,
    long freeBytes,
    long cacheBytes,
    long cacheLimit,
    long dirtyBytes,
    long pageLoads,
    long pageEvictions,
    long pageWrites,
    long pageSpills,
    int openReaders,
    long readerBytes,
    Duration oldestReader,
    long locksLost,
    long locksRetaken,
    long reserveBytes) {

  static StoreStats of(PagerStats stats) {
    long page = PageHeader.PAGE_SIZE;
    return new StoreStats(
        stats.sequence(),
        stats.epoch(),
        stats.filePages() * page,
        stats.livePages() * page,
        Math.max(0, stats.filePages() - stats.takenPages()) * page,
        stats.cachedPages() * page,
        stats.cacheLimit() * page,
        stats.dirtyPages() * page,
        stats.loads(),
        stats.evictions(),
        stats.pagesWritten(),
        stats.pagesSpilled(),
        stats.snapshots(),
        stats.snapshots() == 0 ? 0 : stats.heldPages() * page,
        Duration.ofNanos(stats.oldestSnapshotNanos()),
        stats.locksLost(),
        stats.locksRetaken(),
        stats.reservePages() * page);
  }
}
