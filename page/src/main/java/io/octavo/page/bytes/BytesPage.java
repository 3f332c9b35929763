package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.TreePage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A page of a tree of byte strings: a leaf with keys and values, or a branch with separators and
 * children. FORMAT.md, section "Byte strings".
 *
 * <p>What all keys of the page begin with stands once, at the end of the page. Behind the header
 * stand slots of six bytes in key order: a slot word and the four bytes that follow the common
 * prefix, the <em>head</em>, so that a search reads neighbouring bytes and looks at one entry, or
 * at few. The rest of a key lies behind its value, both read backward from the end of the entry, as
 * in a {@link LeafPage}. The size code of a slot tells the length of the key, relative to the
 * shortest of the page, where it is one of fifteen, and that the value has the length that most of
 * the page have.
 *
 * <p>A page in memory may be {@linkplain PageHeader#LOOSE loose}, like a leaf of longs.
 */
public final class BytesPage {
  /** The bytes for slots, entries and the common prefix. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - PageHeader.LENGTH;

  /** The most bytes of a key. */
  public static final int MAX_KEY = 2000;

  /**
   * The most bytes of a key and its value in one entry; longer values are stored apart. Any two
   * entries fit a page.
   */
  public static final int MAX_ENTRY = 4032;

  /** Bytes of a reference to a large value: its first piece, i64, and length, i64. */
  public static final int REFERENCE = 2 * Long.BYTES;

  /** The most bytes of a value: 1 GiB. */
  public static final int MAX_VALUE = 1 << 30;

  /** Bytes of a slot: slot word and head. */
  public static final int SLOT = SlotWord.LENGTH + Integer.BYTES;

  /** The most entries: short keys without values need a slot each. */
  public static final int MAX_COUNT = CAPACITY / SLOT;

  /** Length of the common prefix of the keys, u16. */
  public static final int PREFIX = PageHeader.KEY_BASE;

  /** Length of the suffix of a key with size code 1, u16. */
  public static final int LEAST = PREFIX + Short.BYTES;

  /** Length of the values of entries with a size code, u16; or {@link #ANY}. */
  public static final int VALUE = LEAST + Short.BYTES;

  /** In place of a length: every entry has the length of its value. */
  public static final int ANY = 0xFFFF;

  /** In place of a length: the value is a {@link #REFERENCE}. */
  static final int LARGE = 0x7FFF;

  /** The greatest size code, and the number of suffix lengths with a size code. */
  static final int CODES = 15;

  /** Bytes of a key that are in its slot. */
  static final int HEAD = Integer.BYTES;

  /** The greatest number of slot bytes that are loaded ahead of a search. */
  private static final int MOST_TOUCHED = 1024;

  private BytesPage() {}

  /** Formats a page as an empty leaf. */
  public static void formatLeaf(byte[] page, int number, int owner) {
    format(page, PageKind.BYTES_LEAF, 0, number, owner);
  }

  /**
   * Formats a page as a branch without children.
   *
   * @param level height above the leaves, 1 to {@link BranchPage#MAX_LEVEL}
   */
  public static void formatBranch(byte[] page, int level, int number, int owner) {
    format(page, PageKind.BYTES_BRANCH, level, number, owner);
  }

  private static void format(byte[] page, PageKind kind, int level, int number, int owner) {
    PageHeader.format(page, kind, level, number, owner);
    PageHeader.setHeapBound(page, PageHeader.PAGE_SIZE);
    PageHeader.setFree(page, CAPACITY);
    Memory.putChar(page, VALUE, ANY);
  }

  /**
   * Begins to rebuild a page: sets the header, the fields of lengths, and the prefix. The caller
   * writes slots and entries, and ends with {@link BuiltBytes#setBuilt}.
   *
   * @param prefix an array that begins with the prefix
   */
  static void reset(byte[] page, byte[] prefix, int length, int least, int value) {
    int level = PageHeader.level(page);
    PageKind kind = level == 0 ? PageKind.BYTES_LEAF : PageKind.BYTES_BRANCH;
    PageHeader.formatHeader(page, kind, level, PageHeader.number(page), PageHeader.owner(page));
    Memory.putChar(page, PREFIX, length);
    Memory.putChar(page, LEAST, least);
    Memory.putChar(page, VALUE, value);
    int start = PageHeader.PAGE_SIZE - length;
    Memory.put(page, start, prefix, 0, length);
    Memory.zero(page, heapEnd(length), start);
  }

  /** Returns the end of the first entry: the start of the prefix, rounded down to even. */
  public static int heapEnd(int prefixLength) {
    return PageHeader.PAGE_SIZE - even(prefixLength);
  }

  public static int even(int length) {
    return (length + 1) & ~1;
  }

  public static int slotOffset(int index) {
    return PageHeader.LENGTH + index * SLOT;
  }

  public static int slot(byte[] page, int index) {
    return Memory.getChar(page, slotOffset(index));
  }

  /** Reads a head, which compares as an unsigned number. */
  public static int head(byte[] page, int index) {
    return Memory.getInt(page, slotOffset(index) + SlotWord.LENGTH);
  }

  /** Returns the length of the common prefix. */
  public static int prefixLength(byte[] page) {
    return Memory.getChar(page, PREFIX);
  }

  /** Returns the length of a key. */
  public static int keyLength(byte[] page, int index) {
    return prefixLength(page) + BytesCodec.suffixLength(BytesCodec.fields(page, slot(page, index)));
  }

  /**
   * Copies a key if there is space for it.
   *
   * @param target receives the key
   * @return its length; nothing is copied if that exceeds the space after the offset
   */
  public static int copyKey(byte[] page, int index, byte[] target, int offset) {
    int prefix = prefixLength(page);
    int slotOffset = slotOffset(index);
    long fields = BytesCodec.fields(page, Memory.getChar(page, slotOffset));
    int suffix = BytesCodec.suffixLength(fields);
    int length = prefix + suffix;
    if (length > target.length - offset) {
      return length;
    }
    Memory.get(page, PageHeader.PAGE_SIZE - prefix, target, offset, prefix);
    int at = offset + prefix;
    int head = Memory.getInt(page, slotOffset + SlotWord.LENGTH);
    BytesCodec.putHead(target, at, head, suffix);
    int rest = Math.max(0, suffix - HEAD);
    if (rest > 0) {
      Memory.get(page, BytesCodec.restEnd(fields) - rest, target, at + HEAD, rest);
    }
    return length;
  }

  /** Reads a key into a new array. */
  public static byte[] key(byte[] page, int index) {
    byte[] key = new byte[keyLength(page, index)];
    copyKey(page, index, key, 0);
    return key;
  }

  /** Returns the stored length of a value; {@link #REFERENCE} if {@link #isLarge}. */
  public static int valueLength(byte[] page, int index) {
    return BytesCodec.valueLength(BytesCodec.fields(page, slot(page, index)));
  }

  /** Returns whether the entry has a reference to a large value. */
  public static boolean isLarge(byte[] page, int index) {
    return BytesCodec.isLarge(BytesCodec.fields(page, slot(page, index)));
  }

  /** Returns the first byte of a value. */
  public static int valueOffset(byte[] page, int index) {
    return BytesCodec.valueStart(BytesCodec.fields(page, slot(page, index)));
  }

  /**
   * Locates a value that is in its entry.
   *
   * @return the offset of its first byte, and its length in the upper 32 bits; -1 for a large
   *     value, and for one outside of the page
   */
  public static long valuePlace(byte[] page, int index) {
    long fields = BytesCodec.fields(page, slot(page, index));
    int start = BytesCodec.valueStart(fields);
    int length = BytesCodec.valueLength(fields);
    boolean isInPage = start >= PageHeader.LENGTH && start + length <= PageHeader.PAGE_SIZE;
    return isInPage && !BytesCodec.isLarge(fields) ? start | (long) length << Integer.SIZE : -1;
  }

  /**
   * Copies the first bytes of a value, as it is stored.
   *
   * @param target receives them
   * @return the length of the whole value, or -1, with nothing copied, for a large value
   */
  public static int copyValue(byte[] page, int index, byte[] target, int offset, int most) {
    long fields = BytesCodec.fields(page, slot(page, index));
    if (BytesCodec.isLarge(fields)) {
      return -1;
    }
    int length = BytesCodec.valueLength(fields);
    Memory.get(page, BytesCodec.valueStart(fields), target, offset, Math.min(length, most));
    return length;
  }

  /** Reads a stored value into a new array. */
  public static byte[] value(byte[] page, int index) {
    long fields = BytesCodec.fields(page, slot(page, index));
    byte[] value = new byte[BytesCodec.valueLength(fields)];
    Memory.get(page, BytesCodec.valueStart(fields), value, 0, value.length);
    return value;
  }

  /** Reads the number of the first piece of a large value. */
  public static long referencePiece(byte[] page, int index) {
    return Memory.getLong(page, valueOffset(page, index));
  }

  /** Reads the length of a large value. */
  public static long referenceLength(byte[] page, int index) {
    return Memory.getLong(page, valueOffset(page, index) + Long.BYTES);
  }

  /** Reads a child of a branch. */
  public static long child(byte[] page, int index) {
    return Memory.getLong(page, valueOffset(page, index));
  }

  /**
   * Returns a child as the value of an entry.
   *
   * @param child page number and checksum, as in {@link BranchPage}
   * @return a new array of eight bytes
   */
  public static byte[] childValue(long child) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(child).array();
  }

  public static void setChild(byte[] page, int index, long child) {
    Memory.putLong(page, valueOffset(page, index), child);
  }

  /**
   * Begins to load the slots and the common prefix for a search, so that the loads overlap. Allows
   * any arguments.
   *
   * @param count the approximate number of entries
   */
  public static void touch(byte[] page, int count) {
    long loaded = Memory.getLong(page, PageHeader.PAGE_SIZE - Long.BYTES);
    int end = Math.min(slotOffset(count), MOST_TOUCHED);
    for (int offset = 0; offset < end; offset += LeafPage.LINE) {
      loaded ^= Memory.getLong(page, offset);
    }
    Memory.use(loaded);
  }

  /**
   * Finds a key: by its head, by branch-free halving, and then, among entries of the same head, by
   * the rest.
   *
   * @return its index, or {@code ~index} of the first greater key if the key is absent
   */
  public static int find(byte[] page, byte[] key) {
    int count = PageHeader.count(page);
    int prefix = prefixLength(page);
    if (prefix > 0) {
      int common = Math.min(prefix, key.length);
      int start = PageHeader.PAGE_SIZE - prefix;
      int order = Memory.compare(page, start, start + common, key, 0, common);
      if (order != 0 || common < prefix) {
        return order < 0 ? ~count : ~0;
      }
    }
    int head = BytesCodec.headOf(key, prefix, key.length);
    int low = firstNotBelow(page, 0, count, head);
    if (low == count || head(page, low) != head) {
      return ~low;
    }
    int high = low + 1;
    if (high < count && head(page, high) == head) {
      high = head == -1 ? count : firstNotBelow(page, high, count, head + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compareRest(page, middle, key, prefix);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return ~low;
  }

  private static int firstNotBelow(byte[] page, int from, int to, int head) {
    int target = head ^ Integer.MIN_VALUE;
    int low = from;
    int length = to - from;
    while (length > 1) {
      int half = length >>> 1;
      low = (head(page, low + half - 1) ^ Integer.MIN_VALUE) < target ? low + half : low;
      length -= half;
    }
    return length == 1 && (head(page, low) ^ Integer.MIN_VALUE) < target ? low + 1 : low;
  }

  /** Compares an entry with a key of the same prefix and head. */
  private static int compareRest(byte[] page, int index, byte[] key, int prefix) {
    long fields = BytesCodec.fields(page, slot(page, index));
    int rest = BytesCodec.restLength(fields);
    int end = BytesCodec.restEnd(fields);
    int from = Math.min(prefix + HEAD, key.length);
    int order = Memory.compare(page, end - rest, end, key, from, key.length);
    // Zeros at the end of a short key equal padding of its head.
    return order != 0 ? order : BytesCodec.suffixLength(fields) - (key.length - prefix);
  }

  /** Returns whether the page has keys and all are below a key. */
  public static boolean isAboveAll(byte[] page, byte[] key) {
    int last = PageHeader.count(page) - 1;
    return last >= 0 && compareKey(page, last, key) < 0;
  }

  /**
   * Compares the key of an entry with another key.
   *
   * @return negative, 0 or positive if the key of the entry is below, equal or above
   */
  public static int compareKey(byte[] page, int index, byte[] key) {
    int prefix = prefixLength(page);
    int common = Math.min(prefix, key.length);
    int start = PageHeader.PAGE_SIZE - prefix;
    int order = Memory.compare(page, start, start + common, key, 0, common);
    if (order != 0 || common < prefix) {
      return order != 0 ? order : 1;
    }
    int head = BytesCodec.headOf(key, prefix, key.length);
    order = Integer.compareUnsigned(head(page, index), head);
    return order != 0 ? order : compareRest(page, index, key, prefix);
  }

  /**
   * Finds the child of a branch for a key: the last one whose separator is not above the key, or
   * the first.
   */
  public static int findChild(byte[] page, byte[] key) {
    int index = find(page, key);
    return index >= 0 ? index : Math.max(0, ~index - 1);
  }

  /**
   * Adds an entry if the gap between slots and entries has room for it.
   *
   * @param index the index of the key in the order
   * @param key a key that the page does not have
   * @param value its value, or a reference to it, or a child of eight bytes
   * @param large whether it is a reference
   * @return false, with the page unchanged, if the gap is too small or the prefix is another
   */
  public static boolean insert(byte[] page, int index, byte[] key, byte[] value, boolean large) {
    int prefix = prefixLength(page);
    int start = PageHeader.PAGE_SIZE - prefix;
    if (key.length < prefix
        || Memory.compare(page, start, PageHeader.PAGE_SIZE, key, 0, prefix) != 0) {
      return false;
    }
    if (PageHeader.count(page) == 0) {
      // One entry always fits an empty page. Later entries are likely to have similar lengths.
      PageHeader.setHeapBound(page, heapEnd(prefix));
      Memory.putChar(page, LEAST, Math.max(0, key.length - prefix - CODES / 2));
      Memory.putChar(page, VALUE, large ? ANY : value.length);
    }
    return insertBehindPrefix(page, index, key, prefix, key.length, value, 0, value.length, large);
  }

  private static boolean insertBehindPrefix(
      byte[] page,
      int index,
      byte[] keys,
      int suffixFrom,
      int keyEnd,
      byte[] values,
      int valueFrom,
      int valueLength,
      boolean large) {
    int count = PageHeader.count(page);
    int suffix = keyEnd - suffixFrom;
    int code = BytesCodec.codeOf(page, suffix, valueLength, large);
    int size = BytesCodec.size(page, code, suffix, valueLength, large);
    int heapBound = PageHeader.heapBound(page);
    if (heapBound - slotOffset(count) < size + SLOT) {
      return false;
    }
    Memory.copy(page, slotOffset(index), page, slotOffset(index + 1), (count - index) * SLOT);
    Memory.putInt(
        page, slotOffset(index) + SlotWord.LENGTH, BytesCodec.headOf(keys, suffixFrom, keyEnd));
    BytesCodec.write(
        page,
        index,
        SlotWord.of(heapBound, code),
        size,
        keys,
        suffixFrom,
        suffix,
        values,
        valueFrom,
        valueLength,
        large);
    PageHeader.setCount(page, count + 1);
    PageHeader.setHeapBound(page, heapBound - size);
    PageHeader.setFree(page, PageHeader.free(page) - size - SLOT);
    if (index != count) {
      setLoose(page);
    }
    return true;
  }

  /**
   * Changes a value: in place if the entry does not grow, otherwise by a new entry in the gap.
   *
   * @param value its new value, or a reference to it
   * @param large whether it is a reference
   * @return false, with the page unchanged, if the entry grows and the gap is too small
   */
  public static boolean setValue(byte[] page, int index, byte[] value, boolean large) {
    int slot = slot(page, index);
    long fields = BytesCodec.fields(page, slot);
    if (BytesCodec.valueLength(fields) == value.length && BytesCodec.isLarge(fields) == large) {
      Memory.put(page, BytesCodec.valueStart(fields), value, 0, value.length);
      return true;
    }
    int suffix = BytesCodec.suffixLength(fields);
    int code = BytesCodec.codeOf(page, suffix, value.length, large);
    int size = BytesCodec.size(page, code, suffix, value.length, large);
    int oldSize = even(SlotWord.end(slot) - BytesCodec.valueStart(fields));
    int end = SlotWord.end(slot);
    int heapBound = PageHeader.heapBound(page);
    if (size > oldSize) {
      if (heapBound - slotOffset(PageHeader.count(page)) < size) {
        return false;
      }
      end = heapBound;
      PageHeader.setHeapBound(page, heapBound - size);
    }
    // The rest of the key moves with the entry. Copy it before it is overwritten.
    int rest = BytesCodec.restLength(fields);
    byte[] key = new byte[HEAD + rest];
    Memory.get(page, BytesCodec.restEnd(fields) - rest, key, HEAD, rest);
    int changed = SlotWord.of(end, code);
    BytesCodec.write(page, index, changed, size, key, 0, suffix, value, 0, value.length, large);
    PageHeader.setFree(page, PageHeader.free(page) + oldSize - size);
    setLoose(page);
    return true;
  }

  /** Removes adjacent entries; their bytes become holes. */
  public static void remove(byte[] page, int from, int to) {
    int count = PageHeader.count(page);
    int freed = (to - from) * SLOT;
    for (int i = from; i < to; i++) {
      freed += BytesCodec.size(page, slot(page, i));
    }
    Memory.copy(page, slotOffset(to), page, slotOffset(from), (count - to) * SLOT);
    PageHeader.setCount(page, count - (to - from));
    PageHeader.setFree(page, PageHeader.free(page) + freed);
    setLoose(page);
  }

  private static void setLoose(byte[] page) {
    PageHeader.setFlags(page, PageHeader.LOOSE);
  }

  /** Copies a page in the form that is written; see {@link TreePage#layOut}. */
  public static void layOut(byte[] source, byte[] target) {
    int count = PageHeader.count(source);
    int prefix = prefixLength(source);
    Memory.copy(source, 0, target, 0, slotOffset(count));
    int start = PageHeader.PAGE_SIZE - prefix;
    Memory.copy(source, start, target, start, prefix);
    int end = heapEnd(prefix);
    Memory.zero(target, end, start);
    for (int i = 0; i < count; i++) {
      int slot = slot(source, i);
      int size = BytesCodec.size(source, slot);
      Memory.copy(source, SlotWord.end(slot) - size, target, end - size, size);
      Memory.putChar(target, slotOffset(i), SlotWord.of(end, SlotWord.code(slot)));
      end -= size;
    }
    Memory.zero(target, slotOffset(count), end);
    PageHeader.setHeapBound(target, end);
    PageHeader.setFlags(target, 0);
  }
}
