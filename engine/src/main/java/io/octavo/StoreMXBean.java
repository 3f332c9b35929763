package io.octavo;

/**
 * An open store as a managed bean, under {@code
 * io.octavo:type=Store,name="FILE",id=ID,open=NUMBER}, if {@link StoreOptions#registerMBean} is
 * set. The attributes are those of {@link StoreStats}.
 */
public interface StoreMXBean {
  /** {@return number of the last commit since the store was created} */
  long getCommits();

  /** {@return number of the last checkpoint since the store was created} */
  long getCheckpoints();

  /** {@return bytes of the file as of the last checkpoint} */
  long getFileBytes();

  /** {@return bytes of pages in use by the newest state} */
  long getLiveBytes();

  /** {@return bytes of free pages in the file} */
  long getFreeBytes();

  /** {@return bytes of heap used by cached pages} */
  long getCacheBytes();

  /** {@return limit of the heap for cached pages, in bytes} */
  long getCacheLimit();

  /** {@return bytes of heap used by pages not yet written to the file} */
  long getDirtyBytes();

  /** {@return pages read from the file since the store was opened} */
  long getPageLoads();

  /** {@return pages evicted from the cache since the store was opened} */
  long getPageEvictions();

  /** {@return pages written to the file since the store was opened} */
  long getPageWrites();

  /** {@return number of open read transactions} */
  int getOpenReaders();

  /** {@return bytes of freed pages that open readers still hold} */
  long getReaderBytes();

  /**
   * {@return age of the oldest open reader in milliseconds, counted as in {@link
   * StoreStats#oldestReader}; 0 if no reader is open, or if this call is the first to see the
   * reader}
   */
  long getOldestReaderMillis();

  /** {@return bytes, see {@link StoreStats#pinnedBytes}} */
  long getPinnedBytes();

  /** {@return age in milliseconds as in {@link StoreStats#oldestPinnedAge}} */
  long getOldestPinnedMillis();

  /** {@return how often this process lost its lock on the file} */
  long getLocksLost();

  /** {@return how often a lost lock was acquired again} */
  long getLocksRetaken();

  /** {@return bytes of heap used by the indexes of tables of stacks} */
  long getIndexBytes();

  /**
   * Returns the size of the reserve for removals on a full disk.
   *
   * @return bytes, see {@link StoreStats#reserveBytes}
   */
  long getReserveBytes();

  /** {@return bytes of the commit ring} */
  long getRingBytes();

  /**
   * Returns the size of the pages that commits have moved toward the start of the file.
   *
   * @return bytes, see {@link StoreStats#movedBytes}
   */
  long getMovedBytes();

  /** {@return number of changes in the fronts of maps, see {@link StoreStats#pendingChanges}} */
  long getPendingChanges();

  /** {@return number of changes moved from fronts, see {@link StoreStats#sweptChanges}} */
  long getSweptChanges();

  /** {@return bytes of leaves written for these changes, see {@link StoreStats#sweptBytes}} */
  long getSweptBytes();

  /** {@return number of commits, up to the last one that has returned, that are not durable yet} */
  long getNonDurableCommits();

  /**
   * Returns the age of the oldest commit that has returned and is not durable yet.
   *
   * @return milliseconds, 0 if all are durable
   */
  long getOldestNonDurableMillis();
}
