package io.octavo.transaction;

import io.octavo.page.ByteText;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a part of a collection, for reports.
 *
 * @param text a description of the keys
 * @param from the least key: a {@code Long} or a text; null for none
 * @param to the greatest {@code Long}, or a text above all keys; null for none
 */
public record KeyRange(String text, @Nullable Object from, @Nullable Object to) {
  private static final int SHOWN = 40;

  /**
   * Returns a range of longs.
   *
   * @param from the least key
   * @param to the greatest key
   */
  public static KeyRange of(long from, long to) {
    return of("keys", from, to);
  }

  /**
   * Returns a range of things identified by longs.
   *
   * @param what the things, such as "keys"
   * @param from the least one
   * @param to the greatest one
   */
  public static KeyRange of(String what, long from, long to) {
    boolean isAbove = from > Long.MIN_VALUE;
    boolean isBelow = to < Long.MAX_VALUE;
    String text = isAbove ? " from " + from : isBelow ? " up to " + to : "";
    if (isAbove && isBelow) {
      text = " " + from + " to " + to;
    }
    return new KeyRange(
        isAbove || isBelow ? what + text : "all " + what,
        isAbove ? from : null,
        isBelow ? to : null);
  }

  /**
   * Returns a range of byte strings.
   *
   * @param from the least key
   * @param to the upper bound, exclusive; null for none
   */
  public static KeyRange of(byte[] from, byte @Nullable [] to) {
    String text = from.length == 0 ? "all keys" : "keys from " + quote(from);
    if (to != null) {
      text = (from.length == 0 ? "keys below " : text + " to below ") + quote(to);
    }
    return new KeyRange(
        text, from.length == 0 ? null : ByteText.of(from), to == null ? null : ByteText.of(to));
  }

  /** Returns the range of one key. */
  public static KeyRange of(byte[] key) {
    return new KeyRange("key " + quote(key), ByteText.of(key), ByteText.of(key));
  }

  private static String quote(byte[] key) {
    return ByteText.quote(key, SHOWN);
  }
}
