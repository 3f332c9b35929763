/**
 * Codecs: keys and values of any type as bytes that order as they do. {@link
 * io.octavo.codec.Codecs} has those of the usual types.
 */
@NullMarked
package io.octavo.codec;

import org.jspecify.annotations.NullMarked;
