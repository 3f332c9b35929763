package io.octavo;

/**
 * A key with its value.
 *
 * @param key the key
 * @param value its value
 */
public record LongEntry(long key, long value) {}
