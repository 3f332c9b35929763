/** Series of times and values: what is measured, and the peers. */
@NullMarked
package io.octavo.bench.series;

import org.jspecify.annotations.NullMarked;
