package io.octavo.agrona;

import org.agrona.DirectBuffer;

/** Receives bytes in a borrowed buffer. */
@FunctionalInterface
public interface BufferConsumer {
  /**
   * Receives bytes. The buffer is valid only during the call, and neither the buffer nor its array
   * may be written to: it may be a page of the store.
   *
   * @param buffer the buffer
   * @param offset index of the first byte in the buffer
   * @param length number of bytes
   */
  void accept(DirectBuffer buffer, int offset, int length);
}
