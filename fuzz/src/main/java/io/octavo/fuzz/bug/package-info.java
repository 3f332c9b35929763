/** Bugs that are put into the engine, to see whether the adversaries find them. */
@NullMarked
package io.octavo.fuzz.bug;

import org.jspecify.annotations.NullMarked;
