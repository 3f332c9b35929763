package io.octavo;

import io.octavo.pager.Pager;
import io.octavo.pager.SealedCommit;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes commits durable that nobody waits for: some time after they returned, at once where their
 * ticket is to be waited for, and at once where many bytes wait.
 */
final class Flusher {
  private static final System.Logger LOG = System.getLogger(Store.class.getName());

  private static final long NEVER = Long.MAX_VALUE;

  /** Until what failed is tried again: a full disk is not to be asked all the time. */
  private static final long RETRY_NANOS = 1_000_000_000;

  private final OpenTransactions transactions;
  private final Pager pager;
  private final StoreOptions options;
  private final Background background;

  /**
   * When the next flush that has been asked for begins, by the clock in the background; or never.
   */
  private long due = NEVER;

  /** Bytes of operations that were committed since the last flush began. */
  private long waiting;

  /** Their number. Those of a flush that has begun do not count: it gives their room back. */
  private long commits;

  /**
   * Commits that returned before they were durable. Who has one of these commits has all that
   * follow, so only numbers are kept.
   */
  private static final class Returned {
    private final long since;
    private long last;

    Returned(long since, long last) {
      this.since = since;
      this.last = last;
    }
  }

  /** Those that are waited for, and those since: so the oldest is known without a list. */
  private @Nullable Returned older;

  private @Nullable Returned newer;

  /** Tickets that are to be told what becomes of their commits. */
  private final Set<CommitTicket> asking = ConcurrentHashMap.newKeySet();

  Flusher(OpenTransactions transactions, Pager pager, StoreOptions options, Background background) {
    this.transactions = transactions;
    this.pager = pager;
    this.options = options;
    this.background = background;
  }

  /**
   * Has a commit made durable in time.
   *
   * @param bytes length of its operations
   */
  synchronized void committed(SealedCommit commit, Durability durability, long bytes) {
    note(commit.sequence());
    waiting += bytes;
    commits++;
    boolean isUrgent =
        durability.isAwaited()
            || (durability == Durability.ASYNC && waiting > options.durableBytes())
            || pager.isRingReserved(commits, waiting);
    long delay = isUrgent ? 0 : options.durableNanos(durability);
    if (delay < NEVER) {
      // The write has the other half of the time.
      begin(delay / 2);
    }
  }

  /** Notes that a commit returns. Takes the time only where a group begins. */
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
    // Threads may come in another order than their commits.
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
    return StoreStats.of(pager.stats(), transactions.stackIndexes().bytes(), nonDurable(), age);
  }

  private synchronized long nonDurable() {
    Returned present = newer;
    return present == null ? 0 : Math.max(0, present.last - pager.durableSequence());
  }

  /** Has the commit of a ticket made durable now, and the ticket told when that is decided. */
  void hasten(CommitTicket ticket) {
    if (!ticket.tell()) {
      // First, so that the flush or the close finds the ticket.
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

  /** Tells the tickets whose commits are decided; whoever calls this holds no lock. */
  void tell() {
    asking.removeIf(CommitTicket::tell);
  }

  /** Begins a flush after some time, unless one begins before. */
  private void begin(long nanos) {
    long now = background.nanoTime();
    // An Error may have kept a flush from beginning: one that is so late is not waited for.
    if (due == NEVER || now + nanos - due < 0 || now - due > RETRY_NANOS) {
      background.after(nanos, this::flush);
      due = now + nanos;
    }
  }

  private synchronized void begins() {
    due = NEVER;
    waiting = 0;
    commits = 0;
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

  /** Tries again later; a store that has failed says so now, because no caller waits for it. */
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

  /** Throws where the store has failed and a commit that has returned may be lost. */
  void requireDurable() {
    if (nonDurable() > 0) {
      pager.requireWritable();
    }
  }
}
