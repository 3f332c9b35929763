/**
 * Codecs, which encode keys and values of any type as bytes in the same order. {@link
 * io.octavo.codec.Codecs} has codecs of common types.
 */
@NullMarked
package io.octavo.codec;

import org.jspecify.annotations.NullMarked;
