/**
 * Scenarios of seeded steps on collections of all families, the contents that a store must have
 * after them, and what is asked of a store that was opened again. The other packages decide where
 * it fails.
 */
@NullMarked
package io.octavo.fuzz.workload;

import org.jspecify.annotations.NullMarked;
