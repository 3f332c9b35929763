/**
 * Traces: files that record all changes of a store, for replay. The file format is described in
 * engine/TRACE.md.
 */
@NullMarked
package io.octavo.trace;

import org.jspecify.annotations.NullMarked;
