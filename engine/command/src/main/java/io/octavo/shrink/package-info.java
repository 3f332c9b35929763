/**
 * The laboratory of traces: does a trace again, looks for what is wrong with the store, and makes a
 * trace that fails smaller.
 */
@NullMarked
package io.octavo.shrink;

import org.jspecify.annotations.NullMarked;
