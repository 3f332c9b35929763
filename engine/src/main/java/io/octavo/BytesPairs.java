package io.octavo;

/** A sequence of byte strings with values, one at a time. */
public interface BytesPairs {
  /**
   * Goes to the next pair.
   *
   * @return false if there is none
   */
  boolean next();

  /**
   * Returns the key of the present pair.
   *
   * @return the key, which nobody changes later
   */
  byte[] key();

  /**
   * Returns the value of the present pair.
   *
   * @return the value, which nobody changes later
   */
  byte[] value();
}
