package io.octavo.codec;

import io.octavo.error.CodecException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec that maps its values to the values of another codec.
 *
 * @param <T> what the other codec encodes
 * @param <U> what it encodes
 */
final class MappedCodec<T extends @Nullable Object, U> implements Codec<U> {
  private final String name;
  private final Codec<T> codec;
  private final Function<? super T, ? extends U> to;
  private final Function<? super U, ? extends T> from;
  private final Comparator<U> comparator;

  MappedCodec(
      String label,
      Codec<T> codec,
      Function<? super T, ? extends U> to,
      Function<? super U, ? extends T> from) {
    if (label.isEmpty() || label.chars().anyMatch(c -> "(),:?".indexOf(c) >= 0)) {
      throw new IllegalArgumentException(
          "name=" + label + " is empty, or has a parenthesis, comma, colon or question mark");
    }
    this.name = "MAPPED(" + label + ":" + codec.name() + ")";
    this.codec = codec;
    this.to = to;
    this.from = from;
    Comparator<? super T> order = codec.comparator();
    this.comparator = (left, right) -> order.compare(from.apply(left), from.apply(right));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public byte[] encode(U value) {
    return codec.encode(from.apply(value));
  }

  @Override
  public byte[] encodePrefix(List<?> first) {
    return codec.encodePrefix(first);
  }

  @Override
  public U decode(byte[] bytes) {
    T source = codec.decode(bytes);
    U value;
    try {
      value = to.apply(source);
    } catch (RuntimeException e) {
      throw new CodecException(name, bytes, "its function refuses " + source, e);
    }
    if (value == null) {
      throw new CodecException(name, bytes, "its function makes null of " + source);
    }
    return value;
  }

  @Override
  public Comparator<U> comparator() {
    return comparator;
  }

  @Override
  public int fixedLength() {
    return codec.fixedLength();
  }

  @Override
  public String toString() {
    return name;
  }
}
