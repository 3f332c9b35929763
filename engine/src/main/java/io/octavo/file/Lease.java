package io.octavo.file;

/**
 * A right that somebody has until the end is told. To give it back is one assignment, not even a
 * call, so that neither a full heap nor a full stack keeps anybody from it; again does no harm.
 * Whoever wants the right next does what is left to do.
 */
public class Lease {
  /** Whether the right is still somebody's; never set back to true. */
  public volatile boolean isHeld = true;

  /** Begins; the right is the maker's. */
  protected Lease() {}
}
