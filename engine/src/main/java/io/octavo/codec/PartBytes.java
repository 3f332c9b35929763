package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The encodings of parts one after the other, in the order of the parts.
 *
 * <p>A marked part is followed by a byte 0. So that this byte is unique, and lower than any byte
 * with which the part could continue, a byte 0 within the part is written as 1 1, and a byte 1 as 1
 * 2. (To double the byte 0 would not do: the bytes after the mark may be any.) A part of fixed
 * length, or the last part, needs no mark.
 */
final class PartBytes {
  private static final int END = 0;
  private static final int ESCAPE = 1;

  private final String codec;
  private final byte[] bytes;
  private int offset;

  /** Begins to read the result of {@link #join}. */
  PartBytes(String codec, byte[] bytes) {
    this.codec = codec;
    this.bytes = bytes;
  }

  /** Writes parts one after the other. */
  static byte[] join(List<byte[]> parts, IntPredicate isMarked) {
    int length = 0;
    for (int i = 0; i < parts.size(); i++) {
      byte[] part = parts.get(i);
      length = Math.addExact(length, part.length);
      if (isMarked.test(i)) {
        length = Math.addExact(length, escapes(part) + 1);
      }
    }
    byte[] bytes = new byte[length];
    int end = 0;
    for (int i = 0; i < parts.size(); i++) {
      byte[] part = parts.get(i);
      if (isMarked.test(i)) {
        end = putMarked(part, bytes, end);
      } else {
        System.arraycopy(part, 0, bytes, end, part.length);
        end += part.length;
      }
    }
    return bytes;
  }

  private static int escapes(byte[] part) {
    int count = 0;
    for (byte b : part) {
      if (b == END || b == ESCAPE) {
        count++;
      }
    }
    return count;
  }

  private static int putMarked(byte[] part, byte[] bytes, int offset) {
    int end = offset;
    for (byte b : part) {
      if (b == END || b == ESCAPE) {
        bytes[end++] = ESCAPE;
        bytes[end++] = (byte) (b + 1);
      } else {
        bytes[end++] = b;
      }
    }
    bytes[end++] = END;
    return end;
  }

  boolean isAtEnd() {
    return offset == bytes.length;
  }

  /** Reads a marked part. */
  byte[] marked() {
    int end = offset;
    while (end < bytes.length && bytes[end] != END) {
      end++;
    }
    if (end == bytes.length) {
      throw wrong("the part at " + offset + " has no end");
    }
    byte[] part = unmarked(offset, end);
    offset = end + 1;
    return part;
  }

  private byte[] unmarked(int from, int to) {
    byte[] part = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == ESCAPE) {
        i++;
        if (i == to || bytes[i] < ESCAPE || bytes[i] > ESCAPE + 1) {
          throw wrong("there is no byte behind the mark at " + (i - 1));
        }
        b = (byte) (bytes[i] - 1);
      }
      part[length++] = b;
    }
    return length == part.length ? part : Arrays.copyOf(part, length);
  }

  /** Reads a part of fixed length. */
  byte[] next(int length) {
    if (length > bytes.length - offset) {
      throw wrong("the part at " + offset + " is truncated");
    }
    offset += length;
    return Arrays.copyOfRange(bytes, offset - length, offset);
  }

  /** Reads all remaining bytes. */
  byte[] rest() {
    return next(bytes.length - offset);
  }

  CodecException wrong(String why) {
    return new CodecException(codec, bytes, why);
  }
}
