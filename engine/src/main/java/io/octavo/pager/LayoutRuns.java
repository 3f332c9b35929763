package io.octavo.pager;

import io.octavo.page.BytesRun;
import io.octavo.page.EntryRun;
import io.octavo.page.SeriesRun;
import org.jspecify.annotations.Nullable;

/**
 * The runs in which a write transaction lays pages out anew. A run has arrays of up to 72 KiB, more
 * than all else that a short transaction allocates. So a transaction leaves its runs to the next
 * one when its commit begins: no other thread is inside then, and none can enter. A transaction
 * that ends without a commit does not: a thread that has not noticed the end may still use them.
 *
 * <p>A run is in use until all its parts are built; then a change of the branch above may use it.
 */
public final class LayoutRuns {
  private @Nullable EntryRun entries;
  private @Nullable BytesRun bytes;
  private @Nullable SeriesRun blocks;

  LayoutRuns() {}

  /**
   * Returns the run for leaves of longs.
   *
   * @return the run, without entries
   */
  public EntryRun entries() {
    EntryRun run = entries;
    if (run == null) {
      run = new EntryRun();
      entries = run;
    }
    run.clear();
    return run;
  }

  /**
   * Returns the run for pages of byte strings.
   *
   * @return the run, without entries
   */
  public BytesRun bytes() {
    BytesRun run = bytes;
    if (run == null) {
      run = new BytesRun();
      bytes = run;
    }
    run.clear();
    return run;
  }

  /**
   * Returns the run for leaves of series.
   *
   * @return the run, without blocks
   */
  public SeriesRun blocks() {
    SeriesRun run = blocks;
    if (run == null) {
      run = new SeriesRun();
      blocks = run;
    }
    run.clear();
    return run;
  }
}
