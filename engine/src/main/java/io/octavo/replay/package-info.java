/**
 * Replay of traces: {@link io.octavo.replay.TraceReplay} replays the events that {@link
 * io.octavo.StoreOptions#recordTo} has recorded.
 */
@NullMarked
package io.octavo.replay;

import org.jspecify.annotations.NullMarked;
