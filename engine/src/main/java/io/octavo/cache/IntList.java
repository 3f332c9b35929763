package io.octavo.cache;

import java.util.Arrays;

/**
 * A growing list of page numbers. Unless a method says otherwise, a method that ends with an Error
 * has not changed the list.
 */
public final class IntList {
  private int[] elements = new int[4];
  private int size;

  public void add(int element) {
    if (size == elements.length) {
      elements = Arrays.copyOf(elements, size * 2);
    }
    elements[size++] = element;
  }

  /** Adds the elements of another list from an index on. An Error may leave some of them added. */
  public void addAll(IntList other, int from) {
    for (int i = from; i < other.size; i++) {
      add(other.elements[i]);
    }
  }

  public int get(int index) {
    return elements[index];
  }

  public int size() {
    return size;
  }

  public int last() {
    return elements[size - 1];
  }

  public void removeLast() {
    size--;
  }

  public void clear() {
    size = 0;
  }
}
