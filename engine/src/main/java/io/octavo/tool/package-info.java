/** The {@code octavo} command. */
@NullMarked
package io.octavo.tool;

import org.jspecify.annotations.NullMarked;
