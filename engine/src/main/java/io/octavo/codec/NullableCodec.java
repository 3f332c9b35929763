package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A codec of values or null: a byte 0 for null, or a byte 1 before the encoding.
 *
 * @param <T> what it encodes
 */
final class NullableCodec<T> implements Codec<@Nullable T> {
  private final Codec<T> codec;

  NullableCodec(Codec<T> codec) {
    this.codec = codec;
    if (codec instanceof NullableCodec<?>) {
      throw new IllegalArgumentException("codec=" + codec.name() + " already accepts null");
    }
  }

  @Override
  public String name() {
    return "OPTIONAL(" + codec.name() + ")";
  }

  @Override
  public byte[] encode(@Nullable T value) {
    if (value == null) {
      return new byte[1];
    }
    byte[] encoded = codec.encode(value);
    byte[] bytes = new byte[1 + encoded.length];
    bytes[0] = 1;
    System.arraycopy(encoded, 0, bytes, 1, encoded.length);
    return bytes;
  }

  @Override
  @SuppressWarnings("NullAway") // NullAway takes T of the interface as not null
  public @Nullable T decode(byte[] bytes) {
    if (bytes.length == 1 && bytes[0] == 0) {
      return null;
    }
    if (bytes.length == 0 || bytes[0] != 1) {
      throw new CodecException(name(), bytes, "the first is neither 1 nor a 0 alone");
    }
    return codec.decode(Arrays.copyOfRange(bytes, 1, bytes.length));
  }

  @Override
  public Comparator<@Nullable T> comparator() {
    return Comparator.nullsFirst(codec.comparator());
  }

  @Override
  public String toString() {
    return name();
  }
}
