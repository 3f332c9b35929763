package io.octavo.fuzz;

/** What an {@link Execution} does to the collections of one type, other than maps of longs. */
interface Steps {
  /**
   * Changes and reads.
   *
   * @param count how much
   */
  void change(int count);

  /**
   * Reads one thing after the other, with changes of the same transaction between.
   *
   * @param count how much
   */
  void walk(int count);
}
