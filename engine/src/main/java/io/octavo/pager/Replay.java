package io.octavo.pager;

import io.octavo.error.CorruptionException;
import io.octavo.page.Rule;
import java.util.List;

/** The commits of the ring, which the last checkpoint does not contain, on their way into pages. */
public final class Replay {
  private final Pager pager;
  private final Head head;
  private final PageLoader loader;
  private List<byte[]> commits;

  Replay(Pager pager, Head head, PageLoader loader, List<byte[]> commits) {
    this.pager = pager;
    this.head = head;
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
   * Gives the commits, once. Each is to be done again between {@link #begin} and {@link #commit};
   * then {@link #end}.
   *
   * @return their operations, in order
   */
  public List<byte[]> takeCommits() {
    List<byte[]> taken = commits;
    commits = List.of();
    return taken;
  }

  /**
   * Begins to do a commit again.
   *
   * @return an empty write set
   * @throws io.octavo.error.StoreException where memory has no room for what a store that is only
   *     read must keep in it
   */
  public WriteSet begin() {
    return pager.beginReplay();
  }

  /**
   * Makes a commit the newest state again.
   *
   * @param pages what it changed
   * @param catalogue the collections that it left
   * @param nextCollectionId identifier of the next collection
   */
  public void commit(WriteSet pages, Catalogue catalogue, int nextCollectionId) {
    head.link(head.next(catalogue, nextCollectionId), null, pages);
    head.publishReplayed();
  }

  /**
   * Reports a commit that cannot be done again, although its record is whole.
   *
   * @param cause what is wrong with it
   * @return the error to throw
   */
  public CorruptionException unreadable(IllegalArgumentException cause) {
    return loader.corruption(
        pager.durable().ring().start(),
        Rule.R27,
        0,
        "commit " + (head.state().sequence() + 1) + ": " + cause.getMessage(),
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
