/**
 * What all verbs share: their base classes, streams and terminal, exit codes, progress, files to
 * read and write, and how stores are opened.
 */
@NullMarked
package io.octavo.command.cli;

import org.jspecify.annotations.NullMarked;
