package io.octavo.snapshot;

import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.catalogue.State;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A commit whose state is complete. The next transaction may build on it; readers see it when it is
 * durable, or at once if it or a later commit need not be durable first.
 *
 * <p>The commits of a store are a chain: a transaction is committed by the one assignment that
 * links it to the commit before it. The log, which writes records, and the space, which releases
 * freed pages, follow the chain.
 */
public final class SealedCommit {
  /** The predecessor of all commits. */
  public static final SealedCommit NONE =
      new SealedCommit(0, new PageSet(), new PageSet(), new IntList(), 0);

  private static final byte[] NOTHING = {};

  private final long sequence;
  private final PageSet made;
  private final PageSet own;
  private final IntList freed;
  private final long freedTotal;

  /**
   * Needed until the commit is durable: the state to publish, and the operations for the record.
   */
  private volatile @Nullable State state;

  private volatile byte @Nullable [] operations;

  /** The thread of the commit, and threads that committed nothing but may have read this commit. */
  private volatile @Nullable Queue<Thread> waiters = new ConcurrentLinkedQueue<>();

  /** The next commit; set by the holder of the writer slot. */
  public volatile @Nullable SealedCommit next;

  private SealedCommit(long sequence, PageSet made, PageSet own, IntList freed, long freedBefore) {
    this.sequence = sequence;
    this.made = made;
    this.own = own;
    this.freed = freed;
    this.freedTotal = freedBefore + freed.size();
  }

  /** Returns the first commit of a chain, for the state of an opened file. */
  public static SealedCommit found(long sequence) {
    return new SealedCommit(sequence, new PageSet(), new PageSet(), new IntList(), 0);
  }

  /**
   * Returns the next commit, which is not linked yet.
   *
   * @param next the state of the commit
   * @param logged the operations for the record, null if the commit gets no record
   * @param made see {@link #made}
   * @param own see {@link #own}
   * @param freed see {@link #freed}
   */
  public SealedCommit follow(
      State next, byte @Nullable [] logged, PageSet made, PageSet own, IntList freed) {
    SealedCommit commit = new SealedCommit(next.sequence(), made, own, freed, freedTotal);
    if (logged != null) {
      commit.state = next;
      commit.operations = logged;
    }
    return commit;
  }

  /** {@return its number} */
  public long sequence() {
    return sequence;
  }

  /** Returns the pages that the commit made and did not free again. */
  PageSet made() {
    return made;
  }

  /** Returns the made pages that no snapshot of the transaction reached when it committed. */
  PageSet own() {
    return own;
  }

  /** Returns whether the commit made a page and snapshots of the transaction reached it. */
  boolean isSealed(int page) {
    return own != made && made.contains(page) && !own.contains(page);
  }

  /** Returns the pages that the commit freed: pages of earlier states, and sealed ones. */
  IntList freed() {
    return freed;
  }

  /** Returns the number of pages that this commit and all earlier ones have freed. */
  long freedTotal() {
    return freedTotal;
  }

  /** Returns whether the commit still awaits its record, or a checkpoint in place of it. */
  public boolean awaitsRecord() {
    return operations != null;
  }

  public byte[] operations() {
    byte[] present = operations;
    return present == null ? NOTHING : present;
  }

  public @Nullable State state() {
    return state;
  }

  /** Adds a waiting thread. */
  public void addWaiter(Thread thread) {
    Queue<Thread> present = waiters;
    if (present != null) {
      present.add(thread);
    }
  }

  /** Wakes the waiting threads. Returns false if there are none. */
  public boolean wake() {
    Queue<Thread> present = waiters;
    if (present == null) {
      return false;
    }
    present.forEach(LockSupport::unpark);
    return !present.isEmpty();
  }

  /**
   * Wakes the waiting threads, because the commit is durable, and clears the fields that only the
   * wait needs: the chain may keep the commit for long, and a thread keeps its context.
   */
  public void logged() {
    wake();
    operations = null;
    state = null;
    waiters = null;
  }
}
