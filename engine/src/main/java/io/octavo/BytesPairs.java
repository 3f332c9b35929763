package io.octavo;

/** A sequence of byte strings with values, one at a time. */
public interface BytesPairs {
  /**
   * Goes to the next pair.
   *
   * @return false where there is none
   */
  boolean next();

  /**
   * Gives the key of the present pair.
   *
   * @return the key, which nobody changes later
   */
  byte[] key();

  /**
   * Gives the value of the present pair.
   *
   * @return the value, which nobody changes later
   */
  byte[] value();
}
