/**
 * The store and its collections: everything that a program needs. Begin with {@link
 * io.octavo.Store}.
 *
 * <p>No parameter and no result is null but where the text says so.
 */
@NullMarked
package io.octavo;

import org.jspecify.annotations.NullMarked;
