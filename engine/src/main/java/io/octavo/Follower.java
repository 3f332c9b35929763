package io.octavo;

import io.octavo.collection.Recovery;
import io.octavo.commit.Pager;
import io.octavo.commit.PinnedFile;
import io.octavo.error.StoreException;
import io.octavo.file.StoreFile;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a store that is only read at the newest commit, while another process may write it.
 *
 * <p>A view is one checkpoint, pinned, with the commits of the ring behind it replayed in memory.
 * New commits of the ring are replayed on top. When the writer has made another checkpoint, a new
 * view takes the place of the present one, which stays until its last snapshot is closed.
 */
final class Follower {
  private final StoreFile file;
  private final TreeLimits limits;
  private final Function<PinnedFile, Transactions> opening;
  private final long intervalNanos;
  private final ReentrantLock looking = new ReentrantLock();

  private volatile View current;

  /** The time of the last look. */
  private volatile long lookedNanos;

  /** Views with snapshots that were open at the last look. Guarded by the lock. */
  private final List<View> earlier = new ArrayList<>();

  /** Whether the present view cannot go on. Guarded by the lock. */
  private boolean isBroken;

  /** The store as of a checkpoint and of commits behind it. */
  private static final class View {
    private final PinnedFile pinned;
    private final Transactions transactions;

    View(PinnedFile pinned, Transactions transactions) {
      this.pinned = pinned;
      this.transactions = transactions;
    }

    Pager pager() {
      return transactions.pager();
    }

    void close() {
      transactions.closed = true;
      try {
        transactions.close();
      } finally {
        pager().release();
      }
    }
  }

  /**
   * Opens the newest commit.
   *
   * @param file the file; closed with this, or by the caller if this throws
   * @param opening opens a checkpoint and replays the commits behind it
   */
  Follower(
      StoreFile file,
      StoreOptions options,
      TreeLimits limits,
      Function<PinnedFile, Transactions> opening) {
    this.file = file;
    this.limits = limits;
    this.opening = opening;
    this.intervalNanos = options.refreshEvery().toNanos();
    this.current = view();
    this.lookedNanos = System.nanoTime();
  }

  private View view() {
    return PinnedFile.onNewest(
        file,
        pinned -> {
          Transactions transactions = opening.apply(pinned);
          pinned.followRing();
          return new View(pinned, transactions);
        });
  }

  /** Returns what transactions begin on at present. */
  Transactions transactions() {
    return current.transactions;
  }

  /** Begins a read transaction on the newest commit, or on one that was found a short time ago. */
  Transaction beginRead(boolean isWatched) {
    refreshIfDue();
    while (true) {
      View view = current;
      Transaction begun = view.transactions.beginRead(isWatched);
      if (view == current) {
        // A look that replaces the view from now on finds the snapshot.
        return begun;
      }
      begun.end();
    }
  }

  private void refreshIfDue() {
    if (System.nanoTime() - lookedNanos < intervalNanos) {
      return;
    }
    if (intervalNanos == 0) {
      var unused = refresh();
    } else if (looking.tryLock()) {
      try {
        var unused = look();
      } finally {
        looking.unlock();
      }
    }
  }

  /** Looks for commits. Returns whether there are later ones than before. */
  boolean refresh() {
    looking.lock();
    try {
      return look();
    } finally {
      looking.unlock();
    }
  }

  private boolean look() {
    transactions().requireOpen();
    long before = current.pager().published();
    closeUnread();
    if (!isFollowed()) {
      replace(before);
    }
    lookedNanos = System.nanoTime();
    return current.pager().published() > before;
  }

  /** Replays new commits in the present view. Returns false if a new view is needed. */
  private boolean isFollowed() {
    View view = current;
    try {
      if (isBroken || view.pinned.isBehind()) {
        return false;
      }
      isBroken = true;
      view.transactions.<@Nullable Void>inSlot(
          "refresh",
          () -> {
            Recovery.follow(view.pager(), limits);
            return null;
          });
      isBroken = false;
      return true;
    } catch (IOException e) {
      throw new StoreException(file.name() + ": cannot look for new commits: " + e, e);
    } catch (StoreException e) {
      // A new view finds out whether that was damage, or only late.
      return false;
    }
  }

  private void replace(long before) {
    View next = view();
    long found = next.pager().published();
    if (found < before) {
      next.close();
      throw new StoreException(
          file.name()
              + ": ends with commit "
              + found
              + " although commit "
              + before
              + " has been read; the file was replaced or its disk has failed; open it again");
    }
    earlier.add(current);
    current = next;
    isBroken = false;
    closeUnread();
  }

  /** Closes the earlier views without snapshots, so that the writer may reuse their pages. */
  private void closeUnread() {
    for (View view : List.copyOf(earlier)) {
      if (view.pager().isUnread()) {
        earlier.remove(view);
        view.pager().close();
      }
    }
  }

  /** Ends all transactions, and closes the file. */
  void close() {
    looking.lock();
    try {
      current.transactions.closed = true;
      earlier.add(current);
      for (View view : earlier) {
        StoreOpening.release(view::close);
      }
    } finally {
      looking.unlock();
      StoreOpening.release(file);
    }
  }
}
