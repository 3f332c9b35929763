package io.octavo.page;

import io.octavo.memory.Memory;
import java.util.Arrays;

/**
 * A sorted run of entries of byte strings: what a {@link BytesPage} is unpacked into when its
 * entries must be laid out anew, alone or together with its neighbours. Reused from one use to the
 * next; not thread-safe.
 */
public final class BytesRun {
  /** The most bytes of an entry beside those of key and value: two lengths, and padding. */
  private static final int MOST_LENGTHS = 5;

  private byte[] bytes = new byte[4 * PageHeader.PAGE_SIZE];
  private int used;

  /** Offsets of the keys; each value follows its key. Then the lengths of keys and of values. */
  private int[] starts = new int[1024];

  private int[] keyLengths = new int[1024];
  private int[] valueLengths = new int[1024];
  private int count;

  private final BytesPlan plan = new BytesPlan();

  /** Makes an empty run. */
  public BytesRun() {}

  /** Forgets all entries. */
  public void clear() {
    count = 0;
    used = 0;
  }

  /**
   * Returns how many entries there are.
   *
   * @return the count
   */
  public int count() {
    return count;
  }

  /**
   * Reads a key.
   *
   * @param index the entry, from 0
   * @return a new array with its bytes
   */
  public byte[] key(int index) {
    return Arrays.copyOfRange(bytes, starts[index], starts[index] + keyLengths[index]);
  }

  /**
   * Adds all entries of a page behind the last.
   *
   * @param page a page whose keys are all greater than those of the run
   */
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

  private void insertAll(int index, byte[] page) {
    int added = PageHeader.count(page);
    int prefix = BytesPage.prefixLength(page);
    openGap(index, added);
    for (int i = 0; i < added; i++) {
      long fields = BytesCodec.fields(page, BytesPage.slot(page, i));
      int suffix = BytesCodec.suffixLength(fields);
      int rest = BytesCodec.restLength(fields);
      int restStart = BytesCodec.restEnd(fields) - rest;
      int valueLength = BytesCodec.valueLength(fields);
      int at = fill(index + i, prefix + suffix, valueLength, BytesCodec.isLarge(fields));
      Memory.get(page, PageHeader.PAGE_SIZE - prefix, bytes, at, prefix);
      at += prefix;
      BytesCodec.putHead(bytes, at, BytesPage.head(page, i), suffix);
      if (rest > 0) {
        Memory.get(page, restStart, bytes, at + BytesPage.HEAD, rest);
      }
      Memory.get(page, restStart - valueLength, bytes, at + suffix, valueLength);
    }
  }

  /**
   * Puts an entry at its place in the order, or replaces the value of its key.
   *
   * @param key any key
   * @param value its value, or a reference to it
   * @param large whether it is a reference
   */
  public void put(byte[] key, byte[] value, boolean large) {
    int low = 0;
    int high = count;
    boolean found = false;
    while (low < high && !found) {
      int middle = (low + high) >>> 1;
      int order =
          Arrays.compareUnsigned(
              bytes, starts[middle], starts[middle] + keyLengths[middle], key, 0, key.length);
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
    int start = fill(index, key.length, value.length, large);
    System.arraycopy(key, 0, bytes, start, key.length);
    System.arraycopy(value, 0, bytes, start + key.length, value.length);
  }

  private void removeAt(int index) {
    count--;
    System.arraycopy(starts, index + 1, starts, index, count - index);
    System.arraycopy(keyLengths, index + 1, keyLengths, index, count - index);
    System.arraycopy(valueLengths, index + 1, valueLengths, index, count - index);
  }

  /**
   * Changes a key.
   *
   * @param index the entry, from 0
   * @param key its new key, between those of its neighbours
   */
  public void setKey(int index, byte[] key) {
    byte[] value =
        Arrays.copyOfRange(
            bytes,
            starts[index] + keyLengths[index],
            starts[index] + keyLengths[index] + valueLength(index));
    boolean large = isLarge(index);
    removeAt(index);
    insert(index, key, value, large);
  }

  /** Makes room in the order for entries, which {@link #fill} then sets. */
  private void openGap(int index, int added) {
    if (count + added > starts.length) {
      int length = Math.max(2 * count, count + added);
      starts = Arrays.copyOf(starts, length);
      keyLengths = Arrays.copyOf(keyLengths, length);
      valueLengths = Arrays.copyOf(valueLengths, length);
    }
    System.arraycopy(starts, index, starts, index + added, count - index);
    System.arraycopy(keyLengths, index, keyLengths, index + added, count - index);
    System.arraycopy(valueLengths, index, valueLengths, index + added, count - index);
    count += added;
  }

  /** Sets the lengths of an entry, and makes room for its bytes. Returns the offset of its key. */
  private int fill(int index, int keyLength, int valueLength, boolean large) {
    int length = keyLength + valueLength;
    if (used + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * (used + length));
    }
    int start = used;
    starts[index] = start;
    keyLengths[index] = keyLength;
    valueLengths[index] = large ? valueLength | BytesPlan.LARGE : valueLength;
    used += length;
    return start;
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
    int mismatch =
        Arrays.mismatch(
            bytes,
            starts[from],
            starts[from] + keyLengths[from],
            bytes,
            starts[last],
            starts[last] + keyLengths[last]);
    return mismatch;
  }

  /**
   * Returns how many bytes of a page some entries take, slots and prefix included, told in the way
   * that {@link #build} would choose.
   *
   * @param from the first entry
   * @param to the entry after the last
   * @return bytes; more than {@link BytesPage#CAPACITY} means that they do not fit one page
   */
  public int size(int from, int to) {
    return from == to ? 0 : plan(from, to);
  }

  /** Chooses how some entries are told. Returns the bytes that slots, entries and prefix take. */
  private int plan(int from, int to) {
    return plan.choose(common(from, to), keyLengths, valueLengths, from, to);
  }

  /**
   * Writes some entries into a page, in key order, told in the way that makes them smallest.
   *
   * @param from the first entry
   * @param to the entry after the last
   * @param page a page of byte strings; what it holds is replaced
   * @throws IllegalArgumentException if the entries do not fit
   */
  public void build(int from, int to, byte[] page) {
    if (from == to) {
      BytesPage.reset(page, bytes, 0, 0, 0, BytesPage.ANY);
      return;
    }
    int size = plan(from, to);
    if (size > BytesPage.CAPACITY) {
      throw new IllegalArgumentException("entries=" + (to - from) + " do not fit a page");
    }
    BytesPage.reset(page, bytes, starts[from], plan.prefix(), plan.least(), plan.fixed());
    int shared = plan.prefix();
    int end = BytesPage.heapEnd(shared);
    for (int i = from; i < to; i++) {
      int start = starts[i];
      int length = keyLengths[i];
      end -=
          BuiltBytes.write(
              page,
              i - from,
              end,
              bytes,
              start + shared,
              length - shared,
              bytes,
              start + length,
              valueLength(i),
              isLarge(i));
    }
    BuiltBytes.setBuilt(page, to - from, end);
  }

  /**
   * Cuts the run into parts of about equal bytes, each of which fits one page.
   *
   * @param parts into how many, from 1 to {@link #count}; more are made if these do not suffice
   * @param least the fewest entries that a part has, 1, or 2 of a branch
   * @param limit the most entries that a part may have
   * @return the first entry of each part and, behind the last, {@link #count}
   */
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
      // Each part has at least the least number of entries, and leaves as many for each part after
      // it.
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

  /**
   * Returns whether some entries fit a page. Counts exactly only where they nearly fill the page.
   */
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
   * cut by weight fits. If the last part is too small, it takes entries from the previous part.
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
   * @param below a key
   * @param above a greater key
   * @return a new array: the bytes of {@code above} up to the first that {@code below} has not
   */
  public static byte[] separator(byte[] below, byte[] above) {
    int common = Arrays.mismatch(below, above);
    return Arrays.copyOf(above, common + 1);
  }
}
