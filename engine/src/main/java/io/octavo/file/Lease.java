package io.octavo.file;

/**
 * A right that its holder keeps until {@link #isHeld} becomes false. To release a lease is one
 * assignment, which succeeds even if the heap or the stack is exhausted; to release it twice has no
 * effect. The next thread that wants the right completes the cleanup.
 */
public class Lease {
  /** Whether the holder still has the right; never set back to true. */
  public volatile boolean isHeld = true;

  /** Makes a lease that is held. */
  protected Lease() {}
}
