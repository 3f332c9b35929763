package io.octavo.pager;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of page numbers. It takes memory for the neighbourhoods of its pages, not for all pages up
 * to the highest: a small transaction in a store of terabytes is small. An Error leaves it as it
 * was.
 */
final class PageSet {
  /** Pages of a chunk, and chunks of a group, as powers of two: 4,096 and 512. */
  private static final int CHUNK_BITS = 12;

  private static final int GROUP_BITS = 9;

  private long @Nullable [][][] groups = new long[0][][];
  private int size;

  /** Tells whether a page is in the set. */
  boolean contains(int page) {
    long[] words = chunk(page);
    return words != null && (words[wordOf(page)] >>> page & 1) != 0;
  }

  private static int groupOf(int page) {
    return page >>> CHUNK_BITS + GROUP_BITS;
  }

  private static int chunkOf(int page) {
    return page >>> CHUNK_BITS & (1 << GROUP_BITS) - 1;
  }

  private static int wordOf(int page) {
    return page >>> 6 & (1 << CHUNK_BITS - 6) - 1;
  }

  private long @Nullable [] chunk(int page) {
    int index = groupOf(page);
    long[] @Nullable [] group = index < groups.length ? groups[index] : null;
    return group == null ? null : group[chunkOf(page)];
  }

  /** Adds a page, which may be in the set. */
  void add(int page) {
    int index = groupOf(page);
    if (index >= groups.length) {
      groups = Arrays.copyOf(groups, index + 1);
    }
    if (groups[index] == null) {
      groups[index] = new long[1 << GROUP_BITS][];
    }
    long[][] group = groups[index];
    if (group[chunkOf(page)] == null) {
      group[chunkOf(page)] = new long[1 << CHUNK_BITS - 6];
    }
    long[] words = group[chunkOf(page)];
    if ((words[wordOf(page)] >>> page & 1) == 0) {
      words[wordOf(page)] |= 1L << page;
      size++;
    }
  }

  /** Removes a page, if it is in the set. */
  void remove(int page) {
    long[] words = chunk(page);
    if (words != null && (words[wordOf(page)] >>> page & 1) != 0) {
      words[wordOf(page)] &= ~(1L << page);
      size--;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    groups = new long[0][][];
    size = 0;
  }

  /** Finds the lowest page of the set that is not below a number; -1 where there is none. */
  int next(int from) {
    for (int index = groupOf(from); index < groups.length; index++) {
      long[][] group = groups[index];
      int firstChunk = index == groupOf(from) ? chunkOf(from) : 0;
      for (int chunk = firstChunk; group != null && chunk < group.length; chunk++) {
        int start = (index << GROUP_BITS | chunk) << CHUNK_BITS;
        int found = group[chunk] == null ? -1 : next(group[chunk], Math.max(0, from - start));
        if (found >= 0) {
          return start + found;
        }
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
