package io.octavo.cache;

import java.util.Arrays;

/**
 * A set of page numbers. Its memory is proportional to the number of chunks with pages in the set,
 * not to the highest page. A set of few pages is a list. Unless a method says otherwise, a method
 * that ends with an Error has not changed the set.
 */
public final class PageSet {
  /** Pages of a chunk, as a power of two: 4,096. */
  private static final int CHUNK_BITS = 12;

  private static final long[] NO_WORDS = {};
  private static final long[][] NO_CHUNKS = {};

  /** The pages, unordered, before there are chunks. */
  private final int[] few = new int[8];

  /** The bits of each chunk; empty for a chunk without pages. */
  private long[][] chunks = NO_CHUNKS;

  private int size;

  /** Returns whether a page is in the set. */
  public boolean contains(int page) {
    if (chunks.length == 0) {
      return indexOf(page) >= 0;
    }
    int chunk = page >>> CHUNK_BITS;
    return chunk < chunks.length
        && chunks[chunk].length > 0
        && (chunks[chunk][wordOf(page)] >>> page & 1) != 0;
  }

  private int indexOf(int page) {
    int index = size - 1;
    while (index >= 0 && few[index] != page) {
      index--;
    }
    return index;
  }

  private static int wordOf(int page) {
    return (page >>> 6) & ((1 << (CHUNK_BITS - 6)) - 1);
  }

  /** Adds a page, if it is not in the set. */
  public void add(int page) {
    if (contains(page)) {
      return;
    }
    if (chunks.length > 0) {
      chunks = with(chunks, page);
    } else if (size < few.length) {
      few[size] = page;
    } else {
      long[][] made = with(NO_CHUNKS, page);
      for (int other : few) {
        made = with(made, other);
      }
      chunks = made;
    }
    size++;
  }

  /** Sets the bit of a page. Returns the same chunks, or a longer copy. */
  private static long[][] with(long[][] present, int page) {
    long[][] changed = present;
    int chunk = page >>> CHUNK_BITS;
    if (chunk >= present.length) {
      changed = Arrays.copyOf(present, chunk + 1);
      Arrays.fill(changed, present.length, changed.length, NO_WORDS);
    }
    if (changed[chunk].length == 0) {
      changed[chunk] = new long[1 << (CHUNK_BITS - 6)];
    }
    changed[chunk][wordOf(page)] |= 1L << page;
    return changed;
  }

  /** Removes a page, if it is in the set. */
  public void remove(int page) {
    if (!contains(page)) {
      return;
    }
    if (chunks.length > 0) {
      chunks[page >>> CHUNK_BITS][wordOf(page)] &= ~(1L << page);
    } else {
      few[indexOf(page)] = few[size - 1];
    }
    size--;
  }

  /** Adds the pages of another set. An Error may end the call with some of them added. */
  public void addAll(PageSet other) {
    for (int page = other.next(0); page >= 0; page = other.next(page + 1)) {
      add(page);
    }
  }

  /** Returns the number of pages in the set. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public void clear() {
    chunks = NO_CHUNKS;
    size = 0;
  }

  /** Returns the lowest page of the set that is at least a number, or -1. */
  public int next(int from) {
    if (chunks.length == 0) {
      return nextOfFew(from);
    }
    for (int chunk = from >>> CHUNK_BITS; chunk < chunks.length; chunk++) {
      int start = chunk << CHUNK_BITS;
      int found = next(chunks[chunk], Math.max(from, start) - start);
      if (found >= 0) {
        return start + found;
      }
    }
    return -1;
  }

  private int nextOfFew(int from) {
    int found = -1;
    for (int i = 0; i < size; i++) {
      if (few[i] >= from && (found < 0 || few[i] < found)) {
        found = few[i];
      }
    }
    return found;
  }

  private static int next(long[] words, int from) {
    for (int word = from >>> 6; word < words.length; word++) {
      long bits = words[word] & (word == from >>> 6 ? -1L << from : -1L);
      if (bits != 0) {
        return (word << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }
}
