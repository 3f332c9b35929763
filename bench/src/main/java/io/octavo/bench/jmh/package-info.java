/** Benchmarks for JMH: a page, a map, a transaction. */
@NullMarked
package io.octavo.bench.jmh;

import org.jspecify.annotations.NullMarked;
