package io.octavo.tree;

/**
 * A position among entries in key order, within bounds. One thread at a time. Entries of a snapshot
 * are read ahead in batches, so that their loads overlap.
 */
public abstract class LongScan {
  /** The position of a scan. */
  protected enum Place {
    /** No position yet. */
    NEW,
    /** Before the first entry. */
    BEFORE,
    /** On an entry. */
    ON,
    /** After the last entry. */
    AFTER,
    /** Unknown, because a move threw. */
    FAILED
  }

  /**
   * The number of entries that are read ahead: enough for loads to overlap, few enough for short
   * ranges.
   */
  protected static final int AHEAD = 64;

  private static final long[] NONE = {};

  /** Keys of entries that were read ahead, the current one included. */
  protected long[] keys = NONE;

  /** Values of these entries. */
  protected long[] values = NONE;

  /** The index of the current entry in these arrays. */
  protected int at;

  /** The number of entries in these arrays; 0 if nothing was read ahead. */
  protected int ahead;

  /** Makes a scan that has read nothing ahead. */
  protected LongScan() {}

  /**
   * Moves to the next entry if it was read ahead.
   *
   * @return false if it was not; the position is unchanged
   */
  public final boolean step() {
    if (at + 1 >= ahead) {
      return false;
    }
    at++;
    return true;
  }

  /**
   * Returns whether {@link #aheadKey} and {@link #aheadValue} return the current entry. It is one
   * of a snapshot, so it cannot have changed.
   */
  public final boolean isAhead() {
    return ahead > 0;
  }

  /** Returns the current key, which was read ahead. */
  public final long aheadKey() {
    return keys[at];
  }

  /** Returns the current value, which was read ahead. */
  public final long aheadValue() {
    return values[at];
  }

  /** Makes the arrays for entries read ahead, if there are none. */
  protected final void makeArrays() {
    if (keys.length == 0) {
      keys = new long[AHEAD];
      values = new long[AHEAD];
    }
  }

  /**
   * Moves to the next entry: the first one from a new scan or from before the first.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean next();

  /**
   * Moves to the previous entry: the last one from a new scan or from after the last.
   *
   * @return false if there is none; the scan is then before the first
   */
  public abstract boolean previous();

  /**
   * Moves to the least key at or above a key, within the bounds.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seek(long target);

  /**
   * Moves to the last entry.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seekLast();

  /**
   * Returns the current key, even if it has been removed since.
   *
   * @throws IllegalStateException if there is no current entry
   */
  public abstract long key();

  /**
   * Returns the value of the current key, as the transaction sees it now.
   *
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  public abstract long value();
}
