package io.octavo.kafka.format;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Byte strings as keys. */
public final class Keys {
  public static final byte[] LEAST = {};

  private Keys() {}

  /** Returns the least byte string above another. */
  public static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** Returns the least byte string above all with a prefix; null if there is none. */
  public static byte @Nullable [] endOfPrefix(byte[] prefix) {
    int end = prefix.length;
    while (end > 0 && prefix[end - 1] == -1) {
      end--;
    }
    if (end == 0) {
      return null;
    }
    byte[] result = Arrays.copyOf(prefix, end);
    result[end - 1]++;
    return result;
  }

  /**
   * Returns the greatest byte string that a key up to {@code to} and a suffix up to {@code suffix}
   * can make. A key that is a prefix of {@code to} can, with its suffix, lie above {@code to} with
   * the greatest suffix, because keys have any length.
   */
  public static byte[] greatest(byte[] to, byte[] suffix) {
    // Of the candidates, each a prefix of the key and the suffix, the greatest.
    int best = to.length;
    for (int length = to.length - 1; length >= 0; length--) {
      if (isAbove(to, length, best, suffix)) {
        best = length;
      }
    }
    return ByteBuffer.allocate(best + suffix.length).put(to, 0, best).put(suffix).array();
  }

  /** Returns whether the prefix of one length and the suffix is above that of a greater length. */
  private static boolean isAbove(byte[] to, int length, int longer, byte[] suffix) {
    int common = Math.min(suffix.length, longer - length);
    int order = Arrays.compareUnsigned(suffix, 0, common, to, length, length + common);
    if (order != 0) {
      return order > 0;
    }
    return Arrays.compareUnsigned(suffix, common, suffix.length, suffix, 0, suffix.length) > 0;
  }
}
