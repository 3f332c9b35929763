package io.octavo.bench.ids;

import io.octavo.ids.PairTable;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/**
 * Pairs by the number of their arrival: those that hash tables take well, and those they do not.
 */
public enum PairFamily {
  /** Numbers that look random. */
  RANDOM(i -> i * 0x9E37_79B9_7F4A_7C15L),
  /** 0, 1, 2 and so on. */
  SEQUENTIAL(i -> i),
  /** Each of some numbers with each of 1,000 others, row by row. */
  DENSE_GRID(i -> PairTable.pair(i / 1_000, i % 1_000)),
  /** Some of the pairs of 30,000 numbers and 30,000 others. */
  SPARSE_CROSS_PRODUCT(
      i -> PairTable.pair((int) (i * 7_919L % 30_000), (int) (i * 104_729L / 7 % 30_000))),
  /** Multiples of 2^32. */
  STRIDE_OF_32_BITS(i -> (long) i << Integer.SIZE),
  /** Multiples of 2^40. */
  HIGH_BITS(i -> (long) i << 40),
  /** 0, 1, 2 and so on, with their bits in reverse order. */
  BIT_REVERSED(i -> Long.reverse(i));

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final IntToLongFunction pair;

  PairFamily(IntToLongFunction pair) {
    this.pair = pair;
  }

  /** Returns the name that tables have for it. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the first pairs; the sparse ones are not all distinct. */
  long[] first(int count) {
    long[] pairs = new long[count];
    Arrays.setAll(pairs, pair);
    return pairs;
  }
}
