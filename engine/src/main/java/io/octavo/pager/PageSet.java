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

  private @Nullable Chunk[][] groups = new Chunk[0][];
  private int size;

  /** The words of neighbouring pages. */
  private static final class Chunk {
    final long[] words = new long[1 << (CHUNK_BITS - 6)];
  }

  /** Tells whether a page is in the set. */
  boolean contains(int page) {
    Chunk chunk = chunk(page);
    return chunk != null && (chunk.words[wordOf(page)] >>> page & 1) != 0;
  }

  private static int groupOf(int page) {
    return page >>> (CHUNK_BITS + GROUP_BITS);
  }

  private static int chunkOf(int page) {
    return (page >>> CHUNK_BITS) & ((1 << GROUP_BITS) - 1);
  }

  private static int wordOf(int page) {
    return (page >>> 6) & ((1 << (CHUNK_BITS - 6)) - 1);
  }

  private @Nullable Chunk chunk(int page) {
    int index = groupOf(page);
    return index < groups.length ? groups[index][chunkOf(page)] : null;
  }

  /** Adds a page, which may be in the set. */
  void add(int page) {
    int index = groupOf(page);
    if (index >= groups.length) {
      @Nullable Chunk[][] longer = Arrays.copyOf(groups, index + 1);
      for (int i = groups.length; i < longer.length; i++) {
        longer[i] = new Chunk[1 << GROUP_BITS];
      }
      groups = longer;
    }
    Chunk chunk = groups[index][chunkOf(page)];
    if (chunk == null) {
      chunk = new Chunk();
      groups[index][chunkOf(page)] = chunk;
    }
    int word = wordOf(page);
    if ((chunk.words[word] >>> page & 1) == 0) {
      chunk.words[word] |= 1L << page;
      size++;
    }
  }

  /** Removes a page, if it is in the set. */
  void remove(int page) {
    Chunk chunk = chunk(page);
    int word = wordOf(page);
    if (chunk != null && (chunk.words[word] >>> page & 1) != 0) {
      chunk.words[word] &= ~(1L << page);
      size--;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  void clear() {
    groups = new Chunk[0][];
    size = 0;
  }

  /** Finds the lowest page of the set that is not below a number; -1 where there is none. */
  int next(int from) {
    for (int index = groupOf(from); index < groups.length; index++) {
      int firstChunk = index == groupOf(from) ? chunkOf(from) : 0;
      for (int i = firstChunk; i < groups[index].length; i++) {
        int start = ((index << GROUP_BITS) | i) << CHUNK_BITS;
        Chunk chunk = groups[index][i];
        int found = chunk == null ? -1 : next(chunk.words, Math.max(0, from - start));
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
