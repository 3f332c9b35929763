/** The collections of a store as text: one class for each type, and the table of them. */
@NullMarked
package io.octavo.command.collection;

import org.jspecify.annotations.NullMarked;
