package io.octavo;

/**
 * An open store as a managed bean, under {@code io.octavo:type=Store,name="FILE",id=ID}, where
 * {@link StoreOptions#registerMBean} says so. Its attributes are those of {@link StoreStats}.
 */
public interface StoreMXBean {
  /** {@return number of the last commit since the store was created} */
  long getCommits();

  /** {@return number of the last checkpoint since the store was created} */
  long getCheckpoints();

  /** {@return bytes of the file that the last checkpoint reaches up to} */
  long getFileBytes();

  /** {@return bytes of pages in use by the newest state} */
  long getLiveBytes();

  /** {@return bytes of pages below the end of the file that can be given out} */
  long getFreeBytes();

  /** {@return heap that cached pages take, in bytes} */
  long getCacheBytes();

  /** {@return heap that they may take, in bytes} */
  long getCacheLimit();

  /** {@return heap of pages that the file does not hold yet, in bytes} */
  long getDirtyBytes();

  /** {@return pages read from the file since the store was opened} */
  long getPageLoads();

  /** {@return pages dropped from the cache since then} */
  long getPageEvictions();

  /** {@return pages written to the file since then} */
  long getPageWrites();

  /** {@return read transactions that are open} */
  int getOpenReaders();

  /** {@return bytes of pages that were freed but wait for open readers} */
  long getReaderBytes();

  /** {@return for how many milliseconds the oldest reader has been open, 0 if there is none} */
  long getOldestReaderMillis();

  /** {@return how often this process is known to have lost its lock on the file} */
  long getLocksLost();

  /** {@return how often the lock was taken again after that} */
  long getLocksRetaken();

  /**
   * Returns how much room the file has for removals on a full disk.
   *
   * @return bytes, see {@link StoreStats#reserveBytes}
   */
  long getReserveBytes();
}
