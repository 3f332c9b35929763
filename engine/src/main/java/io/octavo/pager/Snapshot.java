package io.octavo.pager;

import io.octavo.file.Lease;

/** A reader's hold on one state: its pages keep their meaning as long as it is held. */
public final class Snapshot extends Lease implements AutoCloseable {
  final State state;
  private final OpenSnapshots open;

  /**
   * Since when the age is counted, 0 if it is not counted. Plain: two threads that begin to count
   * at once write nearly the same.
   */
  private long sinceNanos;

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
   * Counts the age from now on, unless it is counted already. A short read does not call this,
   * because reading the clock would take a fifth of the time of a read in a small map; the writer
   * does for those that it meets.
   */
  public void countAge() {
    if (sinceNanos == 0) {
      sinceNanos = System.nanoTime();
    }
  }

  /**
   * Returns the age of the snapshot, and counts it from now on if it was not counted.
   *
   * @return nanoseconds, at least 1
   */
  long ageNanos() {
    countAge();
    return Math.max(1, System.nanoTime() - sinceNanos);
  }

  /** Lets the state go; further calls do nothing, or what an Error kept the first from doing. */
  @Override
  public void close() {
    // From here on no page enters the cache for this snapshot.
    isReleased = true;
    open.leave(this);
  }
}
