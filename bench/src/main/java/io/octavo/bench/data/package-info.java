/** Entries to measure with, drawn from fixed seeds. */
@NullMarked
package io.octavo.bench.data;

import org.jspecify.annotations.NullMarked;
