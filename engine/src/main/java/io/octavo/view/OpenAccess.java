package io.octavo.view;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Access to the entries of an open transaction. The effects of a change that throws are undone with
 * the transaction. No other thread intervenes between the steps of a change or of a read.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class OpenAccess<K, V> implements Access<K, V> {
  private final Entries<K, V> entries;
  private final boolean isWritable;

  /**
   * Makes an access.
   *
   * @param isWritable whether the transaction writes
   */
  public OpenAccess(Entries<K, V> entries, boolean isWritable) {
    this.entries = entries;
    this.isWritable = isWritable;
  }

  @Override
  public <R extends @Nullable Object> R read(Function<Entries<K, V>, R> query) {
    return entries.query(() -> query.apply(entries));
  }

  @Override
  public <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change) {
    requireWritable();
    return entries.change(() -> change.apply(entries));
  }

  @Override
  public void requireWritable() {
    if (!isWritable) {
      throw new UnsupportedOperationException(
          "the transaction only reads; use beginWrite or write, or the map of the store");
    }
  }

  @Override
  public boolean isLive() {
    return false;
  }

  @Override
  public boolean isFixed() {
    return !isWritable;
  }

  @Override
  public long version() {
    return entries.changes();
  }
}
