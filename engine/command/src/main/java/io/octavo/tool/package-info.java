/**
 * The {@code octavo} command. {@link io.octavo.tool.Main} parses the arguments and turns what is
 * thrown into one line and an exit code; each verb is a class of its own.
 */
@NullMarked
package io.octavo.tool;

import org.jspecify.annotations.NullMarked;
