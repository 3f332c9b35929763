package io.octavo.commit;

import io.octavo.trace.TraceWriter;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The options of a pager.
 *
 * @param cacheBytes heap for pages
 * @param durableCommits whether commits are durable by records of the commit ring; else by the next
 *     checkpoint
 * @param readOnly whether the file is never written
 * @param maxBytes length that the file may reach
 * @param checkpoints runs background checkpoints, perhaps late or never: a thread that must wait
 *     for one runs it
 * @param ring the lengths of the commit ring
 * @param trace the trace of changes of the store, null for none
 */
public record PagerOptions(
    long cacheBytes,
    boolean durableCommits,
    boolean readOnly,
    long maxBytes,
    Executor checkpoints,
    RingLimits ring,
    @Nullable TraceWriter trace) {}
