package io.octavo.pager;

import io.octavo.page.BytesRun;
import io.octavo.page.EntryRun;
import io.octavo.page.SeriesRun;
import org.jspecify.annotations.Nullable;

/**
 * The runs in which a write transaction lays pages out anew. A run has arrays of some 60 KiB, more
 * than all else that a short transaction allocates. So a transaction that commits leaves its runs
 * to the next one. A transaction that is rolled back does not: a thread that has not noticed the
 * end may still use them.
 */
public final class LayoutRuns {
  private @Nullable EntryRun entries;
  private @Nullable BytesRun leaves;
  private @Nullable BytesRun branches;
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
   * Returns the run for leaves of byte strings.
   *
   * @return the run, without entries
   */
  public BytesRun leaves() {
    BytesRun run = leaves;
    if (run == null) {
      run = new BytesRun();
      leaves = run;
    }
    run.clear();
    return run;
  }

  /**
   * Returns the run for branches of byte strings, which are laid out while the run of their leaves
   * is in use.
   *
   * @return the run, without entries
   */
  public BytesRun branches() {
    BytesRun run = branches;
    if (run == null) {
      run = new BytesRun();
      branches = run;
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
