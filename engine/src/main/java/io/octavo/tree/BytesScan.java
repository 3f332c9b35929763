package io.octavo.tree;

import io.octavo.page.bytes.BytesCopy;

/** A place among entries of byte strings in key order, within bounds. One thread at a time. */
public abstract class BytesScan {
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

  /** Makes a scan that stands nowhere yet. */
  protected BytesScan() {}

  /**
   * Goes to the next entry if that can be done without reading a page.
   *
   * @return false if it cannot, and nothing is changed
   */
  public abstract boolean step();

  /**
   * Goes to the next entry, the first one from a new scan or from before the first.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean next();

  /**
   * Goes to the next entry and on over those that are stored with it, and copies them all. The scan
   * then stands on the last of them.
   *
   * @param copy receives them
   * @param most the greatest number to copy, 1 or more
   * @return how many there are, 0 if there is none; the scan is then after the last
   */
  public abstract int next(BytesCopy copy, int most);

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
  public abstract boolean seek(byte[] target);

  /**
   * Goes to the last entry.
   *
   * @return false if there is none; the scan is then after the last
   */
  public abstract boolean seekLast();

  /**
   * Returns the key stood on.
   *
   * @return a new array with the key, even if it has been removed since
   * @throws IllegalStateException if the scan stands on no entry
   */
  public abstract byte[] key();

  /**
   * Copies the key stood on.
   *
   * @param into receives its first bytes, as many as there is room for
   * @param offset where the first one goes
   * @return the length of the whole key
   * @throws IllegalStateException if the scan stands on no entry
   */
  public abstract int copyKey(byte[] into, int offset);

  /**
   * Returns the value of the key stood on, as the transaction sees it now.
   *
   * @return a new array with the value
   * @throws IllegalStateException if the scan stands on no entry, or the entry was removed
   */
  public abstract byte[] value();

  /**
   * Copies the value of the key stood on, as the transaction sees it now.
   *
   * @param into receives its first bytes, as many as there is room for
   * @param offset where the first one goes
   * @return the length of the whole value
   * @throws IllegalStateException if the scan stands on no entry, or the entry was removed
   */
  public abstract int copyValue(byte[] into, int offset);

  /**
   * Shows the value of the key stood on where it stands, as the transaction sees it now.
   *
   * @param most the bytes of the longest value to be shown
   * @param sink receives the value, unless it is longer
   * @return the length of the value
   * @throws IllegalStateException if the scan stands on no entry, or the entry was removed
   */
  public abstract int showValue(int most, ValueSink sink);

  /**
   * Returns the value of the key stood on, to be read in parts.
   *
   * @return the value
   * @throws IllegalStateException if the scan stands on no entry, or the entry was removed
   */
  public abstract BytesTree.Value parts();
}
