package io.octavo;

import io.octavo.commit.Background;
import io.octavo.commit.Pager;
import io.octavo.snapshot.SealedCommit;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes commits durable in the background: after some time; at once if a ticket is waited for; at
 * once if many bytes are not durable.
 */
final class Flusher {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  private static final long NEVER = Long.MAX_VALUE;

  /** The time until a failed flush is repeated, so that a full disk is not retried continuously. */
  private static final long RETRY_NANOS = 1_000_000_000;

  private final Transactions transactions;
  private final Pager pager;
  private final StoreOptions options;
  private final Background background;

  /** The time at which the next flush is due, by the clock of the background; or {@link #NEVER}. */
  private long due = NEVER;

  /** Bytes of the operations that were committed since the last flush began. */
  private long waiting;

  /**
   * A group of commits that returned before they were durable. If one commit is durable, so are all
   * before it, so the last number is enough.
   */
  private static final class Returned {
    private final long since;
    private long last;

    Returned(long since, long last) {
      this.since = since;
      this.last = last;
    }
  }

  /**
   * Two groups, the commits of the older one first, give the age of the oldest commit without a
   * list.
   */
  private @Nullable Returned older;

  private @Nullable Returned newer;

  /** Tickets that must be notified when their commits are decided. */
  private final Set<CommitTicket> asking = ConcurrentHashMap.newKeySet();

  Flusher(Transactions transactions, Pager pager, StoreOptions options, Background background) {
    this.transactions = transactions;
    this.pager = pager;
    this.options = options;
    this.background = background;
  }

  /**
   * Schedules a flush that makes a commit durable in time.
   *
   * @param bytes length of its operations
   */
  synchronized void committed(SealedCommit commit, Durability durability, long bytes) {
    note(commit.sequence());
    waiting += bytes;
    boolean isUrgent =
        durability.isAwaited()
            || (durability == Durability.ASYNC && waiting > options.durableBytes());
    long delay = isUrgent ? 0 : options.durableNanos(durability);
    if (delay < NEVER) {
      // Half of the time is left for the write.
      begin(delay / 2);
    }
  }

  /** Records that a commit returns. The clock is read only when a group begins. */
  private void note(long sequence) {
    Returned present = newer;
    if (isDurable(older)) {
      older = present;
      present = null;
    }
    if (present == null) {
      present = new Returned(background.nanoTime(), older == null ? 0 : older.last);
      newer = present;
    }
    // Threads may arrive in another order than their commits.
    present.last = Math.max(present.last, sequence);
  }

  private boolean isDurable(@Nullable Returned commits) {
    return commits == null || commits.last <= pager.durableSequence();
  }

  /** Returns the statistics of the store. */
  synchronized StoreStats stats() {
    Returned oldest = isDurable(older) ? newer : older;
    Duration age =
        oldest == null || isDurable(oldest)
            ? Duration.ZERO
            : Duration.ofNanos(background.nanoTime() - oldest.since);
    return StoreStats.of(pager.stats(), transactions.memory(), nonDurable(), age);
  }

  private synchronized long nonDurable() {
    Returned present = newer;
    return present == null ? 0 : Math.max(0, present.last - pager.durableSequence());
  }

  /**
   * Starts a flush for the commit of a ticket, and notifies the ticket when the commit is decided.
   */
  void hasten(CommitTicket ticket) {
    if (!ticket.tell()) {
      // Before the flush begins, so that the flush or a close finds the ticket.
      asking.add(ticket);
      beginNow();
      if (pager.isClosed()) {
        tell();
      }
    }
  }

  private synchronized void beginNow() {
    begin(0);
  }

  /** Notifies the tickets whose commits are decided. The caller must hold no lock. */
  void tell() {
    asking.removeIf(CommitTicket::tell);
  }

  /** Schedules a flush after some time, unless one is scheduled before. */
  private void begin(long nanos) {
    long now = background.nanoTime();
    if (due == NEVER || now + nanos - due < 0) {
      background.after(nanos, this::flush);
      due = now + nanos;
    }
  }

  private synchronized void begins() {
    due = NEVER;
    waiting = 0;
  }

  private void flush() {
    try {
      begins();
      transactions.sync();
      tell();
    } catch (RuntimeException | Error e) {
      failed(e);
      tell();
    }
  }

  /**
   * Schedules another try. If the store has failed, logs a warning, because no caller waits for the
   * commits.
   */
  private synchronized void failed(Throwable e) {
    due = NEVER;
    if (!pager.isWritable()) {
      LOG.log(
          System.Logger.Level.WARNING,
          pager.fileName() + ": commits that have returned may not be durable",
          e);
    } else if (!transactions.isClosed()) {
      begin(RETRY_NANOS);
    }
  }

  void close() {
    background.close();
  }

  /** Throws if the store has failed and a commit that has returned may be lost. */
  void requireDurable() {
    if (nonDurable() > 0) {
      pager.requireWritable();
    }
  }
}
