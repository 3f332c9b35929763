/** Saves what is left of a damaged store: the verb salvage. */
@NullMarked
package io.octavo.command.salvage;

import org.jspecify.annotations.NullMarked;
