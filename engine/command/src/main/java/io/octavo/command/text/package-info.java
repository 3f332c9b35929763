/** Keys, values, times and numbers as text and as JSON, and the options that choose how. */
@NullMarked
package io.octavo.command.text;

import org.jspecify.annotations.NullMarked;
