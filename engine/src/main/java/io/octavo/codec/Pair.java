package io.octavo.codec;

/**
 * Two values, for keys and values of two parts. {@link Codecs#pair} makes the codec.
 *
 * @param first the first value, which is compared first
 * @param second the second value
 * @param <A> type of the first value
 * @param <B> type of the second value
 */
public record Pair<A, B>(A first, B second) {}
