package io.octavo.map;

/** A forward-only sequence of pairs of byte strings. */
public interface BytesPairs {
  /**
   * Moves to the next pair.
   *
   * @return false if there are no more pairs
   */
  boolean next();

  /**
   * Returns the key of the current pair.
   *
   * @return the key, not modified later
   */
  byte[] key();

  /**
   * Returns the value of the current pair.
   *
   * @return the value, not modified later
   */
  byte[] value();
}
