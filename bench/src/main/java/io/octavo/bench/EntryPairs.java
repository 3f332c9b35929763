package io.octavo.bench;

import io.octavo.LongPairs;

/** Entries as a source to load from. Not thread-safe. */
final class EntryPairs implements LongPairs {
  private final Entries entries;
  private int index = -1;

  /** Begins before the first entry. */
  EntryPairs(Entries entries) {
    this.entries = entries;
  }

  @Override
  public boolean next() {
    index++;
    return index < entries.count();
  }

  @Override
  public long key() {
    return entries.key(index);
  }

  @Override
  public long value() {
    return entries.value(index);
  }
}
