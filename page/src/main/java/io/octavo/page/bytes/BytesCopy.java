package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.SlotWord;

/**
 * Copies of adjacent entries of a leaf of byte strings: the bytes of their values, as in the page,
 * and their keys, assembled from their parts. Reusable; not thread-safe.
 *
 * <p>The bytes of a leaf are copied at once, so that loads overlap. Few jumps depend on the lengths
 * of keys, which the processor cannot predict.
 */
public final class BytesCopy {
  /** The most entries of a copy. */
  public static final int MOST = 256;

  /** Room for keys; one of any length fits. */
  private static final int KEY_BYTES = 1 << 14;

  /** The bytes of the rest of a key that are copied whether or not the key has them. */
  private static final int REST = Memory.GUARD;

  private final byte[] keys = Memory.allocate(KEY_BYTES + BytesPage.HEAD);
  private final byte[] page = PageHeader.newPage();

  /** Whether {@link #page} has all bytes of the leaf. */
  private boolean isLoaded;

  /** The array of the values: {@link #page}, or one large value. */
  private byte[] values = page;

  /** Offsets of the keys, and the end of the last one. */
  private final int[] keyOffsets = new int[MOST + 1];

  private final int[] valueOffsets = new int[MOST];
  private final int[] valueLengths = new int[MOST];

  /** Makes an empty copy. */
  public BytesCopy() {}

  /** Clears the copy. */
  public void clear() {
    isLoaded = false;
    values = page;
  }

  /**
   * Copies all bytes of a leaf, before other reads of the leaf. {@link #take} of its entries
   * follows, without a change of the leaf in between.
   *
   * @param leaf the page
   */
  public void load(byte[] leaf) {
    Memory.copy(leaf, 0, page, 0, PageHeader.PAGE_SIZE);
    isLoaded = true;
  }

  /**
   * Copies entries.
   *
   * @param leaf the page
   * @param to the entry after the last, above {@code from}
   * @return the number of entries copied: fewer than requested if they are many, if their keys are
   *     long, or if one has a large value; 0 if the first has a large value
   */
  public int take(byte[] leaf, int from, int to) {
    int end = Math.min(to, from + MOST);
    if (!isLoaded) {
      takeHeap(leaf, from, end);
    }
    int prefix = BytesPage.prefixLength(leaf);
    int prefixStart = PageHeader.PAGE_SIZE - prefix;
    long prefixLow = Memory.getLong(leaf, prefixStart);
    long prefixHigh = Memory.getLong(leaf, prefixStart + Long.BYTES);
    int least = Memory.getChar(leaf, BytesPage.LEAST) - 1;
    int fixed = Memory.getChar(leaf, BytesPage.VALUE);
    int at = 0;
    int count = 0;
    for (int i = from; i < end; i++) {
      int slot = BytesPage.slot(leaf, i);
      int restEnd = SlotWord.end(slot);
      int code = SlotWord.code(slot);
      int suffix = least + code;
      int value = fixed;
      if (code == 0 || fixed == BytesPage.ANY) {
        long fields = BytesCodec.fields(leaf, slot);
        if (BytesCodec.isLarge(fields)) {
          break;
        }
        restEnd = BytesCodec.restEnd(fields);
        suffix = BytesCodec.suffixLength(fields);
        value = BytesCodec.valueLength(fields);
      }
      if (at + prefix + suffix > KEY_BYTES) {
        break;
      }
      keyOffsets[count] = at;
      if (prefix <= 2 * Long.BYTES) {
        Memory.putLong(keys, at, prefixLow);
        Memory.putLong(keys, at + Long.BYTES, prefixHigh);
      } else {
        Memory.copy(leaf, prefixStart, keys, at, prefix);
      }
      at += prefix;
      int rest = Math.max(0, suffix - BytesPage.HEAD);
      takeSuffix(leaf, BytesPage.head(leaf, i), restEnd - rest, rest, at);
      at += suffix;
      valueOffsets[count] = Memory.index(restEnd - rest - value);
      valueLengths[count] = value;
      count++;
    }
    keyOffsets[count] = at;
    return count;
  }

  /**
   * Copies a suffix and more bytes: the guards of both arrays have room for them, and the next key
   * overwrites them.
   */
  private void takeSuffix(byte[] leaf, int head, int restStart, int rest, int at) {
    Memory.putInt(keys, at, Integer.reverseBytes(head));
    int target = at + BytesPage.HEAD;
    Memory.copy(leaf, restStart, keys, target, REST);
    if (rest > REST) {
      Memory.copy(leaf, restStart + REST, keys, target + REST, rest - REST);
    }
  }

  /** Copies the bytes of the entries to their places in the page. */
  private void takeHeap(byte[] leaf, int from, int to) {
    int start = PageHeader.heapBound(leaf);
    int end = PageHeader.PAGE_SIZE;
    if ((PageHeader.flags(leaf) & PageHeader.LOOSE) == 0) {
      // Each entry ends where the one before begins.
      start = BytesCodec.valueStart(BytesCodec.fields(leaf, BytesPage.slot(leaf, to - 1)));
      end = SlotWord.end(BytesPage.slot(leaf, from));
    }
    Memory.copy(leaf, start, page, start, end - start);
  }

  /**
   * Adds an entry from elsewhere. Excludes {@link #load} and {@link #take}.
   *
   * @param count the number of entries that were added before
   * @param key its key, at most {@value BytesPage#MAX_KEY} bytes
   * @param value its value, which may belong to the copy from now on
   * @return false if there is no room for it; the first entry always fits
   */
  public boolean add(int count, byte[] key, byte[] value) {
    int at = count == 0 ? 0 : keyOffsets[count];
    int start = count == 0 ? Memory.index(0) : valueOffsets[count - 1] + valueLengths[count - 1];
    boolean hasRoom = value.length <= Memory.index(PageHeader.PAGE_SIZE) - start;
    if (count > 0 && (count == MOST || at + key.length > KEY_BYTES || !hasRoom || values != page)) {
      return false;
    }
    keyOffsets[count] = at;
    keyOffsets[count + 1] = at + key.length;
    System.arraycopy(key, 0, keys, Memory.index(at), key.length);
    if (hasRoom) {
      System.arraycopy(value, 0, page, start, value.length);
      valueOffsets[count] = start;
    } else {
      values = value;
      valueOffsets[count] = 0;
    }
    valueLengths[count] = value.length;
    return true;
  }

  /**
   * Copies a single entry with a large value.
   *
   * @param leaf the page
   * @param value its value, which belongs to the copy from now on
   */
  public void takeLarge(byte[] leaf, int index, byte[] value) {
    keyOffsets[0] = 0;
    keyOffsets[1] = BytesPage.copyKey(leaf, index, keys, Memory.index(0));
    values = value;
    valueOffsets[0] = 0;
    valueLengths[0] = value.length;
  }

  /** Returns the array of the keys. */
  public byte[] keys() {
    return keys;
  }

  /** Returns the index of the first byte of a key in {@link #keys}. */
  public int keyOffset(int index) {
    return Memory.index(keyOffsets[index]);
  }

  /** Returns the length of a key. */
  public int keyLength(int index) {
    return keyOffsets[index + 1] - keyOffsets[index];
  }

  /** Returns the array of the values. */
  public byte[] values() {
    return values;
  }

  /** Returns the index of the first byte of a value in {@link #values}. */
  public int valueOffset(int index) {
    return valueOffsets[index];
  }

  /** Returns the length of a value. */
  public int valueLength(int index) {
    return valueLengths[index];
  }
}
