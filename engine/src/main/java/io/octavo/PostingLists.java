package io.octavo;

/** A sequence of posting lists, one at a time. */
public interface PostingLists {
  /**
   * Goes to the next list.
   *
   * @return false if there is none
   */
  boolean next();

  /**
   * Returns the key of the present list.
   *
   * @return the key
   */
  long key();

  /**
   * Returns the next ids of the present list, from its least one on.
   *
   * @param into receives them, ascending, from index 0 on; with room for at least one
   * @return how many, 0 if there are no more
   */
  int nextBlock(long[] into);
}
