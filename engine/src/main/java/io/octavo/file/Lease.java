package io.octavo.file;

/**
 * A right that its holder keeps until {@link #isReleased} becomes true. To release a lease is one
 * assignment, which succeeds even if the heap or the stack is exhausted; to release it twice has no
 * effect, but costs a second fence, so that frequent paths look first. The next thread that wants
 * the right completes the cleanup.
 */
public class Lease {
  /**
   * Whether the holder has given the right up; never set back to false. The initial value costs no
   * fence.
   */
  public volatile boolean isReleased;

  /** Makes a lease that is held. */
  protected Lease() {}
}
