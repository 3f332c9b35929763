package io.octavo.collection;

import io.octavo.page.meta.CatalogueRecord;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a log on one collection. A type overrides the operations that it has; the
 * others throw.
 */
class Operations {
  private final CatalogueRecord record;

  Operations(CatalogueRecord record) {
    this.record = record;
  }

  /** Returns the exception for an operation that the type lacks. */
  final IllegalArgumentException refusal(String what) {
    return new IllegalArgumentException(
        "id=" + record.id() + " is " + TreeType.textOf(record) + "; the operation is for " + what);
  }

  void put(long key, long value) {
    throw refusal("longs");
  }

  void remove(long key) {
    throw refusal("longs");
  }

  void removeRange(long from, long to) {
    throw refusal("longs");
  }

  void putBytes(byte[] key, byte[] value) {
    throw refusal("byte strings");
  }

  void removeBytes(byte[] key) {
    throw refusal("byte strings");
  }

  void removeBytesRange(byte[] from, byte @Nullable [] to) {
    throw refusal("byte strings");
  }

  /** Removes all entries, and frees their pages. */
  void clear() {
    throw new IllegalArgumentException(
        "name="
            + record.name()
            + " is "
            + TreeType.textOf(record)
            + ", which only a newer version of Octavo can clear");
  }
}
