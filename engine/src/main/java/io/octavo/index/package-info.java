/**
 * Maps with indexes that follow: {@link io.octavo.index.IndexedMap} finds entries by keys that
 * functions compute of their values. The package uses only what every program can use.
 */
@NullMarked
package io.octavo.index;

import org.jspecify.annotations.NullMarked;
