/**
 * What can go wrong in the world around the store. Wrong arguments are {@link
 * IllegalArgumentException}, calls at the wrong time {@link IllegalStateException}; everything here
 * is a {@link io.octavo.error.StoreException}.
 */
@NullMarked
package io.octavo.error;

import org.jspecify.annotations.NullMarked;
