/**
 * Takes pages apart: every byte with its place, its name and its meaning. Text, pictures and
 * statistics are made of the parts.
 */
@NullMarked
package io.octavo.command.parts;

import org.jspecify.annotations.NullMarked;
