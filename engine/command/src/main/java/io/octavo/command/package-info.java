/**
 * The {@code octavo} command. {@link io.octavo.command.Main} parses the arguments, runs a verb, and
 * turns exceptions into a one-line message and an exit code. Each verb has a class of its own, in
 * the package of what it is about; here are those about the command itself: help, manual, shell.
 */
@NullMarked
package io.octavo.command;

import org.jspecify.annotations.NullMarked;
