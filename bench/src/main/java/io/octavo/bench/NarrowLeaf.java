package io.octavo.bench;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.SizeCode;

/**
 * A leaf whose slots have 13 bits of {@code end - 1} above 3 bits of size code: entries stand at
 * any byte, and seven classes have a code. An entry that none of them covers carries its lengths in
 * its last byte, as in the engine's leaves.
 */
final class NarrowLeaf {
  private static final int CODE_BITS = 3;
  private static final int CODE_MASK = (1 << CODE_BITS) - 1;
  private static final int FALLBACK = 0;

  /** Key and value length of the codes 1 to 7, as {@link NarrowTable} finds them. */
  static final int[][] CLASSES = {{2, 3}, {2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {4, 5}};

  /** Nibbles of length - 1, key above value, by code; the fallback's entry is not used. */
  private static final byte[] LENGTHS = new byte[CODE_MASK + 1];

  static {
    for (int code = 1; code < LENGTHS.length; code++) {
      LENGTHS[code] = (byte) nibbles(CLASSES[code - 1][0], CLASSES[code - 1][1]);
    }
  }

  private NarrowLeaf() {}

  private static int nibbles(int keyLength, int valueLength) {
    return (keyLength - 1) << 4 | (valueLength - 1);
  }

  /** Finds the smallest class that covers a pair at no more than the fallback's cost. */
  private static int code(int keyLength, int valueLength) {
    int best = FALLBACK;
    int bestSize = keyLength + valueLength + 2;
    for (int code = 1; code < LENGTHS.length; code++) {
      int size = CLASSES[code - 1][0] + CLASSES[code - 1][1];
      boolean covers = CLASSES[code - 1][0] >= keyLength && CLASSES[code - 1][1] >= valueLength;
      if (covers && size < bestSize) {
        best = code;
        bestSize = size;
      }
    }
    return best;
  }

  /** Returns the bytes of the entries of each pair of lengths, as {@link ClassSet#sizes} does. */
  static int[] sizes() {
    int[] sizes = new int[ClassSet.PAIRS];
    for (int key = 1; key <= SizeCode.MAX_LENGTH; key++) {
      for (int value = 1; value <= SizeCode.MAX_LENGTH; value++) {
        int code = code(key, value);
        sizes[ClassSet.pair(key, value)] =
            code == FALLBACK ? 1 + key + value : CLASSES[code - 1][0] + CLASSES[code - 1][1];
      }
    }
    return sizes;
  }

  /** Makes a leaf of a run, whose first key becomes the key base. */
  static byte[] build(EntryRun run, long valueBase) {
    byte[] page = PageHeader.newPage();
    Memory.putChar(page, PageHeader.COUNT, run.count());
    Memory.putLong(page, PageHeader.KEY_BASE, run.key(0));
    Memory.putLong(page, PageHeader.SPECIFIC, valueBase);
    int end = PageHeader.PAGE_SIZE;
    for (int i = 0; i < run.count(); i++) {
      long key = run.key(i) - run.key(0);
      long value = run.value(i) - valueBase;
      int keyLength = ClassSet.length(key);
      int valueLength = ClassSet.length(value);
      int code = code(keyLength, valueLength);
      Memory.putChar(page, slotOffset(i), (end - 1) << CODE_BITS | code);
      if (code == FALLBACK) {
        end--;
        Memory.putByte(page, end, nibbles(keyLength, valueLength));
      } else {
        keyLength = CLASSES[code - 1][0];
        valueLength = CLASSES[code - 1][1];
      }
      end = write(page, write(page, end, keyLength, key), valueLength, value);
    }
    if (end < slotOffset(run.count())) {
      throw new IllegalArgumentException("entries=" + run.count() + " do not fit the page");
    }
    Memory.putChar(page, PageHeader.HEAP_BOUND, end);
    return page;
  }

  /** Writes a number in front of an offset; gives its first byte. */
  private static int write(byte[] page, int end, int length, long number) {
    int start = end - length;
    for (int i = 0; i < length; i++) {
      Memory.putByte(page, start + i, (int) (number >>> (i * Byte.SIZE)));
    }
    return start;
  }

  private static int slotOffset(int index) {
    return PageHeader.LENGTH + index * Short.BYTES;
  }

  /** Reads the slot of an entry. */
  static int slot(byte[] page, int index) {
    return Memory.getChar(page, slotOffset(index));
  }

  /** Reads the key of a slot, without its base. */
  static long key(byte[] page, int slot) {
    int end = (slot >>> CODE_BITS) + 1;
    int lengths;
    if ((slot & CODE_MASK) != FALLBACK) {
      lengths = LENGTHS[slot & CODE_MASK];
    } else {
      end--;
      lengths = Memory.getByte(page, end);
    }
    return Memory.getLong(page, end - Long.BYTES) >>> (56 - (lengths >>> 1 & 0x38));
  }

  /** Reads the value of a slot, without its base. */
  static long value(byte[] page, int slot) {
    int end = (slot >>> CODE_BITS) + 1;
    int lengths;
    if ((slot & CODE_MASK) != FALLBACK) {
      lengths = LENGTHS[slot & CODE_MASK];
    } else {
      end--;
      lengths = Memory.getByte(page, end);
    }
    int valueEnd = end - 1 - (lengths >>> 4 & 7);
    return Memory.getLong(page, valueEnd - Long.BYTES) >>> (56 - (lengths << 3 & 0x38));
  }

  /** Finds a key by halving all slots, as {@link LeafSearch#binary} does. */
  static int find(byte[] page, long key) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    long target = (key - base) ^ Long.MIN_VALUE;
    int low = 0;
    int length = count;
    while (length > 1) {
      int half = length >>> 1;
      long probe = key(page, slot(page, low + half)) ^ Long.MIN_VALUE;
      low = probe <= target ? low + half : low;
      length -= half;
    }
    long found = key(page, slot(page, low)) ^ Long.MIN_VALUE;
    if (found == target) {
      return low;
    }
    return found < target ? ~(low + 1) : ~low;
  }
}
