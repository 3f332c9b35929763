package io.octavo;

import io.octavo.page.PageHeader;
import io.octavo.pager.PagerStats;
import java.time.Duration;

/**
 * A store in numbers, as they are about now.
 *
 * @param commits number of the last commit since the store was created
 * @param checkpoints number of the last checkpoint since the store was created
 * @param fileBytes the page count of the last checkpoint, in bytes; the file may be longer, see
 *     reserveBytes
 * @param liveBytes bytes of pages in use by the newest state
 * @param freeBytes the page count less the pages in use or held, in bytes; 0 if that is negative
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
 * @param oldestReader age of the oldest open read transaction; zero if none is open
 * @param locksLost how often this process is known to have lost its lock on the file since the
 *     store was opened: because an interrupt closed a channel, or another process was found to have
 *     the lock; a lock that other code of the process drops, by closing the file, is taken again
 *     without being counted
 * @param locksRetaken how often the lock was taken again after that; one less where another process
 *     was faster, and then the store has failed
 * @param reserveBytes free pages of the file, in bytes, that count as the reserve for removals on a
 *     full disk. The full reserve is 12 pages and one for each page of the catalogue and of the
 *     bitmaps, and at most a sixteenth of the pages in use; less if the disk is full, or if readers
 *     or the last checkpoint hold pages; 0 if the file is smaller than 1 MiB
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
