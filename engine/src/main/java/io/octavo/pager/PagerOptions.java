package io.octavo.pager;

/**
 * How a pager works.
 *
 * @param cacheBytes heap for pages
 * @param durableCommits whether a commit is durable when it returns, else a later checkpoint makes
 *     it so
 * @param groupDelayNanos how long a durable commit waits for others to share its record
 * @param readOnly whether the file is never written
 * @param maxBytes length that the file may reach
 */
public record PagerOptions(
    long cacheBytes,
    boolean durableCommits,
    long groupDelayNanos,
    boolean readOnly,
    long maxBytes) {}
