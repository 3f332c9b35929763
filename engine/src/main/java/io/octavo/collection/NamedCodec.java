package io.octavo.collection;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A codec of which only the name is known: opens a map of that codec with keys and values as bytes.
 *
 * @param name the name
 */
public record NamedCodec(String name) implements Codec<byte[]> {
  /**
   * Returns a codec by its name in a record.
   *
   * @param name the name
   * @return the codec of {@link Codecs} with this name, else one that returns the bytes
   */
  public static Codec<?> of(String name) {
    Codec<?> known = Codecs.constant(name);
    return known == null ? new NamedCodec(name) : known;
  }

  @Override
  public byte[] encode(byte[] value) {
    return value;
  }

  @Override
  public byte[] decode(byte[] bytes) {
    return bytes;
  }

  @Override
  public Comparator<byte[]> comparator() {
    return Arrays::compareUnsigned;
  }
}
