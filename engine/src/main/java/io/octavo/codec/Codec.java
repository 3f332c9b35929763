package io.octavo.codec;

import java.util.Comparator;

/**
 * Encodes keys or values as bytes and decodes them. {@link Codecs} has codecs for common types;
 * programs may write their own.
 *
 * <p>Every codec keeps these rules:
 *
 * <ul>
 *   <li>{@code decode(encode(x))} equals {@code x}.
 *   <li>The order of the encoded bytes, compared as unsigned, is the order of {@link #comparator};
 *       so equal values have equal bytes, and different values different bytes. A codec used only
 *       for the values of maps need not keep this rule.
 *   <li>A codec is safe for use by many threads.
 *   <li>The encoding never changes, because files hold the bytes: a codec with another encoding has
 *       another {@link #name}.
 * </ul>
 *
 * @param <T> the type of the values, never null
 */
public interface Codec<T> {
  /**
   * Returns the name of the codec. A map stores the names of its codecs and can be opened only with
   * codecs of these names.
   *
   * @return the name, the same in every run of every program; not empty, not beginning with a
   *     number sign; the names of both codecs of a map have at most 1,020 bytes of UTF-8 together
   */
  String name();

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return the bytes, which the caller does not modify; at most 2,000 for a key
   * @throws IllegalArgumentException if the codec cannot encode the value
   * @throws ClassCastException if the value is of another type
   */
  byte[] encode(T value);

  /**
   * Decodes a value.
   *
   * @param bytes the bytes, which the codec may keep
   * @return the value
   * @throws io.octavo.error.CodecException if the bytes are not an encoding of a value
   */
  T decode(byte[] bytes);

  /**
   * Returns the order of the values, which the encoded bytes preserve.
   *
   * @return the order; {@link Comparator#naturalOrder()} itself for the natural order, so that maps
   *     can report that they have no comparator
   */
  Comparator<? super T> comparator();

  /**
   * Returns the length of all encoded values, if they have the same length. Tuples need no mark
   * after a component of fixed length.
   *
   * @return the length in bytes, or -1 if lengths differ
   */
  default int fixedLength() {
    return -1;
  }
}
