package io.octavo.pager;

import java.util.concurrent.Executor;

/**
 * How a pager works.
 *
 * @param cacheBytes heap for pages
 * @param durableCommits whether a commit is durable when it returns, else a later checkpoint makes
 *     it so
 * @param groupDelayNanos how long a durable commit waits for others to share its record
 * @param readOnly whether the file is never written
 * @param maxBytes length that the file may reach
 * @param checkpoints runs the checkpoints that nobody waits for; one that does not run them, or
 *     runs them late, is right too: who has to wait for one runs it
 */
public record PagerOptions(
    long cacheBytes,
    boolean durableCommits,
    long groupDelayNanos,
    boolean readOnly,
    long maxBytes,
    Executor checkpoints) {}
