package io.octavo.map;

import io.octavo.codec.Codecs;
import io.octavo.view.Entries;
import io.octavo.view.Span;
import java.util.AbstractMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Entries of a {@link LongMap}. */
final class LongEntries implements Entries<Long, Long> {
  private final LongMap map;

  LongEntries(LongMap map) {
    this.map = map;
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
  public @Nullable Long get(byte[] key) {
    long number = toLong(key);
    long value = map.get(number, 0);
    // Only the value 0 does not tell whether the key is present.
    return value != 0 || map.contains(number) ? value : null;
  }

  @Override
  public boolean contains(byte[] key) {
    return map.contains(toLong(key));
  }

  @Override
  public void put(byte[] key, Long value) {
    map.put(toLong(key), value);
  }

  @Override
  public void load(Iterator<? extends Map.Entry<? extends Long, ? extends Long>> sortedSource) {
    map.load(
        new LongPairs() {
          private long key;
          private long value;

          @Override
          public boolean next() {
            if (!sortedSource.hasNext()) {
              return false;
            }
            Map.Entry<? extends Long, ? extends Long> entry = sortedSource.next();
            key = entry.getKey();
            value = entry.getValue();
            return true;
          }

          @Override
          public long key() {
            return key;
          }

          @Override
          public long value() {
            return value;
          }
        });
  }

  @Override
  public void remove(byte[] key) {
    map.remove(toLong(key));
  }

  @Override
  public void removeAll(Span span) {
    if (!isBeyond(span)) {
      map.removeRange(from(span), to(span));
    }
  }

  @Override
  public long size() {
    return map.size();
  }

  @Override
  public long count(Span span) {
    if (isBeyond(span)) {
      return 0;
    }
    long count = 0;
    for (LongCursor cursor = map.cursor(from(span), to(span)); cursor.next(); ) {
      count++;
    }
    return count;
  }

  @Override
  public boolean read(
      Span span,
      boolean isDescending,
      int most,
      boolean withValues,
      List<Map.Entry<Long, Long>> into) {
    if (isBeyond(span)) {
      return false;
    }
    LongCursor cursor = map.cursor(from(span), to(span));
    for (int i = 0; i < most; i++) {
      if (!(isDescending ? cursor.previous() : cursor.next())) {
        return false;
      }
      into.add(new AbstractMap.SimpleImmutableEntry<>(cursor.key(), cursor.value()));
    }
    return true;
  }

  @Override
  public long changes() {
    return map.changes();
  }

  private static long toLong(byte[] key) {
    return Codecs.LONG.decode(key);
  }

  /** Returns whether a span is below the least long or above the greatest. */
  private static boolean isBeyond(Span span) {
    byte[] lo = span.lo();
    byte[] hi = span.hi();
    return (lo != null && !span.loInclusive() && toLong(lo) == Long.MAX_VALUE)
        || (hi != null && !span.hiInclusive() && toLong(hi) == Long.MIN_VALUE);
  }

  private static long from(Span span) {
    byte[] lo = span.lo();
    return lo == null ? Long.MIN_VALUE : toLong(lo) + (span.loInclusive() ? 0 : 1);
  }

  private static long to(Span span) {
    byte[] hi = span.hi();
    return hi == null ? Long.MAX_VALUE : toLong(hi) - (span.hiInclusive() ? 0 : 1);
  }
}
