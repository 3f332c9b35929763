package io.octavo.agrona;

import org.agrona.DirectBuffer;

/** Receives bytes that are lent to it. */
@FunctionalInterface
public interface BufferConsumer {
  /**
   * Receives bytes. The buffer is of use during the call only, and must not be written to, not by
   * its array either: it may be a page of the store.
   *
   * @param buffer the buffer
   * @param offset index of the first byte in the buffer
   * @param length number of bytes
   */
  void accept(DirectBuffer buffer, int offset, int length);
}
