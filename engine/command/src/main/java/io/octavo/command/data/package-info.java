/** The verbs on entries and collections, and those that copy a store. */
@NullMarked
package io.octavo.command.data;

import org.jspecify.annotations.NullMarked;
