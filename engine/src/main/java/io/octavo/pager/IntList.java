package io.octavo.pager;

import java.util.Arrays;

/**
 * A growing list of page numbers. Unless a method says otherwise, a method that ends with an Error
 * has not changed the list.
 */
final class IntList {
  private int[] elements = new int[4];
  private int size;

  void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    elements[size++] = element;
  }

  /** Adds the elements of another list from an index on. An Error may leave some of them added. */
  void addAll(IntList other, int from) {
    for (int i = from; i < other.size; i++) {
      add(other.elements[i]);
    }
  }

  int get(int index) {
    return elements[index];
  }

  int size() {
    return size;
  }

  int last() {
    return elements[size - 1];
  }

  void removeLast() {
    size--;
  }

  void clear() {
    size = 0;
  }
}
