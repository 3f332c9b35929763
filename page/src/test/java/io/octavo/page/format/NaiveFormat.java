package io.octavo.page.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A second implementation of entries and leaves, written from the words of FORMAT.md byte by byte,
 * with the size codes that stand there. It shares no code with the first.
 */
public final class NaiveFormat {
  private final int[][] codes = new int[16][];

  public NaiveFormat(FormatText format) {
    for (List<String> row : format.table("Size codes", "code", "key", "value")) {
      int[] numbers = row.stream().mapToInt(Integer::parseInt).toArray();
      codes[numbers[0]] = new int[] {numbers[1], numbers[2]};
    }
  }

  public static int length(long number) {
    int length = 1;
    while (length < 8 && Long.compareUnsigned(number, 1L << (8 * length)) >= 0) {
      length++;
    }
    return length;
  }

  int[] lengths(int code) {
    return codes[code];
  }

  /**
   * An encoded entry.
   *
   * @param code its size code
   * @param bytes its bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  public record Entry(int code, byte[] bytes) {}

  public Entry encode(long key, long value) {
    int k = length(key);
    int v = length(value);
    int fallback = k + v + 1 + (k + v + 1) % 2;
    int best = 0;
    int bestSum = Integer.MAX_VALUE;
    for (int code = 1; code < 16; code++) {
      int sum = codes[code][0] + codes[code][1];
      if (codes[code][0] >= k && codes[code][1] >= v && sum <= fallback && sum < bestSum) {
        best = code;
        bestSum = sum;
      }
    }
    if (best != 0) {
      byte[] bytes = new byte[bestSum];
      put(bytes, 0, codes[best][1], value);
      put(bytes, codes[best][1], codes[best][0], key);
      return new Entry(best, bytes);
    }
    if ((k + v) % 2 == 0 && k < 8) {
      k++;
    } else if ((k + v) % 2 == 0 && v < 8) {
      v++;
    }
    int padding = (k + v) % 2 == 0 ? 1 : 0;
    byte[] bytes = new byte[padding + v + k + 1];
    put(bytes, padding, v, value);
    put(bytes, padding + v, k, key);
    bytes[bytes.length - 1] = (byte) ((k - 1) << 4 | (v - 1));
    return new Entry(0, bytes);
  }

  private static void put(byte[] bytes, int offset, int length, long number) {
    for (int i = 0; i < length; i++) {
      bytes[offset + i] = (byte) (number >>> (8 * i));
    }
  }

  /** Reads a leaf from the bytes of a page. */
  public Map<Long, Long> readLeaf(byte[] file) {
    Map<Long, Long> entries = new TreeMap<>();
    long keyBase = number(file, 32, 8);
    long valueBase = number(file, 40, 8);
    int expectedEnd = 8192;
    for (int i = 0; i < number(file, 24, 2); i++) {
      int slot = (int) number(file, 48 + 2 * i, 2);
      int end = ((slot >>> 4) + 1) * 2;
      if (end != expectedEnd) {
        throw new AssertionError("slot " + i + " ends at " + end + ", expected " + expectedEnd);
      }
      int code = slot % 16;
      int k = code != 0 ? codes[code][0] : (file[end - 1] >>> 4 & 7) + 1;
      int v = code != 0 ? codes[code][1] : (file[end - 1] & 7) + 1;
      int keyEnd = code != 0 ? end : end - 1;
      long key = keyBase + number(file, keyEnd - k, k);
      entries.put(key, valueBase + number(file, keyEnd - k - v, v));
      expectedEnd = keyEnd - k - v;
      expectedEnd -= expectedEnd % 2;
    }
    if (expectedEnd != number(file, 26, 2)) {
      throw new AssertionError("heap bound " + number(file, 26, 2) + ", expected " + expectedEnd);
    }
    return entries;
  }

  private static long number(byte[] file, int offset, int length) {
    long number = 0;
    for (int i = length - 1; i >= 0; i--) {
      number = number << 8 | (file[offset + i] & 0xFF);
    }
    return number;
  }

  /** Takes the guards off a page. */
  public static byte[] file(byte[] page) {
    byte[] file = new byte[8192];
    System.arraycopy(page, (page.length - 8192) / 2, file, 0, 8192);
    return file;
  }

  /** Returns the bytes of a page from an offset on. */
  static List<Byte> bytes(byte[] page, int from, int to) {
    List<Byte> bytes = new ArrayList<>();
    byte[] file = file(page);
    for (int i = from; i < to; i++) {
      bytes.add(file[i]);
    }
    return bytes;
  }
}
