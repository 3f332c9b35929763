package io.octavo.tree;

/** Receives a value where it stands in pages: for who would otherwise copy it a second time. */
@FunctionalInterface
public interface ValueSink {
  /**
   * Receives a part of a value, the first one first; a value beside its key is one part.
   *
   * @param length the bytes of the whole value
   * @param position where the part begins in the value
   * @param page the array that holds the part; not to be changed, and of use during the call only
   * @param from index of the first byte in the array
   * @param count the bytes of the part
   */
  void accept(int length, int position, byte[] page, int from, int count);
}
