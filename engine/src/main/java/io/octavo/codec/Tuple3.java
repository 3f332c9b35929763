package io.octavo.codec;

import org.jspecify.annotations.Nullable;

/**
 * Three values, for keys and values of three parts. {@link Codecs#tuple(Codec, Codec, Codec)}
 * creates the codec.
 *
 * @param first the first value; compared first
 * @param second the second value
 * @param third the third value
 * @param <A> type of the first value
 * @param <B> type of the second value
 * @param <C> type of the third value
 */
public record Tuple3<
    A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>(
    A first, B second, C third) {}
