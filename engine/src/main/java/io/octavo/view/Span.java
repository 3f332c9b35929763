package io.octavo.view;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A range of encoded keys.
 *
 * @param lo the lower bound, null for none
 * @param loInclusive whether the bound belongs to it
 * @param hi the upper bound, null for none
 * @param hiInclusive whether the bound belongs to it
 */
@SuppressWarnings("ArrayRecordComponent") // spans are not compared
public record Span(
    byte @Nullable [] lo, boolean loInclusive, byte @Nullable [] hi, boolean hiInclusive) {
  /** All keys. */
  public static final Span ALL = new Span(null, false, null, false);

  /** Returns whether the range has no bounds. */
  public boolean isAll() {
    return lo == null && hi == null;
  }

  /**
   * Returns the range from the keys that begin with some bytes to those that begin with others.
   *
   * @param from the prefix of the first keys
   * @param fromInclusive whether they belong to it
   * @param to the prefix of the last keys
   * @param toInclusive whether they belong to it
   * @return the range, or null if the first are above the last
   */
  public static @Nullable Span ofPrefixes(
      byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive) {
    boolean isWithin = toInclusive && Arrays.mismatch(from, to) == to.length;
    if (Arrays.compareUnsigned(from, to) > 0 && !isWithin) {
      return null;
    }
    byte[] lo = fromInclusive ? from : behind(from);
    byte[] hi = toInclusive ? behind(to) : to;
    if (lo == null || (hi != null && Arrays.compareUnsigned(lo, hi) > 0)) {
      return new Span(from, true, from, false);
    }
    return new Span(lo.length == 0 ? null : lo, true, hi, false);
  }

  /** Returns the least byte string above all that begin with a prefix, null if there is none. */
  private static byte @Nullable [] behind(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != -1) {
        byte[] behind = Arrays.copyOf(prefix, i + 1);
        behind[i]++;
        return behind;
      }
    }
    return null;
  }

  boolean contains(byte[] key) {
    return isAboveLo(key) && isBelowHi(key);
  }

  private boolean isAboveLo(byte[] key) {
    if (lo == null) {
      return true;
    }
    int order = Arrays.compareUnsigned(key, lo);
    return order > 0 || (order == 0 && loInclusive);
  }

  private boolean isBelowHi(byte[] key) {
    if (hi == null) {
      return true;
    }
    int order = Arrays.compareUnsigned(key, hi);
    return order < 0 || (order == 0 && hiInclusive);
  }

  /**
   * Returns a range within this one, by the rules of the JDK's maps.
   *
   * @param from the lower bound, null for the one of this range
   * @param to the upper bound, null for the one of this range
   * @return the range, or null if a bound is outside of this range, or the lower bound is above the
   *     upper one
   */
  @Nullable Span narrowed(
      byte @Nullable [] from, boolean fromInclusive, byte @Nullable [] to, boolean toInclusive) {
    boolean isInside =
        (from == null || lo == null || order(from, fromInclusive, lo, loInclusive) >= 0)
            && (to == null || hi == null || order(to, !toInclusive, hi, !hiInclusive) <= 0);
    if (!isInside) {
      return null;
    }
    Span low = from == null ? this : withLo(from, fromInclusive);
    Span both = to == null ? low : low.withHi(to, toInclusive);
    boolean isInOrder =
        both.lo == null || both.hi == null || Arrays.compareUnsigned(both.lo, both.hi) <= 0;
    return isInOrder ? both : null;
  }

  /** Compares two lower bounds. For the same key, the inclusive bound is lower. */
  private static int order(byte[] a, boolean aInclusive, byte[] b, boolean bInclusive) {
    int order = Arrays.compareUnsigned(a, b);
    return order != 0 ? order : Boolean.compare(bInclusive, aInclusive);
  }

  private Span withLo(byte[] from, boolean inclusive) {
    return new Span(from, inclusive, hi, hiInclusive);
  }

  private Span withHi(byte[] to, boolean inclusive) {
    return new Span(lo, loInclusive, to, inclusive);
  }

  /** Returns the part of this range above a key, perhaps empty. */
  Span above(byte[] key, boolean inclusive) {
    return lo != null && order(key, inclusive, lo, loInclusive) <= 0
        ? this
        : withLo(key, inclusive);
  }

  /** Returns the part of this range below a key, perhaps empty. */
  Span below(byte[] key, boolean inclusive) {
    return hi != null && order(key, !inclusive, hi, !hiInclusive) >= 0
        ? this
        : withHi(key, inclusive);
  }
}
