package io.octavo.codec;

import org.jspecify.annotations.Nullable;

/**
 * Two values, for keys and values of two parts. {@link Codecs#tuple(Codec, Codec)} creates the
 * codec.
 *
 * @param first the first value; compared first
 * @param second the second value
 * @param <A> type of the first value
 * @param <B> type of the second value
 */
public record Tuple2<A extends @Nullable Object, B extends @Nullable Object>(A first, B second) {}
