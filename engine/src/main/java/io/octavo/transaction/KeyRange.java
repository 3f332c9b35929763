package io.octavo.transaction;

import io.octavo.page.ByteText;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a part of a collection covers, as reports name them.
 *
 * @param text the keys, in words
 * @param from the least key: a {@code Long} or a text; null if there is no bound
 * @param to the greatest {@code Long}, or a text above all keys; null if there is no bound
 */
public record KeyRange(String text, @Nullable Object from, @Nullable Object to) {
  private static final int SHOWN = 40;

  /**
   * Returns a range of longs.
   *
   * @param from the least key
   * @param to the greatest key
   * @return the range
   */
  public static KeyRange of(long from, long to) {
    return of("keys", from, to);
  }

  /**
   * Returns a range of what longs stand for.
   *
   * @param what what they stand for, such as "keys"
   * @param from the least one
   * @param to the greatest one
   * @return the range
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
   * @param to what is above all keys, null for no bound
   * @return the range
   */
  public static KeyRange of(byte[] from, byte @Nullable [] to) {
    String text = from.length == 0 ? "all keys" : "keys from " + quote(from);
    if (to != null) {
      text = (from.length == 0 ? "keys below " : text + " to below ") + quote(to);
    }
    return new KeyRange(
        text, from.length == 0 ? null : ByteText.of(from), to == null ? null : ByteText.of(to));
  }

  /**
   * Returns the range of one key.
   *
   * @param key the key
   * @return the range
   */
  public static KeyRange of(byte[] key) {
    return new KeyRange("key " + quote(key), ByteText.of(key), ByteText.of(key));
  }

  private static String quote(byte[] key) {
    return ByteText.quote(key, SHOWN);
  }
}
