package io.octavo.view;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a view.
 *
 * @param <K> type of the keys
 */
final class KeyView<K> extends AbstractSet<K> implements NavigableSet<K> {
  private final MapView<K, ?> map;

  KeyView(MapView<K, ?> map) {
    this.map = map;
  }

  @Override
  public int size() {
    return map.size();
  }

  @Override
  public boolean isEmpty() {
    return map.isEmpty();
  }

  @Override
  public boolean contains(Object key) {
    return map.containsKey(key);
  }

  @Override
  public boolean remove(Object key) {
    return map.remove(key) != null;
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean removeIf(Predicate<? super K> filter) {
    return map.isLive()
        ? map.together(view -> view.keySet().removeIf(filter))
        : super.removeIf(filter);
  }

  @Override
  public boolean removeAll(Collection<?> keys) {
    Collection<?> others = MapView.searchable(keys);
    return map.isLive()
        ? map.together(view -> view.keySet().removeAll(others))
        : super.removeAll(others);
  }

  @Override
  public boolean retainAll(Collection<?> keys) {
    Collection<?> others = MapView.searchable(keys);
    return map.isLive()
        ? map.together(view -> view.keySet().retainAll(others))
        : super.retainAll(others);
  }

  @Override
  public Iterator<K> iterator() {
    return map.iterator(false, Map.Entry::getKey);
  }

  @Override
  public Spliterator<K> spliterator() {
    return map.sorted(iterator(), comparator());
  }

  @Override
  public @Nullable Comparator<? super K> comparator() {
    return map.comparator();
  }

  @Override
  public @Nullable K lower(K key) {
    return map.lowerKey(key);
  }

  @Override
  public @Nullable K floor(K key) {
    return map.floorKey(key);
  }

  @Override
  public @Nullable K ceiling(K key) {
    return map.ceilingKey(key);
  }

  @Override
  public @Nullable K higher(K key) {
    return map.higherKey(key);
  }

  @Override
  public K first() {
    return map.firstKey();
  }

  @Override
  public K last() {
    return map.lastKey();
  }

  @Override
  public @Nullable K pollFirst() {
    Map.Entry<K, ?> entry = map.pollFirstEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public @Nullable K pollLast() {
    Map.Entry<K, ?> entry = map.pollLastEntry();
    return entry == null ? null : entry.getKey();
  }

  @Override
  public NavigableSet<K> descendingSet() {
    return map.descendingMap().navigableKeySet();
  }

  @Override
  public Iterator<K> descendingIterator() {
    return descendingSet().iterator();
  }

  @Override
  public NavigableSet<K> subSet(K from, boolean fromInclusive, K to, boolean toInclusive) {
    return map.subMap(from, fromInclusive, to, toInclusive).navigableKeySet();
  }

  @Override
  public NavigableSet<K> headSet(K to, boolean inclusive) {
    return map.headMap(to, inclusive).navigableKeySet();
  }

  @Override
  public NavigableSet<K> tailSet(K from, boolean inclusive) {
    return map.tailMap(from, inclusive).navigableKeySet();
  }

  @Override
  public NavigableSet<K> subSet(K from, K to) {
    return subSet(from, true, to, false);
  }

  @Override
  public NavigableSet<K> headSet(K to) {
    return headSet(to, false);
  }

  @Override
  public NavigableSet<K> tailSet(K from) {
    return tailSet(from, true);
  }
}
