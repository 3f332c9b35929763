package io.octavo.tree;

/** Receives a value where it stands in pages: for who would otherwise copy it a second time. */
@FunctionalInterface
public interface ValueSink {
  /**
   * Receives a part of a value. Parts arrive in order; an inline value is one part.
   *
   * @param length the length of the whole value
   * @param position where the part begins in the value
   * @param page the array that holds the part; must not be modified, and is valid during the call
   *     only
   * @param from index of the first byte in the array
   * @param count the length of the part
   */
  void accept(int length, int position, byte[] page, int from, int count);
}
