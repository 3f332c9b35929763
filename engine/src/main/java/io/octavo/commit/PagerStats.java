package io.octavo.commit;

/**
 * Counters of a pager.
 *
 * @param epoch number of the last checkpoint
 * @param sequence number of the last commit
 * @param filePages pages of the file up to the last one of the last checkpoint
 * @param livePages pages in use by the newest state
 * @param takenPages pages in use by it, the last checkpoint or a snapshot
 * @param cachedPages pages in memory
 * @param dirtyPages pages in memory that the file does not hold
 * @param cacheLimit pages that the memory budget allows
 * @param loads pages read from the file
 * @param evictions pages dropped from memory
 * @param pagesWritten pages written to the file, metas aside
 * @param pagesSpilled pages among them that were written before their commit
 * @param loggedBytes bytes of the operations of commits in the ring
 * @param pagesCut pages that were cut off the end of the file
 * @param snapshots snapshots that are open
 * @param heldPages pages that the newest state does not reach and that wait for snapshots, as of
 *     the last transaction
 * @param oldestSnapshotNanos age of the oldest of them, 0 if there is none
 * @param pinnedPages pages that only checkpoints pinned by other processes reach
 * @param oldestPinned the oldest of these checkpoints, 0 if there is none
 * @param oldestPinnedNanos the time for which it has been kept
 * @param locksLost known losses of the lock of the file
 * @param locksRetaken times that it was acquired again
 * @param reservePages pages of the reserve that the file has
 * @param ringPages pages of the commit ring
 * @param pagesMoved pages that commits moved toward the start of the file
 * @param pendingChanges entries of the fronts of maps
 */
public record PagerStats(
    long epoch,
    long sequence,
    long filePages,
    long livePages,
    long takenPages,
    long cachedPages,
    long dirtyPages,
    long cacheLimit,
    long loads,
    long evictions,
    long pagesWritten,
    long pagesSpilled,
    long loggedBytes,
    long pagesCut,
    int snapshots,
    long heldPages,
    long oldestSnapshotNanos,
    long pinnedPages,
    long oldestPinned,
    long oldestPinnedNanos,
    long locksLost,
    long locksRetaken,
    long reservePages,
    long ringPages,
    long pagesMoved,
    long pendingChanges) {}
