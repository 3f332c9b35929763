/** Series of times and values: what is measured, and what stands beside it. */
@NullMarked
package io.octavo.bench.series;

import org.jspecify.annotations.NullMarked;
