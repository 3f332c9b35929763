package io.octavo.collection;

import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.Replay;
import io.octavo.commit.WriteTransaction;
import io.octavo.error.StoreException;
import io.octavo.file.OverlayFile;
import io.octavo.file.StoreFile;
import io.octavo.page.ring.OperationReader;
import io.octavo.transaction.Changes;
import io.octavo.transaction.LoggedOperations;
import io.octavo.transaction.StoreMemory;
import io.octavo.transaction.TreeTypes;
import io.octavo.tree.TreeLimits;
import java.io.IOException;

/** Replays the commits of the ring that the last checkpoint does not contain. */
public final class Recovery {
  private Recovery() {}

  /**
   * Replays the ring of a store that was just opened. Then a store for writing is checkpointed, and
   * frees the ring.
   *
   * @param pager the pages of the store
   * @param limits the limits of entries and children of a page
   * @return the number of commits replayed
   * @throws io.octavo.error.CorruptionException if a commit cannot be replayed, or a page that it
   *     needs is damaged
   * @throws io.octavo.error.StoreException if the store cannot be read or written, or the commits
   *     of a read-only store do not fit in memory
   */
  public static int run(Pager pager, TreeLimits limits) {
    return run(pager, limits, Types.ALL);
  }

  static int run(Pager pager, TreeLimits limits, TreeTypes types) {
    int commits = replay(pager, limits, types);
    pager.replay().end();
    return commits;
  }

  /**
   * Replays the commits that another process has recorded since the read-only store was opened. If
   * this throws, no more commits can be replayed, but the last one can be read.
   *
   * @param pager the pages of the store
   * @param limits the limits of entries and children of a page
   * @throws io.octavo.error.StoreException as {@link #run}
   */
  public static void follow(Pager pager, TreeLimits limits) {
    pager.replay().readNew();
    var unused = replay(pager, limits, Types.ALL);
  }

  private static int replay(Pager pager, TreeLimits limits, TreeTypes types) {
    StoreMemory memory = new StoreMemory(pager.fileName(), pager.cacheBytes());
    Replay replay = pager.replay();
    int commits = 0;
    for (byte[] operations : replay.takeCommits()) {
      WriteTransaction transaction = pager.begin(WriteTransaction.Purpose.REPLAY);
      Changes changes = new Changes(transaction, limits, types, memory);
      LoggedOperations target = new LoggedOperations(changes);
      try {
        new OperationReader(operations, 0, operations.length).forEach(target);
      } catch (IllegalArgumentException e) {
        throw replay.unreadable(e);
      }
      changes.finish();
      transaction.commit(true);
      commits++;
    }
    return commits;
  }

  /**
   * Recovers a store without a change of its file: recovery writes to a temporary file, which is
   * deleted with the pager. So the commits of the ring can be inspected, however much memory they
   * would need.
   *
   * @param file the file, which is only read; the caller closes it, after the pager
   * @param options the options
   * @return the pages of the recovered store
   * @throws io.octavo.error.CorruptionException as {@link #run}
   * @throws StoreException if the file cannot be read, or the temporary one not be written
   */
  public static Pager beside(StoreFile file, PagerOptions options) {
    try {
      OverlayFile overlay = OverlayFile.over(file);
      try {
        Pager pager = Pager.open(overlay, options);
        run(pager, TreeLimits.PAGE);
        return pager;
      } catch (RuntimeException | Error e) {
        // Closes the file, not the pager, which would write its state.
        overlay.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException(
          file.name() + ": cannot recover the store in a temporary file: " + e, e);
    }
  }
}
