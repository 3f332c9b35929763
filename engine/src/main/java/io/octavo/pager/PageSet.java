package io.octavo.pager;

import java.util.Arrays;

/**
 * A set of page numbers. It takes memory for the neighbourhoods of its pages, not for all pages up
 * to the highest: a small transaction in a store of terabytes is small. An Error leaves it as it
 * was.
 */
final class PageSet {
  /** Pages of a chunk, as a power of two: 4,096. */
  private static final int CHUNK_BITS = 12;

  private static final long[] NO_WORDS = {};

  /** The words of neighbouring pages; none if no page is in the set. */
  private long[][] chunks = new long[0][];

  private int size;

  /** Returns whether a page is in the set. */
  boolean contains(int page) {
    int chunk = page >>> CHUNK_BITS;
    return chunk < chunks.length
        && chunks[chunk].length > 0
        && (chunks[chunk][wordOf(page)] >>> page & 1) != 0;
  }

  private static int wordOf(int page) {
    return (page >>> 6) & ((1 << (CHUNK_BITS - 6)) - 1);
  }

  /** Adds a page, which may be in the set. */
  void add(int page) {
    if (contains(page)) {
      return;
    }
    int chunk = page >>> CHUNK_BITS;
    if (chunk >= chunks.length) {
      long[][] longer = Arrays.copyOf(chunks, chunk + 1);
      Arrays.fill(longer, chunks.length, longer.length, NO_WORDS);
      chunks = longer;
    }
    if (chunks[chunk].length == 0) {
      chunks[chunk] = new long[1 << (CHUNK_BITS - 6)];
    }
    chunks[chunk][wordOf(page)] |= 1L << page;
    size++;
  }

  /** Removes a page, if it is in the set. */
  void remove(int page) {
    if (contains(page)) {
      chunks[page >>> CHUNK_BITS][wordOf(page)] &= ~(1L << page);
      size--;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    chunks = new long[0][];
    size = 0;
  }

  /** Finds the lowest page of the set that is not below a number; -1 where there is none. */
  int next(int from) {
    for (int chunk = from >>> CHUNK_BITS; chunk < chunks.length; chunk++) {
      int start = chunk << CHUNK_BITS;
      int found = next(chunks[chunk], Math.max(from, start) - start);
      if (found >= 0) {
        return start + found;
      }
    }
    return -1;
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
