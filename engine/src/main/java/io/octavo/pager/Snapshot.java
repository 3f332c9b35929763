package io.octavo.pager;

import java.util.concurrent.atomic.AtomicBoolean;

/** A reader's hold on one state: its pages keep their meaning until this is closed. */
public final class Snapshot implements AutoCloseable {
  private final State state;
  private final long openedNanos = System.nanoTime();
  private final AtomicBoolean closed = new AtomicBoolean();

  Snapshot(State state) {
    this.state = state;
  }

  /**
   * Gives the collections of the state.
   *
   * @return its catalogue
   */
  public Catalogue catalogue() {
    return state.catalogue();
  }

  /**
   * Tells how long the snapshot has been open.
   *
   * @return nanoseconds
   */
  long ageNanos() {
    return System.nanoTime() - openedNanos;
  }

  /**
   * Tells whether it has been closed.
   *
   * @return true once {@link #close} has been called
   */
  public boolean isClosed() {
    return closed.get();
  }

  /** Lets the state go; further calls do nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      state.release(this);
    }
  }
}
