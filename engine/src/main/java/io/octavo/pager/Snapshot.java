package io.octavo.pager;

/** A reader's hold on one state: its pages keep their meaning until this is closed. */
public final class Snapshot implements AutoCloseable {
  private final State state;
  private final long openedNanos = System.nanoTime();
  private volatile boolean closed;

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
    return closed;
  }

  /** Lets the state go; further calls do nothing, or what an Error kept the first from doing. */
  @Override
  public void close() {
    // First: once the state is let go, no page may enter the cache for this snapshot any more.
    closed = true;
    state.leave(this);
  }
}
