package io.octavo.kafka.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names of tables in the file: that of the store; for segments, the number sign and the start
 * of the segment; for an index, an exclamation mark at the end. Kafka permits neither sign in names
 * of stores.
 */
public final class TableNames {
  /** The name of a collection has at most 255 bytes, and up to 22 are added. */
  private static final int MOST = 230;

  private TableNames() {}

  public static String of(String store) {
    if (store.getBytes(StandardCharsets.UTF_8).length <= MOST) {
      return store;
    }
    // The beginning, so that users find the store, and a digest, so that names remain different.
    byte[] digest;
    try {
      digest = MessageDigest.getInstance("SHA-256").digest(store.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    return store.substring(0, 50) + '~' + HexFormat.of().formatHex(digest);
  }

  public static String segment(String store, long begin) {
    return of(store) + '#' + begin;
  }

  public static String index(String store, long begin) {
    return segment(store, begin) + '!';
  }
}
