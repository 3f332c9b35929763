package io.octavo.commit;

/**
 * Which pages are to be moved toward the start of the file, and how many.
 *
 * @param limit the least number of the pages to be moved
 * @param room how many copies of pages find a place below the limit; none or negative where readers
 *     hold those places
 * @param maxPages how many pages to move; a path that was begun may exceed it
 */
public record MoveLimits(int limit, int room, int maxPages) {}
