package io.octavo.snapshot;

import io.octavo.catalogue.State;
import io.octavo.memory.Memory;
import org.jspecify.annotations.Nullable;

/** The state that new readers see, and the snapshots of this, earlier and unpublished states. */
public final class States {
  /**
   * The published state: the newest durable state, or the newest state if commits need not be
   * durable first.
   */
  private volatile @Nullable State current;

  private final OpenSnapshots snapshots = new OpenSnapshots();

  public State current() {
    State state = current;
    if (state == null) {
      throw new IllegalStateException("no state has been published");
    }
    return state;
  }

  /** Publishes a state, unless a later one is published already. */
  public synchronized void publish(State next) {
    State before = current;
    if (before == null || before.sequence() <= next.sequence()) {
      current = next;
    }
  }

  /** Opens a snapshot of the current state. Waits for no commit. */
  public Snapshot open() {
    while (true) {
      State state = current();
      Snapshot snapshot = open(state);
      // A writer that published after the first look may have taken the old state for unread.
      if (state == current) {
        return snapshot;
      }
      snapshot.close();
    }
  }

  /**
   * Opens a snapshot of a state that an open write transaction makes, and that builds on the newest
   * commit; or of a published state that may have been replaced.
   */
  public Snapshot open(State state) {
    Snapshot snapshot = new Snapshot(state);
    try {
      snapshots.enter(snapshot);
      // Before the first look for a page: a writer that hands an array on looks for readers after
      // it has hidden the page.
      Memory.fence();
    } catch (RuntimeException | Error e) {
      // On a full stack the snapshot that nobody gets may have been entered.
      snapshot.isReleased = true;
      throw e;
    }
    return snapshot;
  }

  /** Returns whether a state is the current one, and no snapshot of another is open. */
  public boolean isOnlyRead(State state) {
    return state == current && !snapshots.isAny(state, false);
  }

  /** Returns whether no snapshot of a state is open. */
  public boolean isUnread(State state) {
    return !snapshots.isAny(state, true);
  }

  /**
   * Returns the numbers of the states that are read or may be read: of those before the published
   * state that have a snapshot, and of the published state. A reader that has not seen yet that its
   * state has been replaced, and will not read it, may add a state that an earlier call has not
   * returned.
   *
   * @return distinct sequence numbers, ascending; the last one is that of the published state
   */
  public long[] read() {
    // Before the look for snapshots: one that is missed is of this state or a later one.
    return snapshots.read(current().sequence());
  }

  public int snapshots() {
    int[] count = new int[1];
    snapshots.forEach(snapshot -> count[0]++);
    return count[0];
  }

  /** Returns the age of the oldest snapshot, 0 if there is none. */
  public long oldestNanos() {
    long[] age = new long[1];
    snapshots.forEach(snapshot -> age[0] = Math.max(age[0], snapshot.ageNanos()));
    return age[0];
  }

  public void closeAll() {
    snapshots.forEach(Snapshot::close);
  }
}
