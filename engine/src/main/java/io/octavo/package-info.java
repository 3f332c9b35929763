/**
 * The store and its collections: all that a program needs. Begin with {@link io.octavo.Store}.
 *
 * <p>Parameters and results are not null unless the text says so.
 */
@NullMarked
package io.octavo;

import org.jspecify.annotations.NullMarked;
