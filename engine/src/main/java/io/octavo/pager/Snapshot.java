package io.octavo.pager;

import io.octavo.file.Lease;

/** A reader's hold on one state: its pages keep their meaning as long as it is held. */
public final class Snapshot extends Lease implements AutoCloseable {
  final State state;
  private final OpenSnapshots open;
  private final long openedNanos = System.nanoTime();

  /** Whether the set of open snapshots has this one, and not a slot. */
  boolean isInSet;

  Snapshot(State state, OpenSnapshots open) {
    this.state = state;
    this.open = open;
  }

  /**
   * Returns the collections of the state.
   *
   * @return its catalogue
   */
  public Catalogue catalogue() {
    return state.catalogue();
  }

  /** Returns the number of the commit that made the state, or that the state builds on. */
  long sequence() {
    return state.sequence();
  }

  /**
   * Returns the age of the snapshot.
   *
   * @return nanoseconds
   */
  long ageNanos() {
    return System.nanoTime() - openedNanos;
  }

  /** Lets the state go; further calls do nothing, or what an Error kept the first from doing. */
  @Override
  public void close() {
    // From here on no page enters the cache for this snapshot.
    isReleased = true;
    open.leave(this);
  }
}
