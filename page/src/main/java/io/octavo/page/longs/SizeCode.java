package io.octavo.page.longs;

/**
 * The table of the 15 frequent pairs of key and value length, and the ways in which the other 49
 * are stored. FORMAT.md, section "Size codes".
 *
 * <p>Entries are aligned to two bytes, so a code only saves room for a pair of even total. An odd
 * pair is therefore stored as the next class that covers it (one zero byte in place of the
 * padding), and only pairs that no class covers within two bytes fall back to code 0, whose lengths
 * stand in the last byte of the entry. The table is part of the format; {@code bench/RESULTS.md}
 * says how it was chosen.
 */
public final class SizeCode {
  /** The code of an entry that carries its lengths in its own last byte. */
  public static final int FALLBACK = 0;

  /** Greatest length of a key or a value, in bytes. */
  public static final int MAX_LENGTH = Long.BYTES;

  /** Bytes of the largest entry: a header byte, two full lengths, a padding byte. */
  public static final int MAX_ENTRY = 18;

  /** Key and value length of the codes 1 to 15, the most frequent first. */
  private static final int[][] CLASSES = {
    {3, 3}, {3, 5}, {4, 4}, {2, 4}, {5, 5}, {5, 3}, {4, 2}, {4, 6}, {7, 3}, {8, 4}, {1, 5}, {6, 4},
    {3, 1}, {1, 3}, {3, 7},
  };

  /**
   * Lengths less 1 by code, the key in the high nibble; the element of the fallback is not used.
   */
  private static final byte[] LENGTHS = new byte[16];

  /** {@link #fieldsOf} by code; the element of the fallback is not used. */
  private static final int[] FIELDS = new int[16];

  /** Bytes of an entry by code; the element of the fallback is not used. */
  private static final byte[] SIZES = new byte[16];

  /** The encoding of each pair of lengths: see {@link #encoding}. */
  private static final int[] ENCODINGS = new int[64];

  static {
    for (int code = 1; code < LENGTHS.length; code++) {
      int[] lengths = CLASSES[code - 1];
      LENGTHS[code] = (byte) nibbles(lengths[0], lengths[1]);
      FIELDS[code] = fieldsOf(LENGTHS[code]);
      SIZES[code] = (byte) (lengths[0] + lengths[1]);
    }
    for (int key = 1; key <= MAX_LENGTH; key++) {
      for (int value = 1; value <= MAX_LENGTH; value++) {
        ENCODINGS[(key - 1) << 3 | (value - 1)] = choose(key, value);
      }
    }
  }

  private SizeCode() {}

  /**
   * Returns the encoding of a pair: the smallest class that covers the pair and is not larger than
   * the fallback, or the fallback.
   */
  private static int choose(int key, int value) {
    int best = FALLBACK;
    int bestSize = fallbackSize(key, value) + 1;
    for (int code = 1; code < SIZES.length; code++) {
      boolean covers = CLASSES[code - 1][0] >= key && CLASSES[code - 1][1] >= value;
      if (covers && SIZES[code] < bestSize) {
        best = code;
        bestSize = SIZES[code];
      }
    }
    if (best != FALLBACK) {
      return pack(best, 0, CLASSES[best - 1][0], CLASSES[best - 1][1], bestSize);
    }
    // The lengths byte makes an even sum odd. The byte of padding lengthens the key or the value
    // instead, so that only the longest pair needs padding.
    int size = fallbackSize(key, value);
    boolean even = (key + value) % 2 == 0;
    int storedKey = even && key < MAX_LENGTH ? key + 1 : key;
    int storedValue = even && key == MAX_LENGTH && value < MAX_LENGTH ? value + 1 : value;
    return pack(FALLBACK, 1, storedKey, storedValue, size);
  }

  private static int pack(int code, int header, int key, int value, int size) {
    return code | header << 4 | key << 8 | value << 16 | size << 24;
  }

  /**
   * Returns the size of a fallback entry.
   *
   * @param keyLength 1 to 8
   * @param valueLength 1 to 8
   * @return lengths byte, key and value, rounded up to even
   */
  static int fallbackSize(int keyLength, int valueLength) {
    return (1 + keyLength + valueLength + 1) & ~1;
  }

  /**
   * Encodes two lengths as in the lengths byte of a fallback entry.
   *
   * @param keyLength 1 to 8
   * @param valueLength 1 to 8
   * @return key length - 1 in the high nibble, value length - 1 in the low one
   */
  public static int nibbles(int keyLength, int valueLength) {
    return (keyLength - 1) << 4 | (valueLength - 1);
  }

  /**
   * Returns the encoding of a key and a value.
   *
   * @param key the key relative to the page's base
   * @param value the value relative to the page's base
   * @return the encoding, for the functions below
   */
  public static int encoding(long key, long value) {
    // x | 1: zero has the length of one byte, because a length of 0 would need a shift by 64 bits.
    int keyIndex = (63 - Long.numberOfLeadingZeros(key | 1)) & 0x38;
    int valueIndex = (63 - Long.numberOfLeadingZeros(value | 1)) >>> 3;
    return ENCODINGS[keyIndex | valueIndex];
  }

  /**
   * Reads the code of an encoding.
   *
   * @return 0 to 15
   */
  public static int code(int encoding) {
    return encoding & 15;
  }

  /**
   * Reads the header bytes of an encoding.
   *
   * @return 1 for the fallback, else 0
   */
  public static int headerLength(int encoding) {
    return encoding >>> 4 & 1;
  }

  /**
   * Reads the stored key length of an encoding.
   *
   * @return bytes, 1 to 8
   */
  public static int keyLength(int encoding) {
    return encoding >>> 8 & 0xFF;
  }

  /**
   * Reads the stored value length of an encoding.
   *
   * @return bytes, 1 to 8
   */
  public static int valueLength(int encoding) {
    return encoding >>> 16 & 0xFF;
  }

  /**
   * Reads the entry size of an encoding.
   *
   * @return bytes, even, 2 to {@value #MAX_ENTRY}
   */
  public static int size(int encoding) {
    return encoding >>> 24;
  }

  /**
   * Returns the lengths of a code.
   *
   * @param code 1 to 15, or a slot word with such a code in its low bits
   * @return key length - 1 in the high nibble, value length - 1 in the low one
   */
  public static int lengths(int code) {
    return LENGTHS[code & 15];
  }

  /**
   * Returns the shifts that read the fields of entries with a code. A read then needs no arithmetic
   * on lengths, which would delay the next load.
   *
   * @param code 1 to 15, or a slot word with such a code in its low bits
   * @return 64 less the bits of the key in the low six bits, 64 less those of the value from bit 8
   *     on, the length of the key in bytes from bit 16 on; shifts of longs ignore the higher bits
   */
  static int fields(int code) {
    return FIELDS[code & 15];
  }

  /**
   * Returns the shifts of {@link #fields} for two lengths.
   *
   * @param lengths key length - 1 in the high nibble, value length - 1 in the low one; the high bit
   *     of each is ignored
   */
  static int fieldsOf(int lengths) {
    int keyBits = lengths >>> 1 & 0x38;
    int valueBits = lengths << 3 & 0x38;
    return (56 - keyBits) | (56 - valueBits) << 8 | ((keyBits >>> 3) + 1) << 16;
  }

  /**
   * Returns the size of entries with a code.
   *
   * @param code 1 to 15, or a slot word with such a code in its low bits
   * @return bytes, even
   */
  static int sizeOf(int code) {
    return SIZES[code & 15];
  }
}
