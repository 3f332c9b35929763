package io.octavo.map;

/**
 * A key and its value.
 *
 * @param key the key
 * @param value the value
 */
public record LongEntry(long key, long value) {}
