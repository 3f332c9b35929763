package io.octavo.tree;

import io.octavo.page.bytes.BytesCopy;

/** A position among entries of byte strings in key order, within bounds. One thread at a time. */
public abstract class BytesScan {
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

  /** Makes a scan without a position. */
  protected BytesScan() {}

  /**
   * Moves to the next entry, unless that requires reading a page.
   *
   * @return false if it does; the position is unchanged
   */
  public abstract boolean step();

  /**
   * Moves to the next entry: the first one from a new scan or from before the first.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean next();

  /**
   * Copies the next entry and those stored with it, and moves to the last of them.
   *
   * @param copy receives them
   * @param most the greatest number of entries, at least 1
   * @return their number; 0 if there is none: the scan is then after the last
   */
  public abstract int next(BytesCopy copy, int most);

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
  public abstract boolean seek(byte[] target);

  /**
   * Moves to the last entry.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seekLast();

  /**
   * Returns the current key, even if it has been removed since.
   *
   * @return a new array
   * @throws IllegalStateException if there is no current entry
   */
  public abstract byte[] key();

  /**
   * Copies the current key.
   *
   * @param into receives as many of its bytes as fit
   * @param offset index of the first byte
   * @return the length of the whole key
   * @throws IllegalStateException if there is no current entry
   */
  public abstract int copyKey(byte[] into, int offset);

  /**
   * Returns the value of the current key, as the transaction sees it now.
   *
   * @return a new array
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  public abstract byte[] value();

  /**
   * Copies the value of the current key, as the transaction sees it now.
   *
   * @param into receives as many of its bytes as fit
   * @param offset index of the first byte
   * @return the length of the whole value
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  public abstract int copyValue(byte[] into, int offset);

  /**
   * Passes the value of the current key to a sink without a copy, as the transaction sees it now.
   *
   * @param most the greatest length of a value that the sink receives
   * @return the length of the value
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  public abstract int showValue(int most, ValueSink sink);

  /**
   * Returns the value of the current key, to be read in parts.
   *
   * @throws IllegalStateException if there is no current entry, or it was removed
   */
  public abstract BytesTree.Value parts();
}
