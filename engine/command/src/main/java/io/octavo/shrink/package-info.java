/** The laboratory of traces: replays a trace, checks the store, and minimizes a failing trace. */
@NullMarked
package io.octavo.shrink;

import org.jspecify.annotations.NullMarked;
