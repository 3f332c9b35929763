package io.octavo.commit;

import io.octavo.cache.PageLoader;
import io.octavo.error.CorruptionException;
import io.octavo.page.check.Rule;
import java.util.List;

/**
 * The commits of the ring, which the last checkpoint does not contain. Each is replayed by a
 * transaction of {@link WriteTransaction.Purpose#REPLAY}; {@link #end} follows.
 */
public final class Replay {
  private final Pager pager;
  private final PageLoader loader;
  private List<byte[]> commits;

  Replay(Pager pager, PageLoader loader, List<byte[]> commits) {
    this.pager = pager;
    this.loader = loader;
    this.commits = commits;
  }

  /**
   * Counts the commits that {@link #takeCommits} returns.
   *
   * @return how many there are; none once they have been taken
   */
  public int count() {
    return commits.size();
  }

  /**
   * Returns the commits, once: they may be large.
   *
   * @return their operations, in order
   */
  public List<byte[]> takeCommits() {
    List<byte[]> taken = commits;
    commits = List.of();
    return taken;
  }

  /**
   * Reports a commit that cannot be replayed, although its record is whole.
   *
   * @param cause what is wrong with it
   * @return the error to throw
   */
  public CorruptionException unreadable(IllegalArgumentException cause) {
    return loader.corruption(
        pager.durable().meta().ring().start(),
        Rule.R27,
        0,
        "commit " + (pager.sequence() + 1) + ": " + cause.getMessage(),
        "operations that can be done");
  }

  /**
   * Makes the recovered state durable and lets the ring go: its records must never be read again,
   * because other commits with their numbers may follow. The new generation sees to that as well.
   */
  public void end() {
    pager.endReplay();
  }
}
