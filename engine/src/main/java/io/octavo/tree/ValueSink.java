package io.octavo.tree;

/** Receives a value directly from its pages, to avoid a second copy. */
@FunctionalInterface
public interface ValueSink {
  /**
   * Receives a part of a value. Parts arrive in order; an inline value is one part.
   *
   * @param length the length of the whole value
   * @param position the first byte of the part in the value
   * @param page the array that holds the part; must not be modified, and is valid during the call
   *     only
   * @param from index of the first byte in the array
   * @param count the length of the part
   */
  void accept(int length, int position, byte[] page, int from, int count);
}
