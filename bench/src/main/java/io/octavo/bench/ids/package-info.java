/**
 * Tables that give ids to pairs, strings and stacks: those of Octavo, and what stands beside them.
 */
@NullMarked
package io.octavo.bench.ids;

import org.jspecify.annotations.NullMarked;
