/** The verbs on traces. */
@NullMarked
package io.octavo.command.trace;

import org.jspecify.annotations.NullMarked;
