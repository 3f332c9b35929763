package io.octavo.bench.lists;

import java.io.IOException;

/** A store of posting lists, which are numbered from 0. */
interface Racer extends AutoCloseable {
  /**
   * What came out of all lists.
   *
   * @param ids the number of ids
   * @param sum the sum of the ids, 0 where they are only counted
   */
  record Tally(long ids, long sum) {}

  /** The racers, in the order of their columns. */
  enum Kind {
    OCTAVO,
    ROARING,
    MAPPED,
    LUCENE
  }

  /** Returns the bytes of all lists. */
  long bytes() throws IOException;

  /** Does a work with each of some lists, and reads the ids of the result. */
  Tally run(Work work, int[] lists) throws IOException;

  @Override
  default void close() throws IOException {}
}
