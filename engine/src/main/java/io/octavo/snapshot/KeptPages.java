package io.octavo.snapshot;

import io.octavo.cache.IntList;

/** Pages of a rolled back transaction that only its snapshots still reach. */
public interface KeptPages {
  /** Returns the pages. */
  IntList kept();

  /**
   * Releases the pages when the last of the snapshots is closed.
   *
   * @return false if a snapshot is open
   */
  boolean releaseKept();
}
