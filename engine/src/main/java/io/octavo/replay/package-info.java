/**
 * Replay of traces: {@link io.octavo.replay.TraceReplay} replays the events recorded by {@link
 * io.octavo.StoreOptions#recordTo}.
 */
@NullMarked
package io.octavo.replay;

import org.jspecify.annotations.NullMarked;
