/** Processes that are killed at random moments. */
@NullMarked
package io.octavo.fuzz.kill;

import org.jspecify.annotations.NullMarked;
