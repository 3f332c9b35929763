package io.octavo.map;

/** A forward-only sequence of key-value pairs. */
public interface LongPairs {
  /**
   * Moves to the next pair.
   *
   * @return false if there are no more pairs
   */
  boolean next();

  /**
   * Returns the key of the current pair.
   *
   * @return the key
   */
  long key();

  /**
   * Returns the value of the current pair.
   *
   * @return the value
   */
  long value();
}
