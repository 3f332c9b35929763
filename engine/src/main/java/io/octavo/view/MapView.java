package io.octavo.view;

import io.octavo.codec.Codec;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A map of the store, or a range of it, ascending or descending, as a map of the JDK with the
 * behaviour of {@link java.util.concurrent.ConcurrentSkipListMap}.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public class MapView<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {
  /** The number of entries that a bulk change reads at once. */
  private static final int BATCH = 512;

  private final Access<K, V> access;
  private final Codec<K> keys;
  private final Span span;
  private final boolean isDescending;

  /**
   * Makes a view.
   *
   * @param access the access to the entries
   * @param keys codec of the keys
   * @param span the entries of the view
   * @param isDescending whether keys descend
   */
  public MapView(Access<K, V> access, Codec<K> keys, Span span, boolean isDescending) {
    this.access = access;
    this.keys = keys;
    this.span = span;
    this.isDescending = isDescending;
  }

  // Keys

  @SuppressWarnings("unchecked") // the codec refuses keys of other types
  private byte[] bytes(Object key) {
    return keys.encode((K) Objects.requireNonNull(key, "key"));
  }

  private byte[] bytesInRange(Object key) {
    byte[] bytes = bytes(key);
    if (!span.contains(bytes)) {
      throw new IllegalArgumentException("key=" + key + " is out of range");
    }
    return bytes;
  }

  @Override
  public @Nullable Comparator<? super K> comparator() {
    Comparator<? super K> order = keys.comparator();
    boolean isNatural = order == Comparator.naturalOrder();
    if (isDescending) {
      return Collections.reverseOrder(isNatural ? null : order);
    }
    return isNatural ? null : order;
  }

  // One entry

  @Override
  public @Nullable V get(Object key) {
    byte[] bytes = bytes(key);
    return span.contains(bytes) ? access.read(entries -> entries.get(bytes)) : null;
  }

  @Override
  public boolean containsKey(Object key) {
    byte[] bytes = bytes(key);
    return span.contains(bytes) && access.read(entries -> entries.contains(bytes));
  }

  @Override
  public @Nullable V put(K key, V value) {
    Objects.requireNonNull(value, "value");
    byte[] bytes = bytesInRange(key);
    return access.write(
        entries -> {
          V old = entries.get(bytes);
          entries.put(bytes, value);
          return old;
        });
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    Objects.requireNonNull(value, "value");
    return changed(bytesInRange(key), Objects::nonNull, value);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    Objects.requireNonNull(value, "value");
    return changed(bytesInRange(key), Objects::isNull, value);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    Objects.requireNonNull(newValue, "newValue");
    return isSame(
        changed(bytesInRange(key), found -> !isSame(found, oldValue), newValue), oldValue);
  }

  @Override
  public @Nullable V remove(Object key) {
    byte[] bytes = bytes(key);
    return span.contains(bytes) ? changed(bytes, Objects::isNull, null) : outside();
  }

  @Override
  public boolean remove(Object key, @Nullable Object value) {
    Objects.requireNonNull(key, "key");
    if (value == null) {
      return outside() != null;
    }
    byte[] bytes = bytes(key);
    V old = span.contains(bytes) ? changed(bytes, found -> !isSame(found, value), null) : outside();
    return isSame(old, value);
  }

  /** The result of a change without effect. Throws if changes are not allowed. */
  private @Nullable V outside() {
    access.requireWritable();
    return null;
  }

  /** Compares values; arrays by their elements. */
  private static boolean isSame(@Nullable Object value, @Nullable Object other) {
    return Objects.deepEquals(value, other);
  }

  /**
   * Changes the value of a key, depending on the old value.
   *
   * @param isDone returns whether a value, or null for none, needs no change; no write transaction
   *     is begun then
   * @param value the new value, or null for none
   */
  private @Nullable V changed(byte[] key, Predicate<@Nullable V> isDone, @Nullable V value) {
    access.requireWritable();
    if (access.isLive()) {
      V found = access.read(entries -> entries.get(key));
      if (isDone.test(found)) {
        return found;
      }
    }
    return access.write(
        entries -> {
          V old = entries.get(key);
          if (isDone.test(old)) {
            return old;
          }
          if (value == null) {
            entries.remove(key);
          } else {
            entries.put(key, value);
          }
          return old;
        });
  }

  private void store(
      Entries<K, V> entries, Object key, byte[] bytes, @Nullable V old, @Nullable V value) {
    if (value == null) {
      if (old != null) {
        entries.remove(bytes);
      }
      return;
    }
    bytesInRange(key);
    entries.put(bytes, value);
  }

  @Override
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    byte[] bytes = bytes(key);
    return access.write(
        entries -> {
          V old = getInRange(entries, bytes);
          V value = function.apply(key, old);
          store(entries, key, bytes, old, value);
          return value;
        });
  }

  private @Nullable V getInRange(Entries<K, V> entries, byte[] key) {
    return span.contains(key) ? entries.get(key) : null;
  }

  @Override
  public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    byte[] bytes = bytes(key);
    access.requireWritable();
    if (access.isLive()) {
      V found = access.read(entries -> getInRange(entries, bytes));
      if (found != null) {
        return found;
      }
    }
    return access.write(
        entries -> {
          V old = getInRange(entries, bytes);
          if (old != null) {
            return old;
          }
          V value = function.apply(key);
          store(entries, key, bytes, null, value);
          return value;
        });
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    byte[] bytes = bytes(key);
    access.requireWritable();
    if (access.isLive() && !containsKey(key)) {
      return null;
    }
    return access.write(
        entries -> {
          V old = getInRange(entries, bytes);
          if (old == null) {
            return null;
          }
          V value = function.apply(key, old);
          store(entries, key, bytes, old, value);
          return value;
        });
  }

  @Override
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(function, "function");
    byte[] bytes = bytes(key);
    return access.write(
        entries -> {
          V old = getInRange(entries, bytes);
          V merged = old == null ? value : function.apply(old, value);
          store(entries, key, bytes, old, merged);
          return merged;
        });
  }

  // Many entries

  /** Runs a change of many entries in one transaction: the open one, if the view belongs to one. */
  <R> R together(Function<MapView<K, V>, R> change) {
    return access.write(
        entries ->
            change.apply(new MapView<>(new OpenAccess<>(entries, true), keys, span, isDescending)));
  }

  /** Returns the same elements, as a set instead of a list, for fast searches. */
  static Collection<?> searchable(Collection<?> elements) {
    boolean isSearched = elements instanceof List<?> || elements instanceof Queue<?>;
    return isSearched ? new HashSet<>(elements) : elements;
  }

  boolean isLive() {
    return access.isLive();
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> map) {
    access.write(
        entries -> {
          map.forEach(
              (key, value) -> {
                Objects.requireNonNull(value, "value");
                entries.put(bytesInRange(key), value);
              });
          return true;
        });
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    access.write(
        entries -> {
          Span rest = span;
          List<Entry<K, V>> batch = new ArrayList<>();
          boolean hasMore = true;
          while (hasMore) {
            batch.clear();
            hasMore = entries.read(rest, isDescending, BATCH, true, batch);
            for (Entry<K, V> entry : batch) {
              V value = function.apply(entry.getKey(), entry.getValue());
              byte[] key = bytes(entry.getKey());
              entries.put(key, Objects.requireNonNull(value, "value"));
              rest = behind(key);
            }
          }
          return true;
        });
  }

  private Span behind(byte[] key) {
    return isDescending ? span.below(key, false) : span.above(key, false);
  }

  @Override
  public void clear() {
    access.write(
        entries -> {
          entries.removeAll(span);
          return true;
        });
  }

  private long longSize() {
    return access.read(entries -> span.isAll() ? entries.size() : entries.count(span));
  }

  @Override
  public int size() {
    return (int) Math.min(longSize(), Integer.MAX_VALUE);
  }

  @Override
  public boolean isEmpty() {
    return nearest(span, isDescending, false) == null;
  }

  @Override
  public boolean containsValue(Object value) {
    Objects.requireNonNull(value, "value");
    for (Iterator<V> all = values().iterator(); all.hasNext(); ) {
      if (isSame(all.next(), value)) {
        return true;
      }
    }
    return false;
  }

  // The nearest entry

  /** Returns the first or the last entry of a part of the map. */
  private @Nullable Entry<K, V> nearest(Span part, boolean isLast, boolean withValue) {
    return access.read(entries -> nearest(entries, part, isLast, withValue));
  }

  private @Nullable Entry<K, V> nearest(
      Entries<K, V> entries, Span part, boolean isLast, boolean withValue) {
    List<Entry<K, V>> found = new ArrayList<>(1);
    entries.read(part, isLast, 1, withValue, found);
    return found.isEmpty() ? null : found.get(0);
  }

  /** Returns the entry before a key, in the order of this view. */
  private @Nullable Entry<K, V> before(K key, boolean inclusive, boolean withValue) {
    byte[] bytes = bytes(key);
    Span part = isDescending ? span.above(bytes, inclusive) : span.below(bytes, inclusive);
    return nearest(part, !isDescending, withValue);
  }

  private @Nullable Entry<K, V> after(K key, boolean inclusive, boolean withValue) {
    byte[] bytes = bytes(key);
    Span part = isDescending ? span.below(bytes, inclusive) : span.above(bytes, inclusive);
    return nearest(part, isDescending, withValue);
  }

  private static <K> @Nullable K keyOf(@Nullable Entry<K, ?> entry) {
    return entry == null ? null : entry.getKey();
  }

  private static <K> K requiredKey(@Nullable Entry<K, ?> entry) {
    if (entry == null) {
      throw new NoSuchElementException("the map is empty");
    }
    return entry.getKey();
  }

  @Override
  public @Nullable Entry<K, V> lowerEntry(K key) {
    return before(key, false, true);
  }

  @Override
  public @Nullable K lowerKey(K key) {
    return keyOf(before(key, false, false));
  }

  @Override
  public @Nullable Entry<K, V> floorEntry(K key) {
    return before(key, true, true);
  }

  @Override
  public @Nullable K floorKey(K key) {
    return keyOf(before(key, true, false));
  }

  @Override
  public @Nullable Entry<K, V> ceilingEntry(K key) {
    return after(key, true, true);
  }

  @Override
  public @Nullable K ceilingKey(K key) {
    return keyOf(after(key, true, false));
  }

  @Override
  public @Nullable Entry<K, V> higherEntry(K key) {
    return after(key, false, true);
  }

  @Override
  public @Nullable K higherKey(K key) {
    return keyOf(after(key, false, false));
  }

  @Override
  public @Nullable Entry<K, V> firstEntry() {
    return nearest(span, isDescending, true);
  }

  @Override
  public K firstKey() {
    return requiredKey(nearest(span, isDescending, false));
  }

  @Override
  public @Nullable Entry<K, V> lastEntry() {
    return nearest(span, !isDescending, true);
  }

  @Override
  public K lastKey() {
    return requiredKey(nearest(span, !isDescending, false));
  }

  @Override
  public @Nullable Entry<K, V> pollFirstEntry() {
    return poll(isDescending);
  }

  @Override
  public @Nullable Entry<K, V> pollLastEntry() {
    return poll(!isDescending);
  }

  private @Nullable Entry<K, V> poll(boolean isLast) {
    access.requireWritable();
    if (access.isLive() && isEmpty()) {
      return null;
    }
    return access.write(
        entries -> {
          Entry<K, V> entry = nearest(entries, span, isLast, true);
          if (entry != null) {
            entries.remove(bytes(entry.getKey()));
          }
          return entry;
        });
  }

  // Parts

  private MapView<K, V> part(
      @Nullable K from, boolean fromInclusive, @Nullable K to, boolean toInclusive) {
    byte[] fromBytes = from == null ? null : bytes(from);
    byte[] toBytes = to == null ? null : bytes(to);
    Span part =
        isDescending
            ? span.narrowed(toBytes, toInclusive, fromBytes, fromInclusive)
            : span.narrowed(fromBytes, fromInclusive, toBytes, toInclusive);
    if (part == null) {
      throw new IllegalArgumentException(
          "fromKey=" + from + " and toKey=" + to + " are out of range, or one is beyond the other");
    }
    return new MapView<>(access, keys, part, isDescending);
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(
      K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
    Objects.requireNonNull(fromKey, "fromKey");
    Objects.requireNonNull(toKey, "toKey");
    return part(fromKey, fromInclusive, toKey, toInclusive);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K toKey, boolean inclusive) {
    return part(null, false, Objects.requireNonNull(toKey, "toKey"), inclusive);
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
    return part(Objects.requireNonNull(fromKey, "fromKey"), inclusive, null, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> subMap(K fromKey, K toKey) {
    return subMap(fromKey, true, toKey, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> headMap(K toKey) {
    return headMap(toKey, false);
  }

  @Override
  public ConcurrentNavigableMap<K, V> tailMap(K fromKey) {
    return tailMap(fromKey, true);
  }

  @Override
  public ConcurrentNavigableMap<K, V> descendingMap() {
    return new MapView<>(access, keys, span, !isDescending);
  }

  // Collections

  @Override
  public NavigableSet<K> keySet() {
    return new KeyView<>(this);
  }

  @Override
  public NavigableSet<K> navigableKeySet() {
    return keySet();
  }

  @Override
  public NavigableSet<K> descendingKeySet() {
    return descendingMap().navigableKeySet();
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new EntryView<>(this);
  }

  @Override
  public Collection<V> values() {
    return new ValueView<>(this);
  }

  <T> Iterator<T> iterator(boolean withValues, Function<Entry<K, V>, T> result) {
    return new ViewIterator<>(access, keys, span, isDescending, withValues, result);
  }

  /** Returns a spliterator over distinct, sorted elements. */
  <T> Spliterator<T> sorted(Iterator<T> iterator, @Nullable Comparator<? super T> order) {
    return new ViewSpliterator<>(
        iterator,
        sizeEstimate(),
        characteristics() | Spliterator.SORTED | Spliterator.DISTINCT,
        order);
  }

  Spliterator<V> unsorted(Iterator<V> iterator) {
    return new ViewSpliterator<>(iterator, sizeEstimate(), characteristics(), null);
  }

  private int characteristics() {
    int always = Spliterator.ORDERED | Spliterator.NONNULL;
    if (access.isFixed()) {
      // The size of a part is not known.
      return always | Spliterator.IMMUTABLE | (span.isAll() ? Spliterator.SIZED : 0);
    }
    return always | (access.isLive() ? Spliterator.CONCURRENT : 0);
  }

  private long sizeEstimate() {
    return span.isAll() ? longSize() : Long.MAX_VALUE;
  }
}
