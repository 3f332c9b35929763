package io.octavo;

import io.octavo.view.Access;
import io.octavo.view.Entries;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Access to the newest visible entries; each call is a transaction of its own.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class LiveAccess<K, V> implements Access<K, V> {
  private final Store store;
  private final TypedMap<K, V> map;

  LiveAccess(Store store, TypedMap<K, V> map) {
    this.store = store;
    this.map = map;
  }

  @Override
  public <R extends @Nullable Object> R read(Function<Entries<K, V>, R> query) {
    return store.read(transaction -> query.apply(map.entries(transaction)));
  }

  @Override
  public <R extends @Nullable Object> R write(Function<Entries<K, V>, R> change) {
    requireWritable();
    return store.writeResult(transaction -> change.apply(map.entries(transaction)));
  }

  @Override
  public void requireWritable() {
    store.requireWritableMap(map.name());
  }

  @Override
  public boolean isLive() {
    return true;
  }

  @Override
  public boolean isFixed() {
    return false;
  }

  @Override
  public long version() {
    return store.published();
  }
}
