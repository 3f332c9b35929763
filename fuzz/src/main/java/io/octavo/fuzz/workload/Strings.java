package io.octavo.fuzz.workload;

import io.octavo.fuzz.disk.Hashes;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.page.bytes.OverflowPage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.zip.CRC32C;

/**
 * Byte strings that stand for numbers, so that a scenario and its model need no others: keys in the
 * order of their numbers, values of all sorts of lengths.
 */
public final class Strings {
  private static final int LONGEST = 1_900;

  /** The keys of most scenarios, made once. */
  private static final byte[][] KEYS = new byte[600][];

  static {
    for (int i = 0; i < KEYS.length; i++) {
      KEYS[i] = newKey(i);
    }
  }

  private Strings() {}

  /**
   * Returns the key of a number from 0 on. Eight keys begin with the same bytes, of which each has
   * one more than the first; what groups have in common is short or, for one of five, long. Some
   * bytes are zero and some are negative.
   */
  public static byte[] key(long number) {
    return number < KEYS.length ? KEYS[(int) number] : newKey(number);
  }

  private static byte[] newKey(long number) {
    if (number == 0) {
      return new byte[0];
    }
    long group = number >>> 3;
    int run = group % 5 == 4 ? LONGEST + (int) (group % 7) : (int) (group % 40);
    String digits = Long.toString(group);
    String name = "dir/" + "0".repeat(Math.max(0, 6 - digits.length())) + digits;
    byte[] start = name.getBytes(StandardCharsets.US_ASCII);
    int last = (int) (number & 7);
    byte[] key = Arrays.copyOf(start, start.length + run + (last == 0 ? 0 : 1));
    Arrays.fill(key, start.length, start.length + run, (byte) (group % 3 - 1));
    if (last > 0) {
      key[key.length - 1] = (byte) ((last - 1) * 42);
    }
    return key;
  }

  /**
   * Returns the value of a number: of sixteen one about as long as fits beside a key, one of whole
   * pieces or a byte more or less, one longer than what is noted in the ring.
   */
  public static byte[] value(long number) {
    int drawn = (int) (number >>> 4);
    int length =
        switch ((int) (number & 15)) {
          case 13 -> 3_900 + (drawn & 255);
          case 14 -> OverflowPage.CAPACITY * (1 + (drawn & 1)) + (drawn >>> 1 & 3) - 1;
          case 15 -> (drawn & 3) == 0 ? 70_000 : 100 + (drawn & 1_023);
          default -> drawn & 31;
        };
    byte[] value = new byte[length];
    for (int i = 0; i < length; i += Long.BYTES) {
      long bytes = Hashes.mix(number, i);
      for (int j = i; j < Math.min(length, i + Long.BYTES); j++) {
        value[j] = (byte) bytes;
        bytes >>>= Byte.SIZE;
      }
    }
    return value;
  }

  /** Hashes an entry. */
  public static long hash(byte[] key, byte[] value) {
    CRC32C crc = new CRC32C();
    crc.update(key);
    crc.update(value);
    return Hashes.mix(Hashes.mix(crc.getValue(), key.length), value.length);
  }

  /** Hashes all entries of a model. */
  static long hash(NavigableMap<Long, Long> model, long seed) {
    long sum = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      sum += Hashes.mix(seed, hash(key(entry.getKey()), value(entry.getValue())));
    }
    return sum;
  }

  /** Asks a map, which may be forged, everything but for its keys. */
  static long look(BytesMap map) {
    long sum = map.size();
    byte[] part = new byte[100];
    for (long key = 0; key < 64; key += 5) {
      sum += map.get(key(key), part, 0);
    }
    BytesCursor cursor = map.cursor();
    for (int most = 1 << 14; most > 0 && cursor.previous(); most--) {
      sum += cursor.value(part, 0);
    }
    return sum;
  }

  /**
   * Hashes all entries of a map.
   *
   * @param most entries after which a walk is given up: a wrong tree may lead in a circle
   */
  public static long hash(BytesMap map, long seed, int most) {
    long sum = 0;
    int count = 0;
    byte[] last = {};
    for (BytesCursor cursor = map.cursor(); cursor.next(); ) {
      byte[] key = cursor.key();
      if (count > 0 && Arrays.compareUnsigned(last, key) >= 0) {
        throw new Content.OutOfOrderException("keys of byte strings do not go up");
      }
      last = key;
      sum += Hashes.mix(seed, hash(key, cursor.value()));
      if (++count > most) {
        throw new Content.OutOfOrderException("more than " + most + " entries");
      }
    }
    return sum;
  }

  /** Numbers as strings. */
  record OfMap(BytesMap map) implements Target {
    @Override
    public long put(long key, long value) {
      byte[] bytes = value(value);
      if (((key + value) >>> 8) % 2 == 0) {
        map.put(key(key), bytes);
        return 0;
      }
      try {
        map.put(key(key), new ByteArrayInputStream(bytes), bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return 0;
    }

    @Override
    public boolean remove(long key) {
      return map.remove(key(key));
    }

    @Override
    public void delete(long key) {
      map.delete(key(key));
    }

    @Override
    public long removeRange(long from, long to) {
      return map.removeRange(key(from), to % 5 == 0 ? next(to) : key(to + 1));
    }

    /** The least byte string above a key, which is none. */
    private static byte[] next(long key) {
      byte[] bytes = key(key);
      return Arrays.copyOf(bytes, bytes.length + 1);
    }

    @Override
    public void clear() {
      map.clear();
    }
  }
}
