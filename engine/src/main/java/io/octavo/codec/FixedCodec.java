package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec whose values all have the same number of bytes.
 *
 * @param <T> what it encodes
 */
final class FixedCodec<T> implements Codec<T> {
  private final String name;
  private final int length;
  private final Comparator<? super T> comparator;
  private final Function<T, byte[]> encoder;
  private final Function<byte[], @Nullable T> decoder;

  /**
   * Makes a codec.
   *
   * @param decoder returns null for bytes that are not an encoding of a value
   */
  FixedCodec(
      String name,
      int length,
      Comparator<? super T> comparator,
      Function<T, byte[]> encoder,
      Function<byte[], @Nullable T> decoder) {
    this.name = name;
    this.length = length;
    this.comparator = comparator;
    this.encoder = encoder;
    this.decoder = decoder;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] encode(T value) {
    return encoder.apply(value);
  }

  @Override
  public T decode(byte[] bytes) {
    if (bytes.length != length) {
      throw new CodecException(name, bytes, "it writes " + length);
    }
    T value = decoder.apply(bytes);
    if (value == null) {
      throw new CodecException(name, bytes, "no value has them");
    }
    return value;
  }

  @Override
  public Comparator<? super T> comparator() {
    return comparator;
  }

  @Override
  public int fixedLength() {
    return length;
  }

  @Override
  public String toString() {
    return name;
  }
}
