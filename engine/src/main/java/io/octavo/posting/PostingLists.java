package io.octavo.posting;

/** A forward-only sequence of posting lists. */
public interface PostingLists {
  /**
   * Moves to the next list.
   *
   * @return false if there are no more lists
   */
  boolean next();

  /**
   * Returns the key of the current list.
   *
   * @return the key
   */
  long key();

  /**
   * Reads the next ids of the current list, starting with the lowest.
   *
   * @param into the array to fill, in ascending order, from index 0; its length is at least 1
   * @return the number of ids read, 0 at the end of the list
   */
  int nextBlock(long[] into);
}
