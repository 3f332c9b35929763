/**
 * Traces: files that record all changes of a store, for replay. engine/TRACE.md describes the file
 * format.
 */
@NullMarked
package io.octavo.trace;

import org.jspecify.annotations.NullMarked;
