/** Crashes at every write, force and cut of a scenario, at every moment of the recoveries too. */
@NullMarked
package io.octavo.fuzz.crash;

import org.jspecify.annotations.NullMarked;
