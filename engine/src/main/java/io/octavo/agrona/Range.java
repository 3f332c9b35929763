package io.octavo.agrona;

import java.util.Objects;
import org.agrona.DirectBuffer;

/** Copies ranges of buffers to arrays, for the map, which keeps none of them. */
final class Range {
  /** The last array, used again by a range of the same length: keys often have one length. */
  private byte[] array = {};

  /** Copies a range; the array is of use until the next call. */
  byte[] copy(DirectBuffer buffer, int offset, int length) {
    check(buffer, offset, length);
    if (array.length != length) {
      array = new byte[length];
    }
    buffer.getBytes(offset, array);
    return array;
  }

  /** Throws where a range is outside of its buffer: Agrona's own checks can be switched off. */
  static void check(DirectBuffer buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.capacity());
  }
}
