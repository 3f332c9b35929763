package io.octavo.commit;

import io.octavo.cache.PageLoader;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.page.check.Rule;
import io.octavo.page.meta.Meta;
import java.io.IOException;
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
   * Reads the commits of the ring of a file that may be damaged.
   *
   * @param meta the checkpoint
   * @param commits receives the operations of the commits after it, as far as they can be read
   * @throws CorruptionException if the ring is damaged
   * @throws IOException if it cannot be read
   */
  public static void read(StoreFile file, PageLoader loader, Meta meta, List<byte[]> commits)
      throws IOException {
    new CommitRing(file, meta.storeId(), meta.ring()).read(loader, meta.sequence(), commits);
  }

  /** Returns the number of commits that {@link #takeCommits} would return. */
  public int count() {
    return commits.size();
  }

  /** Returns the operations of the commits in order, once: they may be large. */
  public List<byte[]> takeCommits() {
    List<byte[]> taken = commits;
    commits = List.of();
    return taken;
  }

  /**
   * Reads the commits that another process has recorded since the last read. {@link #takeCommits}
   * returns them.
   *
   * @throws StoreException if the file cannot be read
   */
  public void readNew() {
    try {
      commits = pager.log.readNew(pager.sequence());
    } catch (IOException e) {
      throw new StoreException(pager.fileName() + ": cannot read the commit ring: " + e, e);
    }
  }

  /** Returns the exception for a commit that cannot be replayed, although its record is whole. */
  public CorruptionException unreadable(IllegalArgumentException cause) {
    return loader.corruption(
        pager.durable().meta().ring().start(),
        Rule.R27,
        0,
        "commit " + (pager.sequence() + 1) + ": " + cause.getMessage(),
        "operations that can be done");
  }

  /**
   * Makes the recovered state durable and removes the ring: its records must never be read again,
   * because other commits with their numbers may follow. The new generation also ensures that.
   */
  public void end() {
    pager.endReplay();
  }
}
