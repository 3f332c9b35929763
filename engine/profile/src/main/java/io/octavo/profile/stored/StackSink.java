package io.octavo.profile.stored;

/** Takes stacks and their weights. */
interface StackSink {
  /**
   * Takes a stack.
   *
   * @param weight above 0
   */
  void add(int stack, long weight);
}
