package io.octavo.map;

import io.octavo.codec.Codec;
import io.octavo.error.CodecException;
import io.octavo.view.Entries;
import io.octavo.view.Span;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a {@link BytesMap}, decoded by codecs.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class BytesEntries<K, V> implements Entries<K, V> {
  /** The limit of the bytes of values read at once, so that large values do not fill the heap. */
  private static final int MOST_BYTES = 1 << 18;

  private static final byte[] LEAST = {};

  private final BytesMap map;
  private final Codec<K> keys;
  private final Codec<V> values;

  BytesEntries(BytesMap map, Codec<K> keys, Codec<V> values) {
    this.map = map;
    this.keys = keys;
    this.values = values;
  }

  @Override
  public <R extends @Nullable Object> R query(Supplier<R> query) {
    return map.handle.read(query);
  }

  @Override
  public <R extends @Nullable Object> R change(Supplier<R> steps) {
    return map.handle.change(steps);
  }

  @Override
  public @Nullable V get(byte[] key) {
    byte[] value = map.get(key);
    return value == null ? null : decoded(values, value);
  }

  /**
   * Refuses a null, which would mean that there is no entry. A codec of nulls, or a wrong codec,
   * may decode one.
   */
  private static <T> T decoded(Codec<T> codec, byte[] bytes) {
    T value = codec.decode(bytes);
    if (value == null) {
      throw new CodecException(codec.name(), bytes, "they are null, which a map does not hold");
    }
    return value;
  }

  @Override
  public boolean contains(byte[] key) {
    return map.contains(key);
  }

  @Override
  public void put(byte[] key, V value) {
    map.put(key, values.encode(value));
  }

  @Override
  public void load(Iterator<? extends Map.Entry<? extends K, ? extends V>> sortedSource) {
    map.load(
        new BytesPairs() {
          private byte[] key = LEAST;
          private byte[] value = LEAST;

          @Override
          public boolean next() {
            if (!sortedSource.hasNext()) {
              return false;
            }
            Map.Entry<? extends K, ? extends V> entry = sortedSource.next();
            key = keys.encode(Objects.requireNonNull(entry.getKey(), "key"));
            value = values.encode(Objects.requireNonNull(entry.getValue(), "value"));
            return true;
          }

          @Override
          public byte[] key() {
            return key;
          }

          @Override
          public byte[] value() {
            return value;
          }
        });
  }

  @Override
  public void remove(byte[] key) {
    map.remove(key);
  }

  @Override
  public void removeAll(Span span) {
    if (span.isAll()) {
      map.clear();
    } else {
      map.removeRange(from(span), to(span));
    }
  }

  @Override
  public long size() {
    return map.size();
  }

  @Override
  public long count(Span span) {
    long count = 0;
    for (BytesCursor cursor = map.cursor(from(span), to(span)); cursor.next(); ) {
      count++;
    }
    return count;
  }

  @Override
  public boolean read(
      Span span, boolean isDescending, int most, boolean withValues, List<Map.Entry<K, V>> into) {
    BytesCursor cursor = map.cursor(from(span), to(span));
    int bytes = 0;
    for (int i = 0; i < most && bytes < MOST_BYTES; i++) {
      if (!(isDescending ? cursor.previous() : cursor.next())) {
        return false;
      }
      K key = decoded(keys, cursor.key());
      V value = null;
      if (withValues) {
        byte[] encoded = cursor.value();
        bytes += Math.min(encoded.length, MOST_BYTES);
        value = decoded(values, encoded);
      }
      into.add(new AbstractMap.SimpleImmutableEntry<>(key, value));
    }
    return true;
  }

  @Override
  public long changes() {
    return map.changes();
  }

  /** Returns the lower bound of a span: the least key that it can contain. */
  private static byte[] from(Span span) {
    byte[] lo = span.lo();
    if (lo == null) {
      return LEAST;
    }
    return span.loInclusive() ? lo : BytesMap.successor(lo);
  }

  /** Returns the upper bound of a span, exclusive; null for none. */
  private static byte @Nullable [] to(Span span) {
    byte[] hi = span.hi();
    if (hi == null) {
      return null;
    }
    return span.hiInclusive() ? BytesMap.successor(hi) : hi;
  }
}
