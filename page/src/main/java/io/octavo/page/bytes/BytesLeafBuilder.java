package io.octavo.page.bytes;

import java.util.Arrays;

/**
 * Builds full leaves of byte strings from entries that arrive in ascending order. Each leaf is
 * written once, with the prefix and lengths that make its entries smallest. Until then the builder
 * only has references to the arrays. Reusable; not thread-safe.
 */
public final class BytesLeafBuilder {
  private static final int FIRST_LENGTH = 128;

  private byte[][] keys = new byte[FIRST_LENGTH][];
  private byte[][] values = new byte[FIRST_LENGTH][];
  private int[] keyLengths = new int[FIRST_LENGTH];
  private int[] valueLengths = new int[FIRST_LENGTH];
  private int count;

  /** The sum of the lengths of keys and values. */
  private int bytes;

  /** The length of the common prefix of all keys; 0 for a single key, as in {@link BytesRun}. */
  private int common;

  private final BytesPlan plan = new BytesPlan();

  /** Makes a builder without entries. */
  public BytesLeafBuilder() {}

  /** Returns the number of entries that wait for their leaf. */
  public int count() {
    return count;
  }

  /**
   * Returns a key.
   *
   * @return its array, not a copy
   */
  public byte[] key(int index) {
    return keys[index];
  }

  /**
   * Returns a value.
   *
   * @return its array, not a copy
   */
  public byte[] value(int index) {
    return values[index];
  }

  /**
   * Adds an entry after the last.
   *
   * @param key a key above all others, not modified until it is in a leaf
   * @param value its value, not modified either, at most {@value BytesPage#MAX_ENTRY} bytes
   *     together with the key
   */
  public void add(byte[] key, byte[] value) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      keyLengths = Arrays.copyOf(keyLengths, 2 * count);
      valueLengths = Arrays.copyOf(valueLengths, 2 * count);
    }
    keys[count] = key;
    values[count] = value;
    keyLengths[count] = key.length;
    valueLengths[count] = value.length;
    bytes += key.length + value.length;
    count++;
    if (count == 2) {
      common = Arrays.mismatch(keys[0], key);
    } else if (count > 2) {
      // Sorted keys share the common prefix of the first and the last.
      common = common(keys[0], key, common);
    }
  }

  private static int common(byte[] first, byte[] last, int most) {
    int mismatch = Arrays.mismatch(first, 0, most, last, 0, Math.min(most, last.length));
    return mismatch < 0 ? most : mismatch;
  }

  /**
   * Returns whether the entries exceed one leaf.
   *
   * @param limit the most entries of a leaf
   * @return true if the last entry, or earlier ones, do not fit the leaf; may return false even
   *     then
   */
  public boolean isFull(int limit) {
    return count > limit || leastSize() > BytesPage.CAPACITY;
  }

  /** Returns a lower bound of the size of the leaf: without lengths in entries, and padding. */
  private int leastSize() {
    return bytes + count * (BytesPage.SLOT - BytesPage.HEAD - common) + common;
  }

  /**
   * Counts the first entries that fit one leaf.
   *
   * @param limit the most entries of a leaf
   * @return the count, at least 1 and below {@link #count}; only if {@link #isFull}
   */
  public int fitting(int limit) {
    int most = Math.min(limit, count - 1);
    int fitting = most;
    int size = plan(fitting);
    boolean isSkipped = false;
    while (size > BytesPage.CAPACITY) {
      // As many as the excess has entries of mean length; entries of a few bytes are often more.
      int excess = Math.max(1, (int) ((long) (size - BytesPage.CAPACITY) * fitting / size));
      isSkipped |= excess > 1;
      fitting -= excess;
      size = plan(fitting);
    }
    while (isSkipped && fitting < most && plan(fitting + 1) <= BytesPage.CAPACITY) {
      fitting++;
    }
    return fitting;
  }

  /**
   * Writes the first entries into a leaf.
   *
   * @param built the number of entries, at most {@link #fitting}
   * @param page a leaf, which is overwritten
   */
  public void build(int built, byte[] page) {
    plan(built);
    int prefix = plan.prefix();
    BytesPage.reset(page, keys[0], prefix, plan.least(), plan.fixed());
    int end = BytesPage.heapEnd(prefix);
    for (int i = 0; i < built; i++) {
      int suffix = keyLengths[i] - prefix;
      end -=
          BuiltBytes.write(
              page, i, end, keys[i], prefix, suffix, values[i], 0, valueLengths[i], false);
    }
    BuiltBytes.setBuilt(page, built, end);
  }

  /** Chooses the layout of the first entries. Returns their size. */
  private int plan(int to) {
    int shared = 0;
    if (to > 1) {
      shared = Arrays.mismatch(keys[0], keys[to - 1]);
    }
    return plan.choose(shared, keyLengths, valueLengths, 0, to);
  }

  /** Forgets the first entries. */
  public void forget(int forgotten) {
    int left = count - forgotten;
    System.arraycopy(keys, forgotten, keys, 0, left);
    System.arraycopy(values, forgotten, values, 0, left);
    System.arraycopy(keyLengths, forgotten, keyLengths, 0, left);
    System.arraycopy(valueLengths, forgotten, valueLengths, 0, left);
    Arrays.fill(keys, left, count, null);
    Arrays.fill(values, left, count, null);
    count = left;
    bytes = 0;
    for (int i = 0; i < left; i++) {
      bytes += keyLengths[i] + valueLengths[i];
    }
    common = left > 1 ? Arrays.mismatch(keys[0], keys[left - 1]) : 0;
  }
}
