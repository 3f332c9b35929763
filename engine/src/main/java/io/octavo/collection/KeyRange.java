package io.octavo.collection;

import io.octavo.packed.OrderedLong;
import io.octavo.page.ByteText;
import io.octavo.posting.PostingKeys;
import java.util.Arrays;
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

  private static KeyRange of(String what, long from, long to) {
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
   * Returns a range of posting lists.
   *
   * @param from the least key of the tree that holds them
   * @param to the upper bound of its keys, exclusive; null for none
   * @return the range
   */
  static KeyRange ofLists(byte[] from, byte @Nullable [] to) {
    long last = to == null || to.length == 0 ? Long.MAX_VALUE : lastList(to);
    return of("lists", from.length == 0 ? Long.MIN_VALUE : list(from), last);
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

  /**
   * Returns the least list that a separator admits. The separator may end within the number of the
   * list.
   */
  private static long list(byte[] separator) {
    return OrderedLong.get(
        Arrays.copyOf(separator, Math.max(separator.length, OrderedLong.MAX_LENGTH)), 0);
  }

  private static long lastList(byte[] bound) {
    long list = list(bound);
    // If the separator is not above the head, all of the list is above the range.
    boolean isWhole = Arrays.compareUnsigned(bound, PostingKeys.head(list)) <= 0;
    return isWhole && list > Long.MIN_VALUE ? list - 1 : list;
  }
}
