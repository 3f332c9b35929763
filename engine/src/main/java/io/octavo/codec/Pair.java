package io.octavo.codec;

/**
 * Two values together, for keys and values of two parts. {@link Codecs#pair} has its codec.
 *
 * @param first the first value, which comes first in the order too
 * @param second the second value
 * @param <A> type of the first value
 * @param <B> type of the second value
 */
public record Pair<A, B>(A first, B second) {}
