package io.octavo.view;

import io.octavo.codec.Codec;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the entries of a view, which it reads in batches. The next entry is read before it
 * is requested. The entries after it are read again if the map has changed since, so that removed
 * entries are not returned and new ones are.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 * @param <T> type of the elements
 */
final class ViewIterator<K, V, T> implements Iterator<T> {
  /** The number of entries in the first batch, small for callers that need only one entry. */
  private static final int FIRST = 8;

  private static final int MOST = 512;

  private final Access<K, V> access;
  private final Codec<K> keys;
  private final Span span;
  private final boolean isDescending;
  private final boolean withValues;
  private final Function<Map.Entry<K, V>, T> result;

  private List<Map.Entry<K, V>> ahead = List.of();
  private int taken;
  private int wanted = FIRST;
  private boolean hasMore = true;
  private long version;
  private Map.@Nullable Entry<K, V> next;
  private Map.@Nullable Entry<K, V> last;

  ViewIterator(
      Access<K, V> access,
      Codec<K> keys,
      Span span,
      boolean isDescending,
      boolean withValues,
      Function<Map.Entry<K, V>, T> result) {
    this.access = access;
    this.keys = keys;
    this.span = span;
    this.isDescending = isDescending;
    this.withValues = withValues;
    this.result = result;
    next = read(span);
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public T next() {
    Map.Entry<K, V> entry = next;
    if (entry == null) {
      throw new NoSuchElementException();
    }
    last = entry;
    next = behind(entry);
    return result.apply(entry);
  }

  private Map.@Nullable Entry<K, V> behind(Map.Entry<K, V> entry) {
    boolean isCurrent = access.version() == version;
    if (isCurrent && taken < ahead.size()) {
      return ahead.get(taken++);
    }
    if (isCurrent && !hasMore) {
      return null;
    }
    // The next change may follow soon: read no more entries than were used since the last change.
    wanted = isCurrent ? Math.min(2 * wanted, MOST) : Math.min(taken + 1, MOST);
    byte[] key = keys.encode(entry.getKey());
    return read(isDescending ? span.below(key, false) : span.above(key, false));
  }

  private Map.@Nullable Entry<K, V> read(Span rest) {
    // Read before the entries, so that a change between the two is noticed.
    long now = access.version();
    List<Map.Entry<K, V>> entries = new ArrayList<>(wanted);
    hasMore = access.read(found -> found.read(rest, isDescending, wanted, withValues, entries));
    // Set last: if the read throws, the old entries keep their version.
    version = now;
    ahead = entries;
    taken = 0;
    return entries.isEmpty() ? null : entries.get(taken++);
  }

  @Override
  public void remove() {
    Map.Entry<K, V> entry = last;
    if (entry == null) {
      throw new IllegalStateException("there is no entry to remove; call next() first");
    }
    access.write(
        entries -> {
          entries.remove(keys.encode(entry.getKey()));
          return true;
        });
    last = null;
  }
}
