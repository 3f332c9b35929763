/**
 * Adversaries of the store: scenarios of seeded operations, judged by a map of the JDK that does
 * the same.
 */
@NullMarked
package io.octavo.fuzz;

import org.jspecify.annotations.NullMarked;
