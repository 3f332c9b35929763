/**
 * Exceptions for failures outside the program: of files, disks and locks. Each is a {@link
 * io.octavo.error.StoreException}. Invalid arguments throw {@link IllegalArgumentException}, calls
 * in the wrong state {@link IllegalStateException}.
 */
@NullMarked
package io.octavo.error;

import org.jspecify.annotations.NullMarked;
