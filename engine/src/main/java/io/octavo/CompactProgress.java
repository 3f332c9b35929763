package io.octavo;

/**
 * What one call of {@link Store#compact} did.
 *
 * @param movedBytes bytes of pages that were copied to lower places
 * @param returnedBytes bytes that the file became shorter by
 * @param remainingBytes bytes of pages that are still behind the place where the file could end
 * @param hasMore whether another call would move more; false with remaining bytes where readers
 *     hold the places that these could go to, or nothing at all is left to do
 */
public record CompactProgress(
    long movedBytes, long returnedBytes, long remainingBytes, boolean hasMore) {}
