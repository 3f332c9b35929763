package io.octavo.page.bytes;

import io.octavo.memory.Memory;
import io.octavo.page.BranchRun;
import io.octavo.page.PageHeader;
import java.util.Arrays;

/**
 * A sorted run of entries of {@link BytesPage}s, to rebuild one page or to redistribute entries
 * among neighbours. Reusable; not thread-safe.
 *
 * <p>The run keeps copies of the pages. If a built page has the prefix of the source page of an
 * entry, value and rest of the key are copied together.
 */
public final class BytesRun implements BranchRun<byte[]> {
  /** The greatest overhead of an entry: two lengths, and padding. */
  private static final int MOST_LENGTHS = 5;

  /** Copies of pages, and the values and rests of keys of single entries. */
  private byte[] bytes = new byte[4 * PageHeader.PAGE_SIZE];

  private int used;

  /** Offsets of the values. The rest of a key, as in a page, follows the value. */
  private int[] starts = new int[512];

  /** The first four bytes of each key after its prefix, as in a slot. */
  private int[] heads = new int[512];

  /** The offset of the first bytes of each key, and in the low 16 bits their length. */
  private long[] prefixes = new long[512];

  private int[] keyLengths = new int[512];
  private int[] valueLengths = new int[512];
  private int count;

  /** Room for the key of an entry. */
  private final byte[] scratch = new byte[BytesPage.MAX_KEY];

  private final byte[] otherScratch = new byte[BytesPage.MAX_KEY];

  private final BytesPlan plan = new BytesPlan();

  /** Makes an empty run. */
  public BytesRun() {}

  @Override
  public void clear() {
    count = 0;
    used = 0;
  }

  @Override
  public int count() {
    return count;
  }

  /** Reads a key into a new array. */
  @Override
  public byte[] key(int index) {
    byte[] key = new byte[keyLengths[index]];
    copyKey(index, key);
    return key;
  }

  private void copyKey(int index, byte[] target) {
    int prefix = prefixLength(index);
    int suffix = keyLengths[index] - prefix;
    System.arraycopy(bytes, (int) (prefixes[index] >>> Short.SIZE), target, 0, prefix);
    BytesCodec.putHead(target, prefix, heads[index], suffix);
    if (suffix > BytesPage.HEAD) {
      int rest = starts[index] + valueLength(index);
      System.arraycopy(bytes, rest, target, prefix + BytesPage.HEAD, suffix - BytesPage.HEAD);
    }
  }

  private int prefixLength(int index) {
    return (int) prefixes[index] & 0xFFFF;
  }

  /**
   * Adds all entries of a page after the last.
   *
   * @param page a page whose keys are all greater than those of the run
   */
  @Override
  public void addAll(byte[] page) {
    insertAll(count, page);
  }

  /**
   * Adds all entries of a page before the first.
   *
   * @param page a page whose keys are all below those of the run
   */
  public void addAllBefore(byte[] page) {
    insertAll(0, page);
  }

  /** Copies the whole page: one long copy is faster than copies of all entries. */
  private void insertAll(int index, byte[] page) {
    int added = PageHeader.count(page);
    int prefix = BytesPage.prefixLength(page);
    openGap(index, added);
    int copy = claim(page.length);
    System.arraycopy(page, 0, bytes, copy, page.length);
    long place = (long) (copy + Memory.index(PageHeader.PAGE_SIZE - prefix)) << Short.SIZE | prefix;
    for (int i = 0; i < added; i++) {
      long fields = BytesCodec.fields(page, BytesPage.slot(page, i));
      int start = Memory.index(BytesCodec.valueStart(fields));
      int keyLength = prefix + BytesCodec.suffixLength(fields);
      int valueLength = BytesCodec.valueLength(fields);
      boolean large = BytesCodec.isLarge(fields);
      set(index + i, copy + start, BytesPage.head(page, i), place, keyLength, valueLength, large);
    }
  }

  /**
   * Adds an entry, or replaces the value of its key.
   *
   * @param value its value, or a reference to it
   * @param large whether it is a reference
   */
  public void put(byte[] key, byte[] value, boolean large) {
    int low = 0;
    int high = count;
    boolean found = false;
    while (low < high && !found) {
      int middle = (low + high) >>> 1;
      copyKey(middle, scratch);
      int order = Arrays.compareUnsigned(scratch, 0, keyLengths[middle], key, 0, key.length);
      found = order == 0;
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int index = found ? high : low;
    if (found) {
      removeAt(index);
    }
    insert(index, key, value, large);
  }

  private void insert(int index, byte[] key, byte[] value, boolean large) {
    openGap(index, 1);
    int rest = Math.max(0, key.length - BytesPage.HEAD);
    int start = claim(value.length + rest);
    System.arraycopy(value, 0, bytes, start, value.length);
    System.arraycopy(key, key.length - rest, bytes, start + value.length, rest);
    int head = BytesCodec.headOf(key, 0, key.length);
    set(index, start, head, 0, key.length, value.length, large);
  }

  @Override
  public void insert(int index, byte[] separator, long child) {
    insert(index, separator, BytesPage.childValue(child), false);
  }

  private void removeAt(int index) {
    count--;
    move(index + 1, index, count - index);
  }

  @Override
  public void setSeparator(int index, byte[] key) {
    int start = starts[index];
    byte[] value = Arrays.copyOfRange(bytes, start, start + valueLength(index));
    removeAt(index);
    insert(index, key, value, false);
  }

  /** Makes room in the order for entries, which {@link #set} then sets. */
  private void openGap(int index, int added) {
    if (count + added > starts.length) {
      int length = Math.max(2 * count, count + added);
      starts = Arrays.copyOf(starts, length);
      heads = Arrays.copyOf(heads, length);
      prefixes = Arrays.copyOf(prefixes, length);
      keyLengths = Arrays.copyOf(keyLengths, length);
      valueLengths = Arrays.copyOf(valueLengths, length);
    }
    move(index, index + added, count - index);
    count += added;
  }

  private void move(int from, int to, int moved) {
    System.arraycopy(starts, from, starts, to, moved);
    System.arraycopy(heads, from, heads, to, moved);
    System.arraycopy(prefixes, from, prefixes, to, moved);
    System.arraycopy(keyLengths, from, keyLengths, to, moved);
    System.arraycopy(valueLengths, from, valueLengths, to, moved);
  }

  private void set(
      int index, int start, int head, long prefix, int keyLength, int valueLength, boolean large) {
    starts[index] = start;
    heads[index] = head;
    prefixes[index] = prefix;
    keyLengths[index] = keyLength;
    valueLengths[index] = large ? valueLength | BytesPlan.LARGE : valueLength;
  }

  /** Makes room for bytes. Returns the offset of the first. */
  private int claim(int length) {
    if (used + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (used + length));
    }
    used += length;
    return used - length;
  }

  private int valueLength(int index) {
    return BytesPlan.valueLength(valueLengths[index]);
  }

  private boolean isLarge(int index) {
    return BytesPlan.isLarge(valueLengths[index]);
  }

  /** Returns the length of the common prefix of the keys of some entries. */
  private int common(int from, int to) {
    int last = to - 1;
    if (from == last) {
      // A whole key as prefix would exclude all other keys.
      return 0;
    }
    copyKey(from, scratch);
    copyKey(last, otherScratch);
    return Arrays.mismatch(scratch, 0, keyLengths[from], otherScratch, 0, keyLengths[last]);
  }

  /**
   * Returns the size of some entries in a page of {@link #build}, with slots and prefix; above
   * {@link BytesPage#CAPACITY} if they do not fit.
   */
  public int size(int from, int to) {
    return from == to ? 0 : plan(from, to);
  }

  @Override
  public boolean fits(int from, int to, int limit, int spare) {
    return to - from <= limit && size(from, to) <= BytesPage.CAPACITY - BytesPage.CAPACITY / spare;
  }

  /** Chooses the layout of some entries. Returns the size of slots, entries and prefix. */
  private int plan(int from, int to) {
    return plan.choose(common(from, to), keyLengths, valueLengths, from, to);
  }

  /**
   * Writes some entries into a page, in key order, in the smallest form.
   *
   * @param page a page of byte strings, which is overwritten
   * @throws IllegalArgumentException if the entries do not fit
   */
  @Override
  public void build(int from, int to, byte[] page) {
    if (from == to) {
      BytesPage.reset(page, scratch, 0, 0, BytesPage.ANY);
      BuiltBytes.setBuilt(page, 0, PageHeader.PAGE_SIZE);
      return;
    }
    int size = plan(from, to);
    if (size > BytesPage.CAPACITY) {
      throw new IllegalArgumentException("entries=" + (to - from) + " do not fit a page");
    }
    int shared = plan.prefix();
    copyKey(from, scratch);
    BytesPage.reset(page, scratch, shared, plan.least(), plan.fixed());
    int end = BytesPage.heapEnd(shared);
    for (int i = from; i < to; i++) {
      int start = starts[i];
      int suffix = keyLengths[i] - shared;
      int valueLength = valueLength(i);
      if (prefixLength(i) == shared) {
        end -=
            BuiltBytes.copy(
                page, i - from, end, heads[i], suffix, bytes, start, valueLength, isLarge(i));
      } else {
        copyKey(i, scratch);
        end -=
            BuiltBytes.write(
                page,
                i - from,
                end,
                scratch,
                shared,
                suffix,
                bytes,
                start,
                valueLength,
                isLarge(i));
      }
    }
    BuiltBytes.setBuilt(page, to - from, end);
  }

  /**
   * Cuts the run into parts of about equal bytes, each of which fits one page.
   *
   * @param parts the number of parts, from 1 to {@link #count}; more are made if these do not
   *     suffice
   * @param least the fewest entries that a part has, 1, or 2 of a branch
   * @param limit the most entries that a part may have
   * @return the first entry of each part and, after the last, {@link #count}
   */
  @Override
  public int[] partition(int parts, int least, int limit) {
    for (int tried = parts; tried <= Math.min(parts + 1, count / least); tried++) {
      int[] bounds = cut(tried, least, limit);
      if (bounds.length > 0) {
        return bounds;
      }
    }
    return fill(least, limit);
  }

  /** Cuts the run by weight. Returns an empty array if a part does not fit a page. */
  private int[] cut(int parts, int atLeast, int limit) {
    int common = common(0, count);
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += weight(i, common);
    }
    int[] bounds = new int[parts + 1];
    long passed = 0;
    int index = 0;
    for (int part = 1; part < parts; part++) {
      long target = total * part / parts;
      // Each part has at least the least number of entries, and so has each part after it.
      int first = bounds[part - 1] + atLeast;
      int last = count - (parts - part) * atLeast;
      while (index < last && (index < first || passed + weight(index, common) / 2 <= target)) {
        passed += weight(index, common);
        index++;
      }
      bounds[part] = index;
    }
    bounds[parts] = count;
    for (int part = 0; part < parts; part++) {
      int length = bounds[part + 1] - bounds[part];
      if (length > limit || !fits(bounds[part], bounds[part + 1])) {
        return new int[0];
      }
    }
    return bounds;
  }

  /** Returns whether some entries fit a page. Counts exactly only if they nearly fill the page. */
  private boolean fits(int from, int to) {
    int common = common(from, to);
    int most = BytesPage.even(common);
    for (int i = from; i < to; i++) {
      most += weight(i, common) + MOST_LENGTHS;
    }
    return most <= BytesPage.CAPACITY || size(from, to) <= BytesPage.CAPACITY;
  }

  private int weight(int index, int common) {
    return BytesPage.SLOT + keyLengths[index] - common + valueLength(index);
  }

  /**
   * Fills one page after the other. If keys share a long prefix and one key lacks it, perhaps no
   * cut by weight fits. If the last part is too small, entries of the previous part are moved to
   * it.
   */
  private int[] fill(int atLeast, int limit) {
    int[] bounds = new int[count + 1];
    int parts = 0;
    int from = 0;
    for (int to = 1; to <= count; to++) {
      if (to - from > limit || size(from, to) > BytesPage.CAPACITY) {
        from = to - 1;
        bounds[++parts] = from;
      }
    }
    if (parts > 0) {
      bounds[parts] = Math.min(bounds[parts], count - atLeast);
    }
    bounds[++parts] = count;
    return Arrays.copyOf(bounds, parts + 1);
  }

  /**
   * Finds the shortest byte string that is above one key and not above another.
   *
   * @param above a greater key
   * @return the bytes of {@code above} up to the first that differs from {@code below}
   */
  public static byte[] separator(byte[] below, byte[] above) {
    return separator(below, above, false);
  }

  /**
   * Finds a byte string that is above one key and not above another, and as short as possible.
   *
   * @param above a greater key
   * @param least whether to find the least of them, or the greatest
   */
  public static byte[] separator(byte[] below, byte[] above, boolean least) {
    int common = Arrays.mismatch(below, above);
    byte[] separator = Arrays.copyOf(above, common + 1);
    if (least) {
      separator[common] = (byte) (common < below.length ? below[common] + 1 : 0);
    }
    return separator;
  }
}
