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
  private final Writer writer;
  private final Checkpointer checkpoints;
  private final PageLoader loader;
  private List<byte[]> commits;

  Replay(Writer writer, Checkpointer checkpoints, PageLoader loader, List<byte[]> commits) {
    this.writer = writer;
    this.checkpoints = checkpoints;
    this.loader = loader;
    this.commits = commits;
  }

  /**
   * Counts the commits that {@link #takeCommits} gives.
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
        checkpoints.durable().meta().ring().start(),
        Rule.R27,
        0,
        "commit " + (writer.state().sequence() + 1) + ": " + cause.getMessage(),
        "operations that can be done");
  }

  /**
   * Makes the recovered state durable and lets the ring go: its records must never be read again,
   * because other commits with their numbers may follow. The new generation sees to that as well.
   */
  public void end() {
    writer.endReplay();
  }
}
