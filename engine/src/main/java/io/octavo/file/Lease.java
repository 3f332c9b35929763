package io.octavo.file;

/**
 * A right that its holder keeps until {@link #isReleased} becomes true. The release is one
 * assignment, which succeeds even if the heap or the stack is exhausted; a second one has no
 * effect, but costs a fence, so frequent paths check first. The next thread that acquires the right
 * completes the cleanup.
 */
public class Lease {
  /** Whether the holder has released the right; never reset. The initial value costs no fence. */
  public volatile boolean isReleased;

  /** Makes a lease that is held. */
  protected Lease() {}
}
