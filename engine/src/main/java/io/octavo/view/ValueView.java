package io.octavo.view;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Predicate;

/**
 * The values of a view, in the order of their keys.
 *
 * @param <V> type of the values
 */
final class ValueView<V> extends AbstractCollection<V> {
  private final MapView<?, V> map;

  ValueView(MapView<?, V> map) {
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
  public boolean contains(Object value) {
    return map.containsValue(value);
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  public boolean remove(Object value) {
    return map.isLive() ? map.together(view -> view.values().remove(value)) : removeFirst(value);
  }

  private boolean removeFirst(Object value) {
    for (Iterator<V> values = iterator(); values.hasNext(); ) {
      if (Objects.deepEquals(values.next(), value)) {
        values.remove();
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean removeIf(Predicate<? super V> filter) {
    return map.isLive()
        ? map.together(view -> view.values().removeIf(filter))
        : super.removeIf(filter);
  }

  @Override
  public boolean removeAll(Collection<?> values) {
    Collection<?> others = MapView.searchable(values);
    return map.isLive()
        ? map.together(view -> view.values().removeAll(others))
        : super.removeAll(others);
  }

  @Override
  public boolean retainAll(Collection<?> values) {
    Collection<?> others = MapView.searchable(values);
    return map.isLive()
        ? map.together(view -> view.values().retainAll(others))
        : super.retainAll(others);
  }

  @Override
  public Iterator<V> iterator() {
    return map.iterator(true, Map.Entry::getValue);
  }

  @Override
  public Spliterator<V> spliterator() {
    return map.unsorted(iterator());
  }
}
