package io.octavo;

import io.octavo.codec.Codec;
import io.octavo.view.Access;
import io.octavo.view.MapView;
import io.octavo.view.Span;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * The view of a whole map, as an {@link OrderedMap}.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class OrderedView<K, V> extends MapView<K, V> implements OrderedMap<K, V> {
  private final Access<K, V> access;
  private final Codec<K> keys;

  OrderedView(Access<K, V> access, Codec<K> keys) {
    super(access, keys, Span.ALL, false);
    this.access = access;
    this.keys = keys;
  }

  @Override
  public void load(Iterator<? extends Map.Entry<? extends K, ? extends V>> sortedSource) {
    Objects.requireNonNull(sortedSource, "sortedSource");
    access.write(
        entries -> {
          entries.load(sortedSource);
          return true;
        });
  }

  @Override
  public ConcurrentNavigableMap<K, V> prefixMap(Object... prefix) {
    List<Object> parts = Arrays.asList(prefix);
    return prefixSubMap(parts, true, parts, true);
  }

  @Override
  public ConcurrentNavigableMap<K, V> prefixSubMap(
      List<?> from, boolean fromInclusive, List<?> to, boolean toInclusive) {
    byte[] fromBytes = keys.encodePrefix(from);
    Span span = Span.ofPrefixes(fromBytes, fromInclusive, keys.encodePrefix(to), toInclusive);
    if (span == null) {
      throw new IllegalArgumentException("from=" + from + " is above to=" + to);
    }
    return new MapView<>(access, keys, span, false);
  }
}
