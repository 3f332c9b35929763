package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A codec of values made of others, in the order of the first, then the second, and so on.
 *
 * <p>The bytes of the parts follow each other. Behind a part whose length is not fixed, and that is
 * not the last, stands a byte of 0. So that it is the only one, and lower than anything that a part
 * goes on with, 0 within the part is written as 1 1, and 1 as 1 2. (A mark that is only doubled
 * would not do: what comes behind it may begin with any byte.)
 *
 * @param <T> what it encodes
 */
final class TupleCodec<T> implements Codec<T> {
  private static final int END = 0;
  private static final int ESCAPE = 1;

  /**
   * One part of a value.
   *
   * @param codec its codec
   * @param accessor takes it out of the value
   */
  record Part<T, P>(Codec<P> codec, Function<? super T, ? extends P> accessor) {
    byte[] encode(T value) {
      byte[] bytes = codec.encode(accessor.apply(value));
      if (codec.fixedLength() >= 0 && bytes.length != codec.fixedLength()) {
        throw new IllegalArgumentException(
            "codec="
                + codec.name()
                + " wrote "
                + bytes.length
                + " bytes, but its fixedLength="
                + codec.fixedLength());
      }
      return bytes;
    }

    int compare(T left, T right) {
      return codec.comparator().compare(accessor.apply(left), accessor.apply(right));
    }
  }

  private final String name;
  private final List<Part<T, ?>> parts;
  private final Function<Object[], T> maker;
  private final int fixedLength;
  private final Comparator<T> comparator = this::compare;

  TupleCodec(String name, List<Part<T, ?>> parts, Function<Object[], T> maker) {
    this.name = name;
    this.parts = List.copyOf(parts);
    this.maker = maker;
    boolean isFixed = parts.stream().allMatch(part -> part.codec().fixedLength() >= 0);
    this.fixedLength =
        isFixed ? parts.stream().mapToInt(part -> part.codec().fixedLength()).sum() : -1;
  }

  /** Returns whether an end stands behind a part. */
  private boolean isMarked(int part) {
    return part < parts.size() - 1 && parts.get(part).codec().fixedLength() < 0;
  }

  @Override
  public byte[] encode(T value) {
    byte[][] encoded = new byte[parts.size()][];
    int length = 0;
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] = parts.get(i).encode(value);
      length = Math.addExact(length, encoded[i].length);
      if (isMarked(i)) {
        length = Math.addExact(length, escapes(encoded[i]) + 1);
      }
    }
    byte[] bytes = new byte[length];
    int end = 0;
    for (int i = 0; i < encoded.length; i++) {
      if (isMarked(i)) {
        end = putMarked(encoded[i], bytes, end);
      } else {
        System.arraycopy(encoded[i], 0, bytes, end, encoded[i].length);
        end += encoded[i].length;
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

  @Override
  public T decode(byte[] bytes) {
    Object[] values = new Object[parts.size()];
    int offset = 0;
    for (int i = 0; i < values.length; i++) {
      Codec<?> codec = parts.get(i).codec();
      int end;
      byte[] part;
      if (isMarked(i)) {
        end = markedEnd(bytes, offset);
        part = unmarked(bytes, offset, end);
        end++;
      } else {
        end = codec.fixedLength() < 0 ? bytes.length : offset + codec.fixedLength();
        if (end > bytes.length) {
          throw new CodecException(name, bytes, "part " + (i + 1) + " is truncated");
        }
        part = Arrays.copyOfRange(bytes, offset, end);
      }
      values[i] = codec.decode(part);
      offset = end;
    }
    if (offset != bytes.length) {
      throw new CodecException(name, bytes, "bytes follow the last part");
    }
    try {
      return maker.apply(values);
    } catch (IllegalArgumentException e) {
      throw new CodecException(name, bytes, "its parts make no value", e);
    }
  }

  private int markedEnd(byte[] bytes, int offset) {
    for (int i = offset; i < bytes.length; i++) {
      if (bytes[i] == END) {
        return i;
      }
    }
    throw new CodecException(name, bytes, "the part at " + offset + " has no end");
  }

  private byte[] unmarked(byte[] bytes, int from, int to) {
    byte[] part = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (b == ESCAPE) {
        i++;
        if (i == to || bytes[i] < ESCAPE || bytes[i] > ESCAPE + 1) {
          throw new CodecException(name, bytes, "there is no byte behind the mark at " + (i - 1));
        }
        b = (byte) (bytes[i] - 1);
      }
      part[length++] = b;
    }
    return length == part.length ? part : Arrays.copyOf(part, length);
  }

  private int compare(T left, T right) {
    for (Part<T, ?> part : parts) {
      int order = part.compare(left, right);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Comparator<T> comparator() {
    return comparator;
  }

  @Override
  public int fixedLength() {
    return fixedLength;
  }

  @Override
  public String toString() {
    return name;
  }
}
