package io.octavo.kafka;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the long keys with one prefix, in key order: for each the length of the remainder
 * of the key (4 bytes), the remainder, the length of the value (4 bytes), the value.
 */
final class Bucket {
  private static final int LENGTH = Integer.BYTES;

  private Bucket() {}

  /** Receives the entries of a bucket in order. */
  @FunctionalInterface
  interface Sink {
    void accept(byte[] key, byte[] value);
  }

  static byte @Nullable [] get(byte[] bucket, byte[] key) {
    int place = find(bucket, key);
    return place >= 0 ? value(bucket, place) : null;
  }

  /**
   * Returns a bucket with a changed entry.
   *
   * @param bucket the bucket, null for none
   * @param value the value, null to remove the entry
   * @return the changed bucket, empty if no entry is left
   */
  static byte[] put(byte @Nullable [] bucket, byte[] key, byte @Nullable [] value) {
    byte[] old = bucket == null ? new byte[0] : bucket;
    int found = find(old, key);
    int begin = found >= 0 ? found : -found - 1;
    int end = found >= 0 ? next(old, found) : begin;
    int tail = key.length - Table.PLAIN;
    int added = value == null ? 0 : LENGTH + tail + LENGTH + value.length;
    ByteBuffer changed = ByteBuffer.allocate(begin + added + old.length - end);
    changed.put(old, 0, begin);
    if (value != null) {
      changed.putInt(tail).put(key, Table.PLAIN, tail).putInt(value.length).put(value);
    }
    changed.put(old, end, old.length - end);
    return changed.array();
  }

  /** Passes all entries to a sink; the prefix is that of the key under which the bucket lies. */
  static void forEach(byte[] bucketKey, byte[] bucket, Sink sink) {
    for (int place = 0; place < bucket.length; place = next(bucket, place)) {
      int tail = number(bucket, place);
      byte[] key = Arrays.copyOf(bucketKey, Table.PLAIN + tail);
      System.arraycopy(bucket, place + LENGTH, key, Table.PLAIN, tail);
      sink.accept(key, value(bucket, place));
    }
  }

  /** Returns the place of an entry, or -1 minus the place where it belongs. */
  private static int find(byte[] bucket, byte[] key) {
    int place = 0;
    while (place < bucket.length) {
      int begin = place + LENGTH;
      int order =
          Arrays.compareUnsigned(
              bucket, begin, begin + number(bucket, place), key, Table.PLAIN, key.length);
      if (order == 0) {
        return place;
      }
      if (order > 0) {
        break;
      }
      place = next(bucket, place);
    }
    return -place - 1;
  }

  private static byte[] value(byte[] bucket, int place) {
    int length = place + LENGTH + number(bucket, place);
    int begin = length + LENGTH;
    return Arrays.copyOfRange(bucket, begin, begin + number(bucket, length));
  }

  private static int next(byte[] bucket, int place) {
    int length = place + LENGTH + number(bucket, place);
    return length + LENGTH + number(bucket, length);
  }

  private static int number(byte[] bucket, int place) {
    return ByteBuffer.wrap(bucket).getInt(place);
  }
}
