package io.octavo;

/** A sequence of keys with values, one at a time. */
public interface LongPairs {
  /**
   * Goes to the next pair.
   *
   * @return false if there is none
   */
  boolean next();

  /**
   * Returns the key of the present pair.
   *
   * @return the key
   */
  long key();

  /**
   * Returns the value of the present pair.
   *
   * @return the value
   */
  long value();
}
