package io.octavo.codec;

import java.util.Comparator;

/**
 * Turns keys or values into bytes and back. {@link Codecs} has those for the usual types; programs
 * may write their own.
 *
 * <p>What holds for every codec:
 *
 * <ul>
 *   <li>{@code decode(encode(x))} equals {@code x}.
 *   <li>The bytes of two values, compared as unsigned ones, order as {@link #comparator} orders the
 *       values; so equal values have equal bytes, and different ones different bytes. A codec that
 *       is only used for values of maps need not keep this.
 *   <li>It can be used by many threads at once.
 *   <li>Its bytes never change, because files hold them: what encodes otherwise has another {@link
 *       #name}.
 * </ul>
 *
 * @param <T> what it encodes; never null
 */
public interface Codec<T> {
  /**
   * Names the codec. The name is kept with the map, and a map is opened only by codecs of the names
   * that it was created with.
   *
   * @return the name, the same in every run of every program; not empty, not beginning with a
   *     number sign, and with that of the map's other codec at most 1,020 bytes of UTF-8
   */
  String name();

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return its bytes, which the caller only reads; at most 2,000 of a key
   * @throws IllegalArgumentException if the value is one that the codec has no bytes for
   * @throws ClassCastException if it is of another type
   */
  byte[] encode(T value);

  /**
   * Decodes a value.
   *
   * @param bytes the bytes, which the codec may keep
   * @return the value
   * @throws io.octavo.error.CodecException if the codec writes no such bytes
   */
  T decode(byte[] bytes);

  /**
   * Returns the order that the bytes keep.
   *
   * @return the order of the values; {@link Comparator#naturalOrder()} itself where it is theirs,
   *     so that maps can say so
   */
  Comparator<? super T> comparator();

  /**
   * Returns how many bytes a value has, where that is known. Tuples need no mark behind components
   * that all have the same length.
   *
   * @return the length of every value's bytes, or -1 where lengths differ
   */
  default int fixedLength() {
    return -1;
  }
}
