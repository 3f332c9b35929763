/**
 * Replay of traces, above the store: {@link io.octavo.replay.TraceReplay} does again what {@link
 * io.octavo.StoreOptions#recordTo} has recorded.
 */
@NullMarked
package io.octavo.replay;

import org.jspecify.annotations.NullMarked;
