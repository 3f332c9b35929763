package io.octavo.view;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;

/**
 * The entries of a view.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class EntryView<K, V> extends AbstractSet<Map.Entry<K, V>> {
  private final MapView<K, V> map;

  EntryView(MapView<K, V> map) {
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
  public boolean contains(Object element) {
    if (!(element instanceof Map.Entry<?, ?> entry)) {
      return false;
    }
    V value = map.get(entry.getKey());
    return value != null && Objects.deepEquals(value, entry.getValue());
  }

  @Override
  public boolean remove(Object element) {
    return element instanceof Map.Entry<?, ?> entry && map.remove(entry.getKey(), entry.getValue());
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
    return map.isLive()
        ? map.together(view -> view.entrySet().removeIf(filter))
        : super.removeIf(filter);
  }

  @Override
  public boolean removeAll(Collection<?> entries) {
    Collection<?> others = MapView.searchable(entries);
    return map.isLive()
        ? map.together(view -> view.entrySet().removeAll(others))
        : super.removeAll(others);
  }

  @Override
  public boolean retainAll(Collection<?> entries) {
    Collection<?> others = MapView.searchable(entries);
    return map.isLive()
        ? map.together(view -> view.entrySet().retainAll(others))
        : super.retainAll(others);
  }

  @Override
  public Iterator<Map.Entry<K, V>> iterator() {
    return map.iterator(true, entry -> entry);
  }

  @Override
  public Spliterator<Map.Entry<K, V>> spliterator() {
    Comparator<? super K> order = map.comparator();
    return map.sorted(
        iterator(),
        order != null ? Map.Entry.comparingByKey(order) : EntryView::compareByNaturalOrder);
  }

  @SuppressWarnings("unchecked") // keys without a comparator are comparable
  private static <K> int compareByNaturalOrder(Map.Entry<K, ?> left, Map.Entry<K, ?> right) {
    return ((Comparable<? super K>) left.getKey()).compareTo(right.getKey());
  }
}
