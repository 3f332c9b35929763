package io.octavo.commit;

import io.octavo.trace.TraceWriter;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How a pager works.
 *
 * @param cacheBytes heap for pages
 * @param durableCommits whether commits are durable by records of the commit ring; else by the next
 *     checkpoint
 * @param readOnly whether the file is never written
 * @param maxBytes length that the file may reach
 * @param checkpoints runs the checkpoints that nobody waits for; one that does not run them, or
 *     runs them late, is right too: who has to wait for one runs it
 * @param ring how long the commit ring may be
 * @param trace what all that changes the store is recorded in, null if nothing is
 */
public record PagerOptions(
    long cacheBytes,
    boolean durableCommits,
    boolean readOnly,
    long maxBytes,
    Executor checkpoints,
    RingLimits ring,
    @Nullable TraceWriter trace) {}
