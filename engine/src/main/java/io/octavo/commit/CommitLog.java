package io.octavo.commit;

import io.octavo.cache.Health;
import io.octavo.cache.Ownership;
import io.octavo.cache.PageLoader;
import io.octavo.catalogue.State;
import io.octavo.file.StoreFile;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.Meta;
import io.octavo.page.ring.RingRecord;
import io.octavo.snapshot.SealedCommit;
import io.octavo.snapshot.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The sealed commits without a record, and the writing of their records. The first thread that
 * waits for its commit writes records for all commits that are sealed by then, one if they fit. So
 * does a checkpoint before its meta page, because changes are read from the ring only.
 *
 * <p>A record of commits that are visible already is written to the system, and {@link #await}
 * forces the file afterwards. Any other record is written durably.
 */
final class CommitLog {
  /** The length of the first ring of a large store, as a fraction of the store. */
  private static final int FIRST_SHARE = 512;

  /** The greatest fraction of a ring that the operations of one commit may take. */
  private static final int LONGEST_SHARE = 4;

  /** The interval at which a waiting thread checks whether the store has failed. */
  private static final long PARK_NANOS = 50_000_000;

  private final StoreFile file;
  private final Health health;
  private final Ownership ownership;
  private final int firstPages;
  private final int fullPages;
  private final int mostPages;
  private final States states;

  /** Held by the thread that writes a record or the meta page of a checkpoint. */
  private final ReentrantLock writing = new ReentrantLock();

  /** Held by the thread that forces records. Taken before {@link #writing}. */
  private final ReentrantLock forcing = new ReentrantLock();

  /** The last commit that has its record or needs none. Others follow it. */
  private volatile SealedCommit recorded = SealedCommit.NONE;

  /** The number of the last commit that is durable. */
  private final AtomicLong durable = new AtomicLong();

  private volatile @Nullable CommitRing ring;

  /**
   * Makes a log without a ring.
   *
   * @param states publishes durable states
   */
  CommitLog(StoreFile file, Ownership ownership, RingLimits limits, States states) {
    this.file = file;
    this.health = ownership.health();
    this.ownership = ownership;
    this.firstPages = limits.first();
    this.fullPages = limits.full();
    this.mostPages = limits.most();
    this.states = states;
  }

  /** Sets the predecessor of the sealed commits, which needs no record. */
  void follow(SealedCommit last) {
    recorded = last;
    setDurable(last.sequence());
  }

  private void setDurable(long sequence) {
    durable.accumulateAndGet(sequence, Math::max);
  }

  /**
   * Opens the ring that a meta page names. Returns the operations of the commits after the
   * checkpoint.
   */
  List<byte[]> open(PageLoader loader, Meta meta) throws IOException {
    if (meta.ring().pages() == 0) {
      return List.of();
    }
    CommitRing found = new CommitRing(file, meta.storeId(), meta.ring());
    ring = found;
    return found.read(loader, meta.sequence());
  }

  /** Returns the operations of the commits that another process has recorded since. */
  List<byte[]> readNew(long contained) throws IOException {
    CommitRing present = ring;
    return present == null ? List.of() : present.readNew(contained);
  }

  /** Returns the length of the ring in pages; 0 if there is no ring. */
  int pages() {
    CommitRing present = ring;
    return present == null ? 0 : present.pages();
  }

  /** Returns the first page of the ring; 0 if there is no ring. */
  int start() {
    CommitRing present = ring;
    return present == null ? 0 : present.start();
  }

  /** Returns whether the ring is so full that the next checkpoint should lengthen it. */
  boolean isTooShort(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() < longest(livePages) && present.isFilled(3, 4);
  }

  /**
   * Returns the greatest length of the ring. Commits of random keys change most leaves of the store
   * before they fill a ring as long as the store, and a checkpoint writes each leaf once: the
   * longer the ring, the fewer pages for each commit. The length is a power of two, so that the
   * ring of a growing store is not lengthened by a little again and again.
   */
  int longest(int livePages) {
    int others = Integer.highestOneBit(Math.max(1, livePages - pages()));
    return Math.min(Math.max(fullPages, others), mostPages);
  }

  /**
   * Returns the greatest length of operations that are written to a record. Commits of random keys
   * change about a page for each operation, so that even long records are shorter than these pages.
   */
  int maxOperations(int livePages) {
    return longest(livePages) * PageHeader.PAGE_SIZE / LONGEST_SHARE;
  }

  /** Returns whether sealed commits have reserved more than a fraction of the ring. */
  boolean isReserved(int numerator, int denominator) {
    CommitRing present = ring;
    return present != null && present.isReserved(numerator, denominator);
  }

  /**
   * Returns whether a checkpoint should begin, so that the ring has room for the commits during the
   * checkpoint. Reservations do not count, because background commits reserve much more than they
   * use.
   */
  boolean isFilling(int livePages) {
    CommitRing present = ring;
    return present != null && present.pages() >= longest(livePages) && present.isFilling();
  }

  /** Returns whether records use more than a number of pages of the ring. */
  boolean isUsed(int pages) {
    CommitRing present = ring;
    return present != null && present.isUsed(pages);
  }

  /**
   * Returns the length of a ring that is moved: shorter if the contents have shrunk much. It is
   * twice the length that they need, so that contents that shrink and grow do not change it each
   * time.
   */
  int movedPages(int livePages) {
    return Math.min(pages(), 2 * longest(livePages));
  }

  /** Returns the next length of the ring, with room for several commits of a length. */
  int grownPages(int length, int livePages) {
    int wanted = ring == null ? Math.max(firstPages, livePages / FIRST_SHARE) : 2 * pages();
    int needed = RingRecord.size(length, 1) / PageHeader.PAGE_SIZE * LONGEST_SHARE;
    return Math.min(Math.max(wanted, needed), longest(livePages));
  }

  /**
   * Reserves room for the record of the next commit, which joins the log when it is linked to its
   * predecessor. For the holder of the writer slot.
   *
   * @param sequence its sequence number
   * @param length length of its operations in bytes
   * @return false if the ring has no room for the record
   */
  boolean reserve(long sequence, int length) {
    CommitRing present = ring;
    return present != null && present.reserve(sequence, length);
  }

  /** Returns the sequence number of the last durable commit. */
  long durable() {
    return durable.get();
  }

  /** Returns whether a commit is durable. */
  boolean isDurable(SealedCommit commit) {
    return commit.sequence() <= durable.get();
  }

  /** Returns whether a commit has its record, or needs none. */
  boolean isRecorded(SealedCommit commit) {
    return !commit.awaitsRecord() || commit.sequence() <= recorded.sequence();
  }

  /** Returns whether a commit has its record, or never will because the store has failed. */
  private boolean isDecided(SealedCommit commit) {
    return isRecorded(commit) || health.isFailed();
  }

  /** Waits until a commit is durable. Throws if it is unknown whether it is durable. */
  void await(SealedCommit commit) {
    record(commit);
    if (!isDurable(commit)) {
      forcing.lock();
      try {
        if (!isDurable(commit)) {
          force();
        }
      } finally {
        forcing.unlock();
      }
    }
  }

  /** Makes the commits that have records durable. Other records are written meanwhile. */
  private void force() {
    SealedCommit last = recorded;
    exclusively(this::beginBlock);
    health.require();
    ownership.require();
    try {
      file.force();
    } catch (IOException | RuntimeException | Error e) {
      health.cause = e;
      throw health.exception();
    }
    setDurable(last.sequence());
  }

  private void beginBlock() {
    CommitRing present = ring;
    if (present != null) {
      present.beginBlock();
    }
  }

  /**
   * Waits until a commit has its record: a visible commit then survives the process; any other is
   * durable. Throws if that is unknown.
   */
  void record(SealedCommit commit) {
    boolean interrupted = false;
    boolean isRegistered = false;
    while (!isDecided(commit)) {
      try {
        if (!isRegistered) {
          commit.addWaiter(Thread.currentThread());
          isRegistered = true;
        } else if (writing.tryLock()) {
          // No call between tryLock and try: the finally unlocks.
          try {
            writeSealed(commit);
          } finally {
            writing.unlock();
            wakeNext();
          }
        } else {
          LockSupport.parkNanos(this, PARK_NANOS);
          // Parking returns at once if the interrupt status is set. It is restored below.
          interrupted |= Thread.interrupted();
        }
      } catch (RuntimeException | Error e) {
        // The commit is sealed, and other commits may build on it, so it cannot be undone.
        health.cause = e;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!isRecorded(commit)) {
      health.require();
    }
  }

  /** Waits for the record that is being written, or writes the next record if none is. */
  void recordOldest() {
    for (SealedCommit next = recorded.next; next != null; next = next.next) {
      if (next.awaitsRecord()) {
        record(next);
        return;
      }
    }
  }

  /** Writes records up to a commit, unless another thread has. */
  private void writeSealed(SealedCommit commit) {
    if (!isDecided(commit)) {
      long visible = states.current().sequence();
      boolean isVisible = commit.sequence() <= visible;
      write(sealed(isVisible ? visible : Long.MAX_VALUE), !isVisible);
    }
  }

  /**
   * Wakes one thread whose commit is not decided, so that it writes the next record. A thread that
   * comes later finds the lock free.
   */
  private void wakeNext() {
    for (SealedCommit waiting = recorded.next; waiting != null; waiting = waiting.next) {
      if (waiting.wake()) {
        return;
      }
    }
  }

  /** Writes records of all commits that are sealed, durably. For the thread that has the lock. */
  void writeSealed() {
    write(sealed(Long.MAX_VALUE), true);
  }

  private void write(List<SealedCommit> all, boolean isDurable) {
    List<SealedCommit> commits = all;
    while (!commits.isEmpty()) {
      health.require();
      CommitRing present = ring;
      if (present == null) {
        throw new IllegalStateException("sealed commits without a ring");
      }
      List<byte[]> operations = commits.stream().map(SealedCommit::operations).toList();
      long first = commits.get(0).sequence();
      CommitRing.Built record = present.build(operations, first, durable.get());
      if (isDurable) {
        ownership.require();
      } else {
        ownership.requireNowAndThen();
      }
      try {
        write(present, record, isDurable);
        int count = (int) (record.last() - first + 1);
        show(commits.subList(0, count), isDurable);
        commits = commits.subList(count, commits.size());
      } catch (IOException | RuntimeException | Error e) {
        health.cause = e;
        commits.forEach(SealedCommit::wake);
        return;
      }
    }
  }

  private void write(CommitRing present, CommitRing.Built record, boolean isDurable)
      throws IOException {
    boolean isAlone = isDurable && isDurable(recorded);
    present.write(record, isAlone);
    if (isDurable && !isAlone) {
      file.force();
      present.beginBlock();
    }
  }

  /** Returns the sealed commits, up to a number, that have no record yet. */
  private List<SealedCommit> sealed(long last) {
    List<SealedCommit> commits = new ArrayList<>();
    for (SealedCommit next = recorded.next;
        next != null && next.sequence() <= last;
        next = next.next) {
      if (next.awaitsRecord()) {
        commits.add(next);
      }
    }
    return commits;
  }

  /** Publishes recorded commits and wakes their threads. */
  private void show(List<SealedCommit> commits, boolean isDurable) {
    SealedCommit last = commits.get(commits.size() - 1);
    State state = last.state();
    if (state != null) {
      states.publish(state);
    }
    if (isDurable) {
      setDurable(last.sequence());
    }
    recorded = last;
    commits.forEach(SealedCommit::logged);
  }

  /** Runs an action while no record is written. */
  void exclusively(Runnable action) {
    writing.lock();
    try {
      action.run();
    } finally {
      writing.unlock();
      wakeNext();
    }
  }

  /**
   * Returns the fields of a meta page for an unchanged ring, in a state that contains the commits
   * up to a number.
   */
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
   * Wakes the threads of the sealed commits that a durable checkpoint contains, and continues with
   * its ring.
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
    SealedCommit last = recorded;
    for (SealedCommit commit = last.next;
        commit != null && commit.sequence() <= contained;
        commit = commit.next) {
      commits.add(commit);
      last = commit;
    }
    setDurable(contained);
    recorded = last;
    commits.forEach(SealedCommit::logged);
  }
}
