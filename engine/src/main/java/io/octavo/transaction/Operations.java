package io.octavo.transaction;

import io.octavo.page.meta.CatalogueRecord;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a log on one collection. A type overrides the operations that it has; the
 * others throw.
 */
public class Operations {
  private final TreeType type;
  private final CatalogueRecord record;

  /**
   * Makes operations that throw unless a type overrides them.
   *
   * @param record the collection
   */
  public Operations(TreeType type, CatalogueRecord record) {
    this.type = type;
    this.record = record;
  }

  /**
   * Returns the exception for an operation that the type lacks.
   *
   * @param what the types that have the operation
   */
  protected final IllegalArgumentException refusal(String what) {
    return new IllegalArgumentException(
        "id=" + record.id() + " is " + type.textOf(record) + "; the operation is for " + what);
  }

  /** Puts an entry. */
  protected void put(long key, long value) {
    throw refusal("longs");
  }

  /** Removes an entry. */
  protected void remove(long key) {
    throw refusal("longs");
  }

  /**
   * Removes the entries of a range.
   *
   * @param from the first key
   * @param to the last key
   */
  protected void removeRange(long from, long to) {
    throw refusal("longs");
  }

  /** Puts an entry. */
  protected void putBytes(byte[] key, byte[] value) {
    throw refusal("byte strings");
  }

  /** Removes an entry. */
  protected void removeBytes(byte[] key) {
    throw refusal("byte strings");
  }

  /**
   * Removes the entries of a range.
   *
   * @param from the first key
   * @param to the upper bound, exclusive; null for none
   */
  protected void removeBytesRange(byte[] from, byte @Nullable [] to) {
    throw refusal("byte strings");
  }

  /** Removes all entries, and frees their pages. */
  protected void clear() {
    if (!type.canBeCreated()) {
      throw refusal("the collection that has it");
    }
    throw new IllegalArgumentException(
        "name="
            + record.name()
            + " is "
            + type.textOf(record)
            + ", which only a newer version of Octavo can clear");
  }
}
