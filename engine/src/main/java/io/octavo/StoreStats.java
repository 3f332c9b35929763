package io.octavo;

import io.octavo.commit.PagerStats;
import io.octavo.page.PageHeader;
import io.octavo.transaction.StoreMemory;
import java.time.Duration;

/**
 * Approximate current statistics of a store.
 *
 * @param commits number of the last commit since the store was created
 * @param checkpoints number of the last checkpoint since the store was created
 * @param fileBytes bytes of the file as of the last checkpoint; the file may be longer, see
 *     reserveBytes
 * @param liveBytes bytes of pages in use by the newest state
 * @param freeBytes fileBytes less the bytes of pages in use or held by readers, at least 0
 * @param cacheBytes bytes of heap used by cached pages
 * @param cacheLimit limit of the heap for cached pages
 * @param dirtyBytes bytes of heap used by pages not yet written to the file
 * @param pageLoads pages read from the file since the store was opened
 * @param pageEvictions pages evicted from the cache since the store was opened
 * @param pageWrites pages written to the file since the store was opened
 * @param pageSpills pages written before their commit for lack of memory, counted in pageWrites
 * @param loggedBytes bytes of changes that commits added to the commit ring since the store was
 *     opened, excluding commits too large for the ring
 * @param openReaders number of open read transactions
 * @param readerBytes bytes of freed pages that open readers still hold, and of pages that the last
 *     commit has freed, as of the beginning of the last write transaction: at most the pages of the
 *     states that are read, however many commits have been made since
 * @param oldestReader age of the oldest open read transaction; zero if none is open. The age of a
 *     transaction that the store itself begins and closes, as by {@link Store#read}, {@link
 *     Store#view} or {@link Store#backupTo}, is a lower bound: the time since a write transaction
 *     first began, or {@link Store#stats} was first called, while the read transaction was open
 * @param pinnedBytes bytes of pages reachable only from checkpoints that other processes or a
 *     {@link ChangeFeed} of this store read, as of the last checkpoint; always 0 in a read-only
 *     store
 * @param oldestPinned number of the oldest such checkpoint before the last one; an upper bound if
 *     this store has not made it; 0 if there is none
 * @param oldestPinnedAge time since a later checkpoint was made, or the store opened; zero if there
 *     is none
 * @param locksLost how often this process lost its lock on the file since the store was opened,
 *     because an interrupt closed a channel or another process acquired the lock; excluding locks
 *     that other code of this process releases by closing the file
 * @param locksRetaken how often a lost lock was acquired again; less than locksLost if another
 *     process was faster, in which case the store has failed
 * @param reserveBytes bytes of free pages in the file that form the reserve for removals on a full
 *     disk. The full reserve is 12 pages and one for each page of the catalogue and of the bitmaps,
 *     and at most a sixteenth of the pages in use; if a map has a front, 24 pages and an eighth;
 *     less if the disk is full, or if readers or the last checkpoint hold pages; 0 if the store or
 *     its file is smaller than 1 MiB
 * @param ringBytes bytes of the commit ring, which are part of liveBytes; 0 if there is none
 * @param movedBytes bytes of pages that commits moved toward the start of the file since the store
 *     was opened, see {@link StoreOptions#compactWhileOpen}
 * @param indexBytes bytes of heap used by the indexes of tables of stacks, not part of cacheBytes;
 *     0 until a transaction adds stacks
 * @param pendingChanges number of changes in the fronts of maps that outgrow the cache: values and
 *     deletions that are not in the main trees yet; they are as durable as their commits
 * @param sweeps how often changes were moved from a front to its main tree since the store was
 *     opened
 * @param sweptChanges number of changes that were moved
 * @param sweptBytes bytes of the leaves of main trees that were written for these changes, counted
 *     in pageWrites and pageSpills
 * @param nonDurableCommits number of commits that are not durable yet, up to the last one that has
 *     returned: what a crash would lose
 * @param oldestNonDurable time since the return of the oldest commit that is not durable yet; zero
 *     if all are durable
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
    long loggedBytes,
    int openReaders,
    long readerBytes,
    Duration oldestReader,
    long pinnedBytes,
    long oldestPinned,
    Duration oldestPinnedAge,
    long locksLost,
    long locksRetaken,
    long reserveBytes,
    long ringBytes,
    long movedBytes,
    long indexBytes,
    long pendingChanges,
    long sweeps,
    long sweptChanges,
    long sweptBytes,
    long nonDurableCommits,
    Duration oldestNonDurable) {

  static StoreStats of(
      PagerStats stats, StoreMemory memory, long nonDurableCommits, Duration oldestNonDurable) {
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
        stats.loggedBytes(),
        stats.snapshots(),
        stats.snapshots() == 0 ? 0 : stats.heldPages() * page,
        Duration.ofNanos(stats.oldestSnapshotNanos()),
        stats.pinnedPages() * page,
        stats.oldestPinned(),
        Duration.ofNanos(stats.oldestPinnedNanos()),
        stats.locksLost(),
        stats.locksRetaken(),
        stats.reservePages() * page,
        stats.ringPages() * page,
        stats.pagesMoved() * page,
        memory.bytes(),
        stats.pendingChanges(),
        memory.sweeps(),
        memory.sweptChanges(),
        memory.sweptPages() * page,
        nonDurableCommits,
        oldestNonDurable);
  }
}
