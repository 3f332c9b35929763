package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.EntryCodec;
import io.octavo.page.longs.LeafPage;

/**
 * A leaf with a directory between header and slots: for each range of keys, all of the same width,
 * the slot behind its last key. The width is a power of two, so that a shift tells the range.
 */
final class RadixLeaf {
  private RadixLeaf() {}

  /** Returns how many bytes a directory leaves to slots and entries. */
  static int capacity(int buckets) {
    return LeafPage.CAPACITY - buckets * Short.BYTES;
  }

  /**
   * Makes room for a directory between the header and the slots of a leaf.
   *
   * @param leaf a leaf with entries
   * @param buckets how many ranges
   * @return the same entries with a directory
   */
  static byte[] of(byte[] leaf, int buckets) {
    int count = PageHeader.count(leaf);
    if (slotOffset(buckets, count) > PageHeader.heapBound(leaf)) {
      throw new IllegalArgumentException("entries=" + count + " leave no room for the directory");
    }
    byte[] page = leaf.clone();
    long base = PageHeader.keyBase(page);
    int shift = shift(LeafPage.key(leaf, count - 1) - base, buckets);
    Memory.putChar(page, PageHeader.RESERVED, shift);
    int index = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      while (index < count && (LeafPage.key(leaf, index) - base) >>> shift <= bucket) {
        Memory.putChar(page, slotOffset(buckets, index), SlotWord.get(leaf, index));
        index++;
      }
      Memory.putChar(page, PageHeader.LENGTH + bucket * Short.BYTES, index);
    }
    return page;
  }

  private static int shift(long last, int buckets) {
    int shift = 0;
    while (last >>> shift < 0 || last >>> shift >= buckets) {
      shift++;
    }
    return shift;
  }

  private static int slotOffset(int buckets, int index) {
    return PageHeader.LENGTH + (buckets + index) * SlotWord.LENGTH;
  }

  private static int slot(byte[] page, int buckets, int index) {
    return Memory.getChar(page, slotOffset(buckets, index));
  }

  /** Reads a value. */
  static long value(byte[] page, int buckets, int index) {
    return LeafPage.valueBase(page) + EntryCodec.value(page, slot(page, buckets, index));
  }

  /** Finds a key, as {@link LeafPage#find} does. */
  static int find(byte[] page, int buckets, long key) {
    long base = PageHeader.keyBase(page);
    if (key < base) {
      return ~0;
    }
    long stored = key - base;
    long range = stored >>> Memory.getChar(page, PageHeader.RESERVED);
    if (range < 0 || range >= buckets) {
      return ~PageHeader.count(page);
    }
    int bucket = (int) range;
    int directory = PageHeader.LENGTH + bucket * Short.BYTES;
    // The first range begins with slot 0; what stands before the directory is masked off.
    int low = Memory.getChar(page, directory - Short.BYTES) & (-bucket >> 31);
    int length = Memory.getChar(page, directory) - low;
    if (length == 0) {
      return ~low;
    }
    long target = stored ^ Long.MIN_VALUE;
    while (length > 1) {
      int half = length >>> 1;
      long probe = EntryCodec.key(page, slot(page, buckets, low + half)) ^ Long.MIN_VALUE;
      low = probe <= target ? low + half : low;
      length -= half;
    }
    long found = EntryCodec.key(page, slot(page, buckets, low)) ^ Long.MIN_VALUE;
    if (found == target) {
      return low;
    }
    return found < target ? ~(low + 1) : ~low;
  }
}
