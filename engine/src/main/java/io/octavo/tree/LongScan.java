package io.octavo.tree;

/**
 * A place among entries in key order, within bounds. One thread at a time. Entries of a snapshot
 * are read ahead: the processor reads several side by side where each does not wait for what the
 * caller does with the last.
 */
public abstract class LongScan {
  /** Where a scan stands. */
  protected enum Place {
    /** Nowhere yet. */
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
   * Goes to the next entry if that has been read already; no page is read.
   *
   * @return false if it has not, and nothing is changed
   */
  public final boolean step() {
    if (at + 1 >= ahead) {
      return false;
    }
    at++;
    return true;
  }

  /**
   * Returns whether the entry stood on was read ahead; of a snapshot, so nothing can have changed.
   *
   * @return true if {@link #aheadKey} and {@link #aheadValue} give it
   */
  public final boolean isAhead() {
    return ahead > 0;
  }

  /**
   * Returns a key that was read ahead: no page is looked at.
   *
   * @return the key stood on
   */
  public final long aheadKey() {
    return keys[at];
  }

  /**
   * Returns a value that was read ahead: no page is looked at.
   *
   * @return the value of the entry stood on
   */
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
   * Goes to the next entry, the first one from a new scan or from before the first.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean next();

  /**
   * Goes to the entry before, the last one from a new scan or from after the last.
   *
   * @return false if there is none; the scan is then before the first
   */
  public abstract boolean previous();

  /**
   * Goes to the least key that is not below a key, within the bounds.
   *
   * @param target the key
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seek(long target);

  /**
   * Goes to the last entry.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seekLast();

  /**
   * Returns the key stood on.
   *
   * @return the key, even if it has been removed since
   * @throws IllegalStateException if the scan stands on no entry
   */
  public abstract long key();

  /**
   * Returns the value of the key stood on, as the transaction sees it now.
   *
   * @return the value
   * @throws IllegalStateException if the scan stands on no entry, or the entry was removed
   */
  public abstract long value();
}
