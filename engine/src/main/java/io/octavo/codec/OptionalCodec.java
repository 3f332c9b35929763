package io.octavo.codec;

import java.util.Comparator;
import java.util.Optional;

/**
 * Encodes an {@link Optional} as a {@link NullableCodec} does its value or null.
 *
 * @param <T> type of the value
 */
final class OptionalCodec<T> implements Codec<Optional<T>> {
  private final NullableCodec<T> codec;
  private final Comparator<Optional<T>> comparator;

  OptionalCodec(Codec<T> codec) {
    this.codec = new NullableCodec<>(codec);
    Comparator<? super T> order = codec.comparator();
    this.comparator =
        (left, right) ->
            left.isPresent() && right.isPresent()
                ? order.compare(left.get(), right.get())
                : Boolean.compare(left.isPresent(), right.isPresent());
  }

  @Override
  public String name() {
    return codec.name();
  }

  @Override
  public byte[] encode(Optional<T> value) {
    return codec.encode(value.orElse(null));
  }

  @Override
  public Optional<T> decode(byte[] bytes) {
    return Optional.ofNullable(codec.decode(bytes));
  }

  @Override
  public Comparator<Optional<T>> comparator() {
    return comparator;
  }

  @Override
  public String toString() {
    return name();
  }
}
