/**
 * Traces: files in which all that changes a store is recorded, so that it can be done again. The
 * file is described in engine/TRACE.md.
 */
@NullMarked
package io.octavo.trace;

import org.jspecify.annotations.NullMarked;
