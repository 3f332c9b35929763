/**
 * Maps with indexes: {@link io.octavo.index.IndexedMap} finds entries by keys that functions
 * compute from their values.
 */
@NullMarked
package io.octavo.index;

import org.jspecify.annotations.NullMarked;
