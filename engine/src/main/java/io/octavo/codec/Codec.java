package io.octavo.codec;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encodes keys or values as bytes and decodes them. {@link Codecs} has codecs for common types;
 * programs may write their own.
 *
 * <p>Every codec obeys these rules:
 *
 * <ul>
 *   <li>{@code decode(encode(x))} equals {@code x}.
 *   <li>The order of the encoded bytes, compared as unsigned, is the order of {@link #comparator};
 *       so equal values have equal bytes, and different values different bytes. A codec used only
 *       for the values of maps need not obey this rule.
 *   <li>A codec is safe for use by many threads.
 *   <li>The encoding never changes, because files hold the bytes: a codec with another encoding has
 *       another {@link #name}.
 * </ul>
 *
 * @param <T> type of the values; never null, except for {@link Codecs#nullable}
 */
public interface Codec<T extends @Nullable Object> {
  /**
   * Returns the name of the codec. A map stores the names of its codecs and can be opened only with
   * codecs of these names, or with newer codecs of the same enums and records.
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

  /**
   * Encodes a prefix of values: a string of strings, a byte array of byte arrays, elements of
   * lists, the first but not all components of tuples and records. A value begins with the parts if
   * and only if its encoding begins with the bytes returned. The order of a record's components is
   * that of its codec.
   *
   * @param first the parts, for a codec of {@link #map} those of the codec it was derived from;
   *     none for all values
   * @return the bytes
   * @throws UnsupportedOperationException if the values have no parts, as by default
   * @throws IllegalArgumentException if the parts are too many, or a part cannot be encoded
   * @throws ClassCastException if a part is of another type
   */
  default byte[] encodePrefix(List<?> first) {
    throw new UnsupportedOperationException("codec=" + name() + ": its values have no prefixes");
  }

  /**
   * Derives a codec of another type. The encoding and its order are those of this codec: maps with
   * such keys have a comparator, which compares the results of the second function.
   *
   * <pre>{@code
   * record Email(String text) {}
   *
   * Codec<Email> emails = Codecs.STRING.map("Email", Email::new, Email::text);
   * }</pre>
   *
   * @param name distinguishes the codec from this one and from others derived from it; not empty,
   *     without parentheses, commas, colons and question marks
   * @param to converts a decoded value; a {@link RuntimeException} that it throws is reported as a
   *     {@link io.octavo.error.CodecException}
   * @param from the inverse of {@code to}
   * @param <U> the other type
   * @return the codec, {@code MAPPED(Email:STRING)} for the example
   * @throws IllegalArgumentException if the name is not valid
   */
  default <U> Codec<U> map(
      String name, Function<? super T, ? extends U> to, Function<? super U, ? extends T> from) {
    return new MappedCodec<>(name, this, to, from);
  }
}
