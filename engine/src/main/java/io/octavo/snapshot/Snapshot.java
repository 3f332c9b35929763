package io.octavo.snapshot;

import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.file.Lease;

/** A snapshot of one state, whose pages stay unchanged until it is closed. */
public final class Snapshot extends Lease implements AutoCloseable {
  public final State state;

  /**
   * The time from which the age counts; 0 before. If two threads set it at once, the later write
   * wins.
   */
  private volatile long sinceNanos;

  Snapshot(State state) {
    this.state = state;
  }

  /** Returns the catalogue of the state. */
  public Catalogue catalogue() {
    return state.catalogue();
  }

  /** Returns the number of the commit that made the state, or that the state builds on. */
  long sequence() {
    return state.sequence();
  }

  /**
   * Counts the age from now on, unless it is counted already. A short read does not call this,
   * because the clock would take a fifth of the time of a read in a small map; the writer does for
   * the snapshots that it finds.
   */
  public void countAge() {
    since();
  }

  /**
   * Returns the age of the snapshot in ns, at least 1, and counts it from now on if it was not
   * counted.
   */
  long ageNanos() {
    long since = since();
    return Math.max(1, System.nanoTime() - since);
  }

  private long since() {
    long since = sinceNanos;
    if (since == 0) {
      since = System.nanoTime();
      sinceNanos = since;
    }
    return since;
  }

  /** Releases the state; further calls have no effect. From here on no page is cached for it. */
  @Override
  public void close() {
    isReleased = true;
  }
}
