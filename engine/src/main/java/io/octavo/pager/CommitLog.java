package io.octavo.pager;

import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.PageHeader;
import io.octavo.page.RingRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sealed commits on their way into the commit ring. The first thread that waits for its commit
 * writes one record for all that are there by then; a checkpoint that contains them ends their wait
 * too.
 */
final class CommitLog {
  /** The part of a large store that its first ring takes, so that it need not grow often. */
  private static final int FIRST_SHARE = 512;

  /** The part of a ring that the operations of one commit may take. */
  private static final int LONGEST_SHARE = 4;

  /** The part of a ring that commits reserve before somebody is asked to write their record. */
  private static final int FLUSHED_SHARE = 8;

  /** How long to wait before a second look: an Error may have kept somebody from waking others. */
  private static final long PARK_NANOS = 50_000_000;

  /** Errors of a thread that writes for others that are taken to pass. */
  private static final int MAX_ERRORS = 3;

  private final StoreFile file;
  private final Health health;
  private final Ownership ownership;
  private final long delayNanos;
  private final RingLimits limits;
  private final States states;

  /** Held by whoever writes a record or the meta page of a checkpoint. */
  private final ReentrantLock writing = new ReentrantLock();

  /** The last commit that is durable; those that are sealed follow it. */
  private volatile SealedCommit durable = SealedCommit.NONE;

  private volatile @Nullable CommitRing ring;

  /**
   * Makes a log without a ring.
   *
   * @param states where a state that is durable is published
   */
  CommitLog(
      StoreFile file, Ownership ownership, long delayNanos, RingLimits limits, States states) {
    this.file = file;
    this.health = ownership.health();
    this.ownership = ownership;
    this.delayNanos = delayNanos;
    this.limits = limits;
    this.states = states;
  }

  /** Begins to follow the commits behind one that is durable. */
  void follow(SealedCommit last) {
    durable = last;
  }

  /** Turns to the ring that a meta page names; gives the commits behind the checkpoint. */
  List<byte[]> open(PageLoader loader, Meta meta) throws IOException {
    if (meta.ring().pages() == 0) {
      return List.of();
    }
    CommitRing found = new CommitRing(file, meta.storeId(), meta.ring());
    ring = found;
    return found.read(loader, meta.sequence());
  }

  /** Returns how long the ring is; 0 if there is none. */
  int pages() {
    CommitRing present = ring;
    return present == null ? 0 : present.pages();
  }

  /** Returns whether the ring is so full that it should be made longer. */
  boolean isTooShort(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() < longest(livePages) && present.isFilled(3, 4);
  }

  /**
   * Returns how long the ring may become. Commits of random keys change most leaves before they
   * fill a ring as long as the store, and a checkpoint writes each of them once: the longer the
   * ring, the fewer pages for each commit. Only lengths that doubling gives, so that a growing
   * store does not make it longer by a little again and again.
   */
  private int longest(int livePages) {
    int others = Integer.highestOneBit(Math.max(1, livePages - pages()));
    return Math.min(Math.max(limits.full(), others), limits.most());
  }

  /**
   * Returns how many bytes of operations are worth a record. Commits of random keys change a page
   * for almost each of them, so that even long records are shorter than these pages.
   */
  int maxOperations(int livePages) {
    return longest(livePages) * PageHeader.PAGE_SIZE / LONGEST_SHARE;
  }

  /** Returns whether commits that are sealed have reserved more than a fraction of the ring. */
  boolean isReserved(int numerator, int denominator) {
    CommitRing present = ring;
    return present != null && present.isReserved(numerator, denominator);
  }

  /** Returns whether some commits have reserved more than an eighth of the ring. */
  boolean isShareReserved(long commits, long bytes) {
    long ring = (long) pages() * PageHeader.PAGE_SIZE;
    return ring > 0 && (commits - 1) * RingRecord.BLOCK + bytes > ring / FLUSHED_SHARE;
  }

  /**
   * Returns whether it is time for a checkpoint, while half of the ring is left for commits. What
   * is reserved does not count: commits that nobody waits for reserve much more than they will use.
   */
  boolean isFilling(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() >= longest(livePages) && present.isUsed(1, 2);
  }

  /**
   * Returns how long the ring should be made next, with room for several commits of a length, in a
   * store of so many pages.
   */
  int grownPages(int length, int livePages) {
    int wanted = ring == null ? Math.max(limits.first(), livePages / FIRST_SHARE) : 2 * pages();
    int needed = RingRecord.size(length, 1) / PageHeader.PAGE_SIZE * LONGEST_SHARE;
    return Math.min(Math.max(wanted, needed), longest(livePages));
  }

  /**
   * Reserves room for the record of the next commit; for the holder of the writer slot. The commit
   * is taken over when it is linked to the one before it.
   *
   * @param sequence its number
   * @param length bytes of its operations
   * @return false if the ring has no room for it
   */
  boolean reserve(long sequence, int length) {
    CommitRing present = ring;
    return present != null && present.reserve(sequence, length);
  }

  /** Returns the number of the last commit that is durable. */
  long durable() {
    return durable.sequence();
  }

  /** Returns whether a commit is durable: it needs no record, or has one. */
  boolean isDurable(SealedCommit commit) {
    return !commit.isLogged() || commit.sequence() <= durable.sequence();
  }

  /** Returns whether a thread need not wait for a commit any more. */
  private boolean isDecided(SealedCommit commit) {
    return isDurable(commit) || health.isFailed();
  }

  /**
   * Waits as {@link #await(SealedCommit, boolean)} does, and for company where that is asked for.
   */
  void await(SealedCommit commit) {
    await(commit, true);
  }

  /**
   * Waits until a commit is durable, or throws where that is not known.
   *
   * @param isGrouped whether to wait for other commits first; not by the holder of the writer slot,
   *     because no commit can follow then, and not where there is a time to keep
   */
  void await(SealedCommit commit, boolean isGrouped) {
    boolean interrupted = false;
    boolean isRegistered = false;
    int errors = 0;
    while (!isDecided(commit)) {
      try {
        if (!isRegistered) {
          commit.addWaiter(Thread.currentThread());
          isRegistered = true;
        } else if (writing.tryLock()) {
          // Here, where it was locked: no call that fails comes between.
          try {
            writeSealed(commit, isGrouped);
          } finally {
            writing.unlock();
            wakeNext();
          }
        } else {
          LockSupport.parkNanos(this, PARK_NANOS);
          // Parking returns at once as long as the flag is set; it is given back below.
          interrupted |= Thread.interrupted();
        }
      } catch (RuntimeException | Error e) {
        // The commit is sealed, and others may have built on it: there is no way back.
        if (++errors == MAX_ERRORS) {
          health.cause = e;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!isDurable(commit)) {
      health.require();
    }
  }

  /** Waits for the record that is written, or writes the next one if none is. */
  void awaitOldest() {
    for (SealedCommit next = durable.next; next != null; next = next.next) {
      if (next.isLogged()) {
        await(next, false);
        return;
      }
    }
  }

  /** Writes records up to a commit, unless somebody else has. */
  private void writeSealed(SealedCommit commit, boolean isGrouped) {
    if (!isDecided(commit)) {
      if (isGrouped) {
        waitForCompany();
      }
      writeSealed();
    }
  }

  /**
   * Wakes one thread whose commit is not decided, so that it writes the next record. One that comes
   * later than this finds the lock free.
   */
  private void wakeNext() {
    for (SealedCommit waiting = durable.next; waiting != null; waiting = waiting.next) {
      if (waiting.wake()) {
        return;
      }
    }
  }

  private void waitForCompany() {
    long end = System.nanoTime() + delayNanos;
    for (long left = delayNanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        // Parking returns at once from here on; the flag is not ours to clear.
        return;
      }
    }
  }

  /** Writes records of all commits that are sealed by now. */
  private void writeSealed() {
    List<SealedCommit> commits = sealed();
    while (!commits.isEmpty()) {
      health.require();
      CommitRing present = ring;
      if (present == null) {
        throw new IllegalStateException("sealed commits without a ring");
      }
      List<byte[]> operations = commits.stream().map(SealedCommit::operations).toList();
      CommitRing.Built record = present.build(operations, commits.get(0).sequence());
      ownership.require();
      // Up to here an error leaves all as it was: the next thread builds the record again.
      try {
        present.write(record);
        int count = (int) (record.last() - commits.get(0).sequence() + 1);
        show(commits.subList(0, count));
        commits = commits.subList(count, commits.size());
      } catch (IOException | RuntimeException | Error e) {
        health.cause = e;
        wakeAll(commits);
        return;
      }
    }
  }

  /** Returns the commits that are sealed and have no record yet. */
  private List<SealedCommit> sealed() {
    List<SealedCommit> commits = new ArrayList<>();
    for (SealedCommit next = durable.next; next != null; next = next.next) {
      if (next.isLogged()) {
        commits.add(next);
      }
    }
    return commits;
  }

  /** Shows commits that are durable now to readers, and ends the wait of their threads. */
  private void show(List<SealedCommit> commits) {
    SealedCommit last = commits.get(commits.size() - 1);
    State state = last.state();
    if (state != null) {
      states.publish(state);
    }
    durable = last;
    commits.forEach(SealedCommit::logged);
    wakeAll(commits);
  }

  private static void wakeAll(List<SealedCommit> commits) {
    commits.forEach(SealedCommit::wake);
  }

  /** Runs an action with ring writes blocked. */
  void exclusively(Runnable action) {
    writing.lock();
    try {
      action.run();
    } finally {
      writing.unlock();
      wakeNext();
    }
  }

  /** Returns what a meta page says of the ring where it stays; of commits up to a number. */
  Meta.Ring extent(long contained, Meta.Ring none) {
    CommitRing present = ring;
    return present != null ? present.extent(contained) : none;
  }

  /** Returns the ring that a meta page names: the present one, a new one, or none. */
  @Nullable CommitRing ringOf(UUID storeId, Meta.Ring extent) {
    CommitRing present = ring;
    if (present != null && present.start() == extent.start()) {
      return present;
    }
    return extent.pages() == 0 ? null : new CommitRing(file, storeId, extent);
  }

  /**
   * Ends the wait of the sealed commits that a durable checkpoint contains, and turns to its ring.
   *
   * @param next the ring of the checkpoint, from {@link #ringOf}
   * @param contained number of the last commit that it contains
   */
  void checkpointed(@Nullable CommitRing next, long contained) {
    if (next != null) {
      next.release(contained);
      next.contained(contained);
    }
    ring = next;
    List<SealedCommit> commits = new ArrayList<>();
    SealedCommit last = durable;
    for (SealedCommit commit = last.next;
        commit != null && commit.sequence() <= contained;
        commit = commit.next) {
      commits.add(commit);
      last = commit;
    }
    durable = last;
    commits.forEach(SealedCommit::logged);
    wakeAll(commits);
  }
}
