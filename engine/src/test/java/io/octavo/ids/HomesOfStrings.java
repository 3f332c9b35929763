package io.octavo.ids;

import java.util.Arrays;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Strings whose places in the index of a table of strings are the same, for who knows the key. */
public final class HomesOfStrings {
  private static final int COUNT = 1 << 21;
  private static final long NUMBER = COUNT - 1;

  private HomesOfStrings() {}

  /**
   * Looks for pairs of strings with one home; there are about two.
   *
   * @param storeId the identity of the store
   * @param collection the table
   * @return two strings after two others
   */
  public static byte[][] pairs(UUID storeId, int collection) {
    SipHash hash = SipHash.of(storeId, collection);
    long[] homes = new long[COUNT];
    byte[] string = new byte[Integer.BYTES];
    for (int i = 0; i < COUNT; i++) {
      fill(string, i);
      homes[i] = hash.home(string, string.length) << 21 | i;
    }
    Arrays.sort(homes);
    return IntStream.range(1, COUNT)
        .filter(i -> homes[i] >>> 21 == homes[i - 1] >>> 21)
        .boxed()
        .flatMap(i -> Stream.of(homes[i - 1], homes[i]))
        .map(home -> fill(new byte[Integer.BYTES], (int) (home & NUMBER)))
        .toArray(byte[][]::new);
  }

  /** Returns the home of a string. */
  public static long home(UUID storeId, int collection, byte[] string) {
    return SipHash.of(storeId, collection).home(string, string.length);
  }

  private static byte[] fill(byte[] string, int number) {
    for (int i = 0; i < Integer.BYTES; i++) {
      string[i] = (byte) (number >>> (Byte.SIZE * i));
    }
    return string;
  }
}
