/**
 * The {@code octavo} command. {@link io.octavo.tool.Main} parses the arguments, and turns
 * exceptions into a one-line message and an exit code. Each command has a class of its own.
 */
@NullMarked
package io.octavo.tool;

import org.jspecify.annotations.NullMarked;
