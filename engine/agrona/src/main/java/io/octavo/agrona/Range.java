package io.octavo.agrona;

import java.util.Objects;
import org.agrona.DirectBuffer;

/** Copies ranges of buffers to arrays, for the map, which does not keep the arrays. */
final class Range {
  /** The last array, reused for a range of the same length: keys often have one length. */
  private byte[] array = {};

  /** Copies a range. The array is valid until the next call. */
  byte[] copy(DirectBuffer buffer, int offset, int length) {
    check(buffer, offset, length);
    if (array.length != length) {
      array = new byte[length];
    }
    buffer.getBytes(offset, array);
    return array;
  }

  /** Throws if a range exceeds its buffer: Agrona's own checks can be switched off. */
  static void check(DirectBuffer buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.capacity());
  }
}
