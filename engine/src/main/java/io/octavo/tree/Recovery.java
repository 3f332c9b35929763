package io.octavo.tree;

import io.octavo.page.OperationReader;
import io.octavo.pager.Pager;

/** Replays the commit ring: does the commits again that the last checkpoint does not contain. */
public final class Recovery {
  private Recovery() {}

  /**
   * Replays the ring of a store that was just opened. One that may be written is checkpointed then,
   * and lets the ring go.
   *
   * @param pager the pages of the store
   * @param limits how many entries and children a page may have
   * @return how many commits were replayed
   * @throws io.octavo.error.CorruptionException where a commit cannot be done, or a page that it
   *     needs is damaged
   * @throws io.octavo.error.StoreException where the store cannot be read or written, or memory has
   *     no room for what a store that is only read must keep in it
   */
  public static int run(Pager pager, TreeLimits limits) {
    int commits = 0;
    for (byte[] operations : pager.takeLogged()) {
      Changes changes = new Changes(pager, pager.beginReplay(), limits);
      try {
        new OperationReader(operations, 0, operations.length).forEach(changes);
      } catch (IllegalArgumentException e) {
        throw pager.unreadableCommit(e);
      }
      pager.commitReplayed(changes.pages(), changes.finish(), changes.nextCollectionId());
      commits++;
    }
    pager.endRecovery();
    return commits;
  }
}
