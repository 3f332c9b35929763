/** Losses of power while several threads use a store. */
@NullMarked
package io.octavo.fuzz.power;

import org.jspecify.annotations.NullMarked;
