package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import io.octavo.file.StoreFile;
import io.octavo.page.Meta;
import io.octavo.page.MetaPage;
import io.octavo.page.PageHeader;
import io.octavo.page.RingRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sealed commits on their way into the commit ring. The first thread that waits for its commit
 * writes one record for all that are there by then; a checkpoint that contains them ends their wait
 * too.
 */
final class CommitLog {
  /** Length of the ring when it is first made, and that of a grown one: 64 KiB, 4 MiB. */
  private static final int FIRST_PAGES = 8;

  private static final int FULL_PAGES = 512;

  /** The part of a large store that its first ring takes, so that it need not grow often. */
  private static final int FIRST_SHARE = 512;

  /** The part of a ring that the operations of one commit may take. */
  private static final int LONGEST_SHARE = 4;

  private static final long OWNERSHIP_NANOS = 1_000_000_000;

  private final StoreFile file;
  private final Health health;
  private final long delayNanos;
  private final Consumer<State> publisher;
  private final Queue<SealedCommit> sealed = new ConcurrentLinkedQueue<>();

  /** Held by whoever writes a record or the meta page of a checkpoint. */
  private final ReentrantLock writing = new ReentrantLock();

  private volatile @Nullable CommitRing ring;
  private long ownedNanos = System.nanoTime();

  /**
   * Makes a log without a ring.
   *
   * @param publisher shows a state that is durable
   */
  CommitLog(StoreFile file, Health health, long delayNanos, Consumer<State> publisher) {
    this.file = file;
    this.health = health;
    this.delayNanos = delayNanos;
    this.publisher = publisher;
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

  /** Tells how long the ring is; 0 where there is none. */
  int pages() {
    CommitRing present = ring;
    return present == null ? 0 : present.pages();
  }

  /** Tells whether the ring is so full that it should be made longer. */
  boolean isTooShort(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() < longest(livePages) && present.isFilled(3, 4);
  }

  /**
   * Tells how long the ring may become. Commits of random keys change most leaves before they fill
   * a ring as long as the store, and a checkpoint writes each of them once: the longer the ring,
   * the fewer pages for each commit. Only lengths that doubling gives, so that a growing store does
   * not make it longer by a little again and again.
   */
  private int longest(int livePages) {
    int others = Integer.highestOneBit(Math.max(1, livePages - pages()));
    return Math.min(Math.max(FULL_PAGES, others), MetaPage.MAX_RING_PAGES);
  }

  /**
   * Tells how many bytes of operations are worth a record. Commits of random keys change a page for
   * almost each of them, so that even long records are shorter than these pages.
   */
  int maxOperations(int livePages) {
    return longest(livePages) * PageHeader.PAGE_SIZE / LONGEST_SHARE;
  }

  /** Tells whether it is time for a checkpoint, while half of the ring is left for commits. */
  boolean isFilling(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() >= longest(livePages) && present.isFilled(1, 2);
  }

  /**
   * Tells how long the ring should be made next, with room for several commits of a length, in a
   * store of so many pages.
   */
  int grownPages(int length, int livePages) {
    int wanted = ring == null ? Math.max(FIRST_PAGES, livePages / FIRST_SHARE) : 2 * pages();
    int needed = RingRecord.size(length, 1) / PageHeader.PAGE_SIZE * LONGEST_SHARE;
    return Math.min(Math.max(wanted, needed), longest(livePages));
  }

  /**
   * Takes a sealed commit, in the order of their numbers; for the holder of the writer slot.
   *
   * @return the commit to wait for, null where the ring has no room for it
   */
  @Nullable SealedCommit add(State state, byte[] operations) {
    CommitRing present = ring;
    if (present == null || !present.reserve(operations.length)) {
      return null;
    }
    SealedCommit commit = new SealedCommit(state, operations);
    sealed.add(commit);
    return commit;
  }

  /** Waits until a commit is durable, or throws where that is not known. */
  void await(SealedCommit commit) {
    if (!commit.isDecided()) {
      commit.addWaiter(Thread.currentThread());
    }
    boolean interrupted = false;
    while (!commit.isDecided()) {
      if (writing.tryLock()) {
        try {
          if (!commit.isDecided()) {
            waitForCompany();
            writeSealed();
          }
        } finally {
          writing.unlock();
          wakeNext();
        }
      } else {
        LockSupport.park(this);
        // Parking returns at once as long as the flag is set; it is given back below.
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    StoreFailedException failure = commit.failure();
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Wakes one thread whose commit is not decided, so that it writes the next record. One that comes
   * later than this finds the lock free.
   */
  private void wakeNext() {
    for (SealedCommit waiting : sealed) {
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

  private void writeSealed() {
    List<SealedCommit> commits = takeUpTo(Long.MAX_VALUE);
    int done = 0;
    try {
      while (done < commits.size()) {
        health.require();
        requireOwned();
        List<SealedCommit> rest = commits.subList(done, commits.size());
        int written = write(rest);
        publisher.accept(rest.get(written - 1).state());
        rest.subList(0, written).forEach(SealedCommit::setDurable);
        done += written;
      }
    } catch (IOException | RuntimeException | Error e) {
      StoreFailedException failure = health.fail(e);
      commits.subList(done, commits.size()).forEach(commit -> commit.fail(failure));
    }
  }

  /** Looks once a second whether the file is still this store's. */
  private void requireOwned() throws IOException {
    long now = System.nanoTime();
    if (now - ownedNanos > OWNERSHIP_NANOS) {
      file.requireOwned();
      ownedNanos = now;
    }
  }

  private int write(List<SealedCommit> commits) throws IOException {
    CommitRing present = ring;
    if (present == null) {
      throw new IllegalStateException("sealed commits without a ring");
    }
    List<byte[]> operations = commits.stream().map(SealedCommit::operations).toList();
    return present.write(operations, commits.get(0).state().sequence());
  }

  private List<SealedCommit> takeUpTo(long sequence) {
    List<SealedCommit> commits = new ArrayList<>();
    SealedCommit next = sealed.peek();
    while (next != null && next.state().sequence() <= sequence) {
      commits.add(next);
      sealed.remove();
      next = sealed.peek();
    }
    return commits;
  }

  /** Does what no record may be written beside. */
  void exclusively(Runnable action) {
    writing.lock();
    try {
      action.run();
    } finally {
      writing.unlock();
      wakeNext();
    }
  }

  /** Tells what a meta page says of the ring where it stays; of commits up to a number. */
  Meta.Ring extent(long contained, Meta.Ring none) {
    CommitRing present = ring;
    return present != null ? present.extent(contained) : none;
  }

  /**
   * Ends the wait of the sealed commits that a durable checkpoint contains, and turns to its ring.
   *
   * @param extent the ring of the checkpoint
   * @param contained number of the last commit that it contains
   */
  void checkpointed(UUID storeId, Meta.Ring extent, long contained) {
    List<SealedCommit> commits = takeUpTo(contained);
    commits.forEach(SealedCommit::setDurable);
    CommitRing present = ring;
    if (present != null && present.start() == extent.start()) {
      present.release(commits.size());
      present.contained(contained);
    } else {
      ring = extent.pages() == 0 ? null : new CommitRing(file, storeId, extent);
    }
  }
}
