package io.octavo.view;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The elements of an iterator, in its order. Parts for other threads are arrays of elements.
 *
 * @param <T> type of the elements
 */
final class ViewSpliterator<T> extends Spliterators.AbstractSpliterator<T> {
  private final Iterator<T> iterator;
  private final @Nullable Comparator<? super T> comparator;

  /**
   * Makes a spliterator.
   *
   * @param comparator the order of the elements, null for natural order; used if the elements are
   *     sorted
   */
  ViewSpliterator(
      Iterator<T> iterator,
      long size,
      int characteristics,
      @Nullable Comparator<? super T> comparator) {
    super(size, characteristics);
    this.iterator = iterator;
    this.comparator = comparator;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    boolean found = iterator.hasNext();
    if (found) {
      action.accept(iterator.next());
    }
    return found;
  }

  @Override
  public @Nullable Comparator<? super T> getComparator() {
    if (!hasCharacteristics(SORTED)) {
      throw new IllegalStateException("the elements are not sorted");
    }
    return comparator;
  }
}
