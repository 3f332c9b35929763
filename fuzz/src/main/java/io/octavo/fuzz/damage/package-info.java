/**
 * Damaged bytes, forged pages, operations and commits, mutated pages, and the kept stores of every
 * format.
 */
@NullMarked
package io.octavo.fuzz.damage;

import org.jspecify.annotations.NullMarked;
