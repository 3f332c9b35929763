package io.octavo.pager;

import java.util.Arrays;

/** A growing list of page numbers. A method that ends with an Error has not changed the list. */
final class IntList {
  private int[] elements = new int[4];
  private int size;

  void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    elements[size++] = element;
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
