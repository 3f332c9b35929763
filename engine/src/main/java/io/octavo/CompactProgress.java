package io.octavo;

/**
 * The result of one call of {@link Store#compact}.
 *
 * @param movedBytes bytes of pages that were moved to lower positions in the file
 * @param returnedBytes bytes by which the file was truncated
 * @param remainingBytes bytes of pages above the position where the file could end
 * @param hasMore whether another call would move more pages; false if none remain, or if open
 *     readers hold the free pages that they could be moved to
 */
public record CompactProgress(
    long movedBytes, long returnedBytes, long remainingBytes, boolean hasMore) {}
