package io.octavo.pager;

import io.octavo.memory.Memory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that new readers see, and the earlier states that some readers still hold: a chain,
 * oldest first. Snapshots of write transactions are beside the chain: they hold the commit that
 * their transaction builds on, and later ones.
 */
final class States {
  /**
   * The published state: the newest durable state, or the newest state if commits need not be
   * durable first.
   */
  private volatile @Nullable State current;

  private @Nullable State oldest;

  /** The open snapshots of write transactions. */
  private final Set<Snapshot> ofTransactions = ConcurrentHashMap.newKeySet();

  State current() {
    State state = current;
    if (state == null) {
      throw new IllegalStateException("no state has been published");
    }
    return state;
  }

  /** Publishes a state, unless that state or a later one is published already. */
  synchronized void publish(State next) {
    State before = current;
    if (before == null) {
      oldest = next;
    } else if (before == next || before.sequence() > next.sequence()) {
      return;
    } else {
      before.next = next;
    }
    current = next;
  }

  /** Opens a snapshot of the current state, without waiting. */
  Snapshot open() {
    while (true) {
      State state = current();
      Snapshot snapshot = open(state);
      // Before the first look for a page: a writer that hands an array on looks for readers after
      // it has hidden the page.
      Memory.fence();
      // A writer that published after the first look may have taken the old state for unread.
      if (state == current) {
        return snapshot;
      }
      snapshot.isHeld = false;
      snapshot.close();
    }
  }

  /** Returns where states of write transactions have their readers. */
  Set<Snapshot> ofTransactions() {
    return ofTransactions;
  }

  /** Opens a snapshot of a state that a write transaction makes, or that may have been replaced. */
  Snapshot open(State state) {
    Snapshot snapshot = new Snapshot(state);
    try {
      state.enter(snapshot);
    } catch (RuntimeException | Error e) {
      // On a full stack the set may hold the snapshot that nobody gets.
      snapshot.isHeld = false;
      throw e;
    }
    return snapshot;
  }

  /** Returns whether no snapshot is open but perhaps some of a state, which is the current one. */
  boolean isOnlyRead(State state) {
    return oldestHeld() == state && state == current && heldOfTransactions().isEmpty();
  }

  /** Returns the open snapshots of write transactions. */
  private Set<Snapshot> heldOfTransactions() {
    ofTransactions.removeIf(snapshot -> !snapshot.isHeld);
    return ofTransactions;
  }

  /** Returns the sequence number of the oldest state that is or may be read. */
  long oldestRead() {
    long sequence = oldestHeld().sequence();
    for (Snapshot snapshot : heldOfTransactions()) {
      sequence = Math.min(sequence, snapshot.sequence());
    }
    return sequence;
  }

  private synchronized State oldestHeld() {
    State state = oldest;
    State last = current;
    if (state == null || last == null) {
      throw new IllegalStateException("no state has been published");
    }
    while (state != last && !state.hasReaders()) {
      State next = state.next;
      state = next == null ? last : next;
      oldest = state;
    }
    return state;
  }

  int snapshots() {
    int count = 0;
    for (State state = oldestHeld(); state != null; state = state.next) {
      for (Snapshot snapshot : state.snapshots()) {
        count += snapshot.isHeld ? 1 : 0;
      }
    }
    for (Snapshot snapshot : ofTransactions) {
      count += snapshot.isHeld ? 1 : 0;
    }
    return count;
  }

  /** Returns the age of the oldest snapshot, 0 if there is none. */
  long oldestNanos() {
    long age = 0;
    for (State state = oldestHeld(); state != null; state = state.next) {
      for (Snapshot snapshot : state.snapshots()) {
        age = Math.max(age, snapshot.ageNanos());
      }
    }
    for (Snapshot snapshot : heldOfTransactions()) {
      age = Math.max(age, snapshot.ageNanos());
    }
    return age;
  }

  void closeAll() {
    for (State state = oldestHeld(); state != null; state = state.next) {
      state.snapshots().forEach(Snapshot::close);
    }
    heldOfTransactions().forEach(Snapshot::close);
  }
}
