package io.octavo.page.longs;

import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.SlotWord;

/**
 * A leaf: slots in key order behind the header, growing up, and entries growing down from the end
 * of the page. FORMAT.md, section "Leaf".
 *
 * <p>Keys are stored relative to the page's key base, which no key is below, values relative to its
 * value base by wrapping subtraction. A page in memory may be <em>loose</em>: its entries stand in
 * the order of their arrival, with holes where others were removed. {@link #layOut} gives the form
 * that is written, entries in key order without holes.
 */
public final class LeafPage {
  /** The bytes for slots and entries. */
  public static final int CAPACITY = PageHeader.PAGE_SIZE - PageHeader.LENGTH;

  /** The most entries: slots of two bytes, entries of two. */
  public static final int MAX_COUNT = CAPACITY / 4;

  /**
   * First step of a search from a computed place. If the keys of a full page are random, that place
   * is about ten entries off.
   */
  private static final int STEP = 8;

  /** Bytes of a cache line, or of half a cache line. */
  public static final int LINE = 64;

  private LeafPage() {}

  /** Formats a page as an empty leaf. */
  public static void format(byte[] page, int number, int owner) {
    PageHeader.format(page, PageKind.LEAF, 0, number, owner);
    PageHeader.setHeapBound(page, PageHeader.PAGE_SIZE);
    PageHeader.setFree(page, CAPACITY);
  }

  /** Reads a key. */
  public static long key(byte[] page, int index) {
    return PageHeader.keyBase(page) + EntryCodec.key(page, SlotWord.get(page, index));
  }

  /** Reads a value. */
  public static long value(byte[] page, int index) {
    return valueBase(page) + EntryCodec.value(page, SlotWord.get(page, index));
  }

  /**
   * Reads adjacent entries.
   *
   * @param keys receives their keys
   * @param values receives their values
   * @param offset the index of the first one in both arrays
   */
  public static void read(byte[] page, int from, int to, long[] keys, long[] values, int offset) {
    long keyBase = PageHeader.keyBase(page);
    long valueBase = valueBase(page);
    for (int i = from; i < to; i++) {
      int slot = SlotWord.get(page, i);
      int end = SlotWord.end(slot);
      int fields;
      if (SlotWord.code(slot) != SizeCode.FALLBACK) {
        fields = SizeCode.fields(slot);
      } else {
        end--;
        fields = SizeCode.fieldsOf(Memory.getByte(page, end));
      }
      keys[offset + i - from] = keyBase + EntryCodec.keyBefore(page, end, fields);
      values[offset + i - from] = valueBase + EntryCodec.valueBefore(page, end, fields);
    }
  }

  /** Reads the value base. */
  public static long valueBase(byte[] page) {
    return PageHeader.specific(page);
  }

  /**
   * Finds a key.
   *
   * @return its index, or {@code ~index} of the first greater key if the key is absent
   */
  public static int find(byte[] page, long key) {
    return find(page, key, Long.MAX_VALUE);
  }

  /**
   * Finds a key of a page whose upper bound is known.
   *
   * <p>Random keys are spread evenly between the base of a leaf and the first key of the next leaf,
   * so the place of a key is computed, and its neighbourhood is searched by two steps and then by
   * halving. If the key is not there, the keys are clustered, such as the rows of a grid: the place
   * is computed again from the distance of two neighbours, and then searched by doubled steps and
   * by halving. The worst case is about twice the steps of a binary search.
   *
   * @param bound the parent's separator behind the page, {@link Long#MAX_VALUE} if there is none
   * @return its index, or {@code ~index} of the first greater key if the key is absent
   */
  public static int find(byte[] page, long key, long bound) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0 || key < base) {
      return ~0;
    }
    long target = key - base;
    long span = bound == Long.MAX_VALUE ? storedKey(page, count - 1) + 1 : bound - base;
    double slope = count / unsignedDouble(span);
    int low = Math.min((int) (unsignedDouble(target) * slope), count - 1);
    // Flipping the sign bit makes the order unsigned.
    target ^= Long.MIN_VALUE;
    if (probe(page, low) <= target) {
      int end = low + STEP;
      if (end >= count || probe(page, end) > target) {
        return halve(page, target, low, Math.min(end, count));
      }
      int far = end + 2 * STEP;
      return far >= count || probe(page, far) > target
          ? halve(page, target, end, Math.min(far, count))
          : findAbove(page, target, end, far, count);
    }
    int begin = low - STEP;
    if (begin <= 0 || probe(page, begin) <= target) {
      return halve(page, target, Math.max(begin, 0), low);
    }
    int far = begin - 2 * STEP;
    return far <= 0 || probe(page, far) <= target
        ? halve(page, target, Math.max(far, 0), begin)
        : findBelow(page, target, far, begin);
  }

  /**
   * Finds a key far above two entries. That is rare among random keys, so the keys are clustered:
   * the place is computed again from the distance of the two entries.
   *
   * @param near an entry not above the key
   * @param far a later entry not above the key
   */
  private static int findAbove(byte[] page, long target, int near, int far, int count) {
    long last = probe(page, far);
    double slope = (far - near) / unsignedDouble(last - probe(page, near));
    double guess = far + unsignedDouble(target - last) * slope - STEP / 2;
    int low = far;
    if (guess > far && guess < count) {
      int place = (int) guess;
      if (probe(page, place) > target) {
        return halve(page, target, far, place);
      }
      low = place;
    }
    int step = STEP;
    int end = low + step;
    while (end < count && probe(page, end) <= target) {
      low = end;
      step <<= 1;
      end = low + step;
    }
    return halve(page, target, low, Math.min(end, count));
  }

  /**
   * Finds a key far below two entries, as {@link #findAbove} does.
   *
   * @param far an entry above the key
   * @param near a later entry above the key
   */
  private static int findBelow(byte[] page, long target, int far, int near) {
    long first = probe(page, far);
    double slope = (near - far) / unsignedDouble(probe(page, near) - first);
    double guess = far - unsignedDouble(first - target) * slope + STEP / 2;
    int end = far;
    if (guess > 0 && guess < far) {
      int place = (int) guess;
      if (probe(page, place) <= target) {
        return halve(page, target, place, far);
      }
      end = place;
    }
    int step = STEP;
    int low = end - step;
    while (low > 0 && probe(page, low) > target) {
      end = low;
      step <<= 1;
      low -= step;
    }
    return halve(page, target, Math.max(low, 0), end);
  }

  /**
   * Finds a key between two entries, by branch-free halving.
   *
   * @param from an entry not above the key, or 0
   * @param to an entry above the key, or the count
   */
  private static int halve(byte[] page, long target, int from, int to) {
    int low = from;
    int length = to - from;
    while (length > 1) {
      int half = length >>> 1;
      low = probe(page, low + half) <= target ? low + half : low;
      length -= half;
    }
    long found = probe(page, low);
    if (found == target) {
      return low;
    }
    return found < target ? ~(low + 1) : ~low;
  }

  /**
   * Begins to load header, slots and entries near the estimated place of a key, so that the loads
   * overlap. Allows any arguments.
   *
   * @param fraction the relative position of the key between the bounds of the page, 0 to 1
   * @param count the approximate number of entries
   * @param heapBound the approximate heap bound
   */
  public static void touch(byte[] page, double fraction, int count, int heapBound) {
    double place = Math.min(Math.max(fraction, 0), 1);
    int slot = SlotWord.offset((int) (place * count));
    int entry = PageHeader.PAGE_SIZE - (int) (place * (PageHeader.PAGE_SIZE - heapBound));
    entry = Math.max(4 * LINE, Math.min(entry, PageHeader.PAGE_SIZE - 3 * LINE));
    slot = Math.max(LINE, Math.min(slot, PageHeader.PAGE_SIZE - LINE));
    long loaded =
        Memory.getLong(page, PageHeader.COUNT)
            ^ Memory.getLong(page, slot - LINE / 2)
            ^ Memory.getLong(page, slot)
            ^ Memory.getLong(page, slot + LINE / 2)
            ^ Memory.getLong(page, entry - 3 * LINE - Long.BYTES)
            ^ Memory.getLong(page, entry - 2 * LINE - Long.BYTES)
            ^ Memory.getLong(page, entry - LINE - Long.BYTES)
            ^ Memory.getLong(page, entry - Long.BYTES)
            ^ Memory.getLong(page, entry + LINE - Long.BYTES)
            ^ Memory.getLong(page, entry + 2 * LINE - Long.BYTES)
            ^ Memory.getLong(page, entry + 3 * LINE - Long.BYTES);
    Memory.use(loaded);
  }

  /**
   * Begins to load adjacent entries that are in key order, so that the loads overlap.
   *
   * @param length the approximate number of entries
   */
  public static void touchRun(byte[] page, int from, int length) {
    int count = PageHeader.count(page);
    int heapBound = PageHeader.heapBound(page);
    int bytes = (PageHeader.PAGE_SIZE - heapBound) * length / count;
    int entry = SlotWord.end(SlotWord.get(page, from));
    int lastSlot = SlotWord.offset(Math.min(from + length, count));
    long loaded = 0;
    for (int at = SlotWord.offset(from) + LINE; at < lastSlot; at += LINE) {
      loaded ^= Memory.getByte(page, at);
    }
    int last = Math.max(entry - bytes, heapBound);
    for (int at = entry - LINE; at > last; at -= LINE) {
      loaded ^= Memory.getByte(page, at);
    }
    Memory.use(loaded);
  }

  private static long storedKey(byte[] page, int index) {
    return EntryCodec.key(page, SlotWord.get(page, index));
  }

  private static long probe(byte[] page, int index) {
    return storedKey(page, index) ^ Long.MIN_VALUE;
  }

  private static double unsignedDouble(long number) {
    return number >= 0 ? number : (number >>> 1) * 2.0;
  }

  /**
   * Adds an entry if the gap between slots and entries has room for it.
   *
   * @param index the index of the key in the order
   * @param key a key that the page does not have
   * @return false, with the page unchanged, if the key is below the key base or the gap is too
   *     small
   */
  public static boolean insert(byte[] page, int index, long key, long value) {
    int count = PageHeader.count(page);
    long base = PageHeader.keyBase(page);
    if (count == 0) {
      PageHeader.setKeyBase(page, key);
      PageHeader.setSpecific(page, 0);
      base = key;
    } else if (key < base) {
      return false;
    }
    long storedKey = key - base;
    long storedValue = value - valueBase(page);
    int encoding = SizeCode.encoding(storedKey, storedValue);
    int size = SizeCode.size(encoding);
    int heapBound = PageHeader.heapBound(page);
    if (heapBound - SlotWord.offset(count) < size + SlotWord.LENGTH) {
      return false;
    }
    // Write the entry before the slots move: the stores of eight bytes restore the bytes below the
    // entry.
    EntryCodec.write(page, heapBound, storedKey, storedValue, encoding);
    Memory.copy(
        page,
        SlotWord.offset(index),
        page,
        SlotWord.offset(index + 1),
        (count - index) * SlotWord.LENGTH);
    SlotWord.put(page, index, SlotWord.of(heapBound, SizeCode.code(encoding)));
    PageHeader.setCount(page, count + 1);
    PageHeader.setHeapBound(page, heapBound - size);
    PageHeader.setFree(page, PageHeader.free(page) - size - SlotWord.LENGTH);
    if (index != count) {
      setLoose(page);
    }
    return true;
  }

  /**
   * Changes a value: in place if the entry does not grow, otherwise by a new entry in the gap.
   *
   * @return false, with the page unchanged, if the entry grows and the gap is too small
   */
  public static boolean setValue(byte[] page, int index, long value) {
    int slot = SlotWord.get(page, index);
    long storedKey = EntryCodec.key(page, slot);
    long storedValue = value - valueBase(page);
    int encoding = SizeCode.encoding(storedKey, storedValue);
    int size = SizeCode.size(encoding);
    int oldSize = EntryCodec.size(page, slot);
    int end = SlotWord.end(slot);
    if (size > oldSize) {
      int heapBound = PageHeader.heapBound(page);
      if (heapBound - SlotWord.offset(PageHeader.count(page)) < size) {
        return false;
      }
      end = heapBound;
      PageHeader.setHeapBound(page, heapBound - size);
    }
    if (size != oldSize) {
      PageHeader.setFree(page, PageHeader.free(page) + oldSize - size);
      setLoose(page);
    }
    EntryCodec.write(page, end, storedKey, storedValue, encoding);
    SlotWord.put(page, index, SlotWord.of(end, SizeCode.code(encoding)));
    return true;
  }

  /** Removes adjacent entries; their bytes become holes. */
  public static void remove(byte[] page, int from, int to) {
    int count = PageHeader.count(page);
    int freed = (to - from) * SlotWord.LENGTH;
    for (int i = from; i < to; i++) {
      freed += EntryCodec.size(page, SlotWord.get(page, i));
    }
    Memory.copy(
        page, SlotWord.offset(to), page, SlotWord.offset(from), (count - to) * SlotWord.LENGTH);
    PageHeader.setCount(page, count - (to - from));
    PageHeader.setFree(page, PageHeader.free(page) + freed);
    setLoose(page);
  }

  private static void setLoose(byte[] page) {
    PageHeader.setFlags(page, PageHeader.LOOSE);
  }

  /**
   * Writes entries of a run into a page, in key order, with the bases that make them smallest.
   *
   * @param page a leaf, which is overwritten
   * @throws IllegalArgumentException if the entries do not fit
   */
  public static void build(EntryRun run, int from, int to, byte[] page) {
    if (from == to) {
      format(page, PageHeader.number(page), PageHeader.owner(page));
    } else {
      build(run, from, to, run.key(from), page);
    }
  }

  /**
   * Writes entries of a run into a page, in key order, with a key base and the value base that
   * makes them smallest.
   *
   * @param to the entry after the last, of one at least
   * @param keyBase the key base, not above the first key
   * @param page a leaf, which is overwritten
   * @throws IllegalArgumentException if the entries do not fit
   */
  public static void build(EntryRun run, int from, int to, long keyBase, byte[] page) {
    format(page, PageHeader.number(page), PageHeader.owner(page));
    PageHeader.setKeyBase(page, keyBase);
    PageHeader.setSpecific(page, run.valueBase(from, to, keyBase));
    for (int i = from; i < to; i++) {
      if (!append(page, run.key(i), run.value(i))) {
        throw new IllegalArgumentException("entries=" + (to - from) + " do not fit a page");
      }
    }
  }

  /** Adds an entry after the last, with the bases of the page. */
  private static boolean append(byte[] page, long key, long value) {
    int count = PageHeader.count(page);
    long storedKey = key - PageHeader.keyBase(page);
    long storedValue = value - valueBase(page);
    int encoding = SizeCode.encoding(storedKey, storedValue);
    int size = SizeCode.size(encoding);
    int free = PageHeader.free(page) - size - SlotWord.LENGTH;
    if (free < 0) {
      return false;
    }
    int heapBound = PageHeader.heapBound(page);
    EntryCodec.write(page, heapBound, storedKey, storedValue, encoding);
    SlotWord.put(page, count, SlotWord.of(heapBound, SizeCode.code(encoding)));
    PageHeader.setCount(page, count + 1);
    PageHeader.setHeapBound(page, heapBound - size);
    PageHeader.setFree(page, free);
    return true;
  }

  /**
   * Copies a leaf into the form that is written to disk: entries in key order, no holes, unused
   * bytes zero, flags zero. Bases and encodings are unchanged.
   *
   * @param target an array for a page, with any bytes
   */
  public static void layOut(byte[] source, byte[] target) {
    int count = PageHeader.count(source);
    int end = PageHeader.PAGE_SIZE;
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(source, i);
      int size = EntryCodec.size(source, slot);
      int from = SlotWord.end(slot);
      // Copy whole words, from the end down. Bytes below the entry are overwritten by the next
      // entry.
      Memory.putLong(target, end - 8, Memory.getLong(source, from - 8));
      Memory.putLong(target, end - 16, Memory.getLong(source, from - 16));
      Memory.putChar(target, end - 18, Memory.getChar(source, from - 18));
      end -= size;
    }
    Memory.zero(target, SlotWord.offset(count), end);
    Memory.copy(source, 0, target, 0, PageHeader.LENGTH);
    int slotEnd = PageHeader.PAGE_SIZE;
    for (int i = 0; i < count; i++) {
      int slot = SlotWord.get(source, i);
      SlotWord.put(target, i, SlotWord.of(slotEnd, SlotWord.code(slot)));
      slotEnd -= EntryCodec.size(source, slot);
    }
    PageHeader.setHeapBound(target, end);
    PageHeader.setFlags(target, 0);
  }

  /** Moves the entries of a leaf into key order, so that its free bytes are contiguous. */
  public static void compact(byte[] page) {
    byte[] target = PageHeader.newPage();
    layOut(page, target);
    Memory.copy(target, 0, page, 0, PageHeader.PAGE_SIZE);
  }
}
