package io.octavo;

/** A sequence of keys with values, one at a time. */
public interface LongPairs {
  /**
   * Goes to the next pair.
   *
   * @return false where there is none
   */
  boolean next();

  /**
   * Gives the key of the present pair.
   *
   * @return the key
   */
  long key();

  /**
   * Gives the value of the present pair.
   *
   * @return the value
   */
  long value();
}
