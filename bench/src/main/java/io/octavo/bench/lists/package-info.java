/** Posting lists to measure with. */
@NullMarked
package io.octavo.bench.lists;

import org.jspecify.annotations.NullMarked;
