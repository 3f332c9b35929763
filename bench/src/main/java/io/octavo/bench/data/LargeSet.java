package io.octavo.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Entries that are drawn when they are needed, for stores that are larger than memory: each entry
 * is a function of its place in the order of keys. Between two neighbours there is space for keys
 * that are not in the set.
 *
 * <p>Longs: keys are 64 apart on average, values have 40 bits. Byte strings: eight digits of base
 * 36 that ascend evenly, then 8 to 24 random ones; values of 100 random bytes.
 */
public final class LargeSet {
  private static final int GAP = 64;
  private static final int RADIX = 36;
  private static final int ORDERED_DIGITS = 8;
  private static final int LEAST_TAIL = 8;
  private static final int MOST_TAIL = 24;
  private static final int VALUE = 100;
  private static final int VALUE_BITS = 40;

  private final Shape shape;
  private final int count;

  /** How far the ordered digits of two neighbours are apart. */
  private final long step;

  /** Makes a set of some entries. */
  public LargeSet(Shape shape, int count) {
    this.shape = shape;
    this.count = count;
    step = (long) Math.pow(RADIX, ORDERED_DIGITS) / count;
  }

  /** Returns what keys and values are. */
  public Shape shape() {
    return shape;
  }

  /** Returns how many entries there are. */
  public int count() {
    return count;
  }

  /** Returns the entries at neighbouring places, in order of keys. */
  public Entries part(int from, int to) {
    int[] places = new int[to - from];
    for (int i = 0; i < places.length; i++) {
      places[i] = from + i;
    }
    return entries(places, 0);
  }

  /** Draws entries of the set. */
  public Entries present(int number, SplittableRandom random) {
    return entries(places(number, random), 0);
  }

  /** Draws entries that are not in the set; drawn twice only by chance. */
  public Entries absent(int number, SplittableRandom random) {
    return entries(places(number, random), random.nextLong() | 1);
  }

  private int[] places(int number, SplittableRandom random) {
    int[] places = new int[number];
    for (int i = 0; i < number; i++) {
      places[i] = random.nextInt(count);
    }
    return places;
  }

  /** Makes entries: those of the set for salt 0, others that lie beside them for any other. */
  private Entries entries(int[] places, long salt) {
    return shape == Shape.LONGS ? longs(places, salt) : strings(places, salt);
  }

  private static Entries longs(int[] places, long salt) {
    long[] keys = new long[places.length];
    long[] values = new long[places.length];
    for (int i = 0; i < keys.length; i++) {
      SplittableRandom random = random(places[i], salt);
      // Keys of the set are even, others odd.
      keys[i] = (long) places[i] * GAP + 2L * random.nextInt(GAP / 2) + (salt == 0 ? 0 : 1);
      values[i] = random.nextLong() >>> (Long.SIZE - VALUE_BITS);
    }
    return new Entries(keys, values);
  }

  private Entries strings(int[] places, long salt) {
    byte[][] keys = new byte[places.length][];
    byte[][] values = new byte[places.length][VALUE];
    for (int i = 0; i < keys.length; i++) {
      SplittableRandom random = random(places[i], salt);
      keys[i] = key(places[i] * step + random.nextLong(step), random);
      random.nextBytes(values[i]);
    }
    return StringEntries.of(keys, values);
  }

  private static byte[] key(long number, SplittableRandom random) {
    StringBuilder key = new StringBuilder();
    String digits = Long.toString(number, RADIX);
    key.append("0".repeat(ORDERED_DIGITS - digits.length())).append(digits);
    for (int left = random.nextInt(LEAST_TAIL, MOST_TAIL + 1); left > 0; left--) {
      key.append(Character.forDigit(random.nextInt(RADIX), RADIX));
    }
    return key.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static SplittableRandom random(int place, long salt) {
    // Mixed by a first one: sequences of seeds that are close to each other overlap.
    return new SplittableRandom(new SplittableRandom(place ^ salt).nextLong());
  }
}
