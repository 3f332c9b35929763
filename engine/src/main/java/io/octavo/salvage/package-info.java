/** Copies the remains of a damaged store. */
@NullMarked
package io.octavo.salvage;

import org.jspecify.annotations.NullMarked;
