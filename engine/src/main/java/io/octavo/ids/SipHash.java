package io.octavo.ids;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * SipHash-2-4: a keyed hash of byte strings. Who does not know the key cannot make strings whose
 * hashes collide (Aumasson, Bernstein, SipHash: a fast short-input PRF, INDOCRYPT 2012).
 */
final class SipHash {
  /** Bits of a hash that an index uses; keys of an index are from 0 to 2^40 - 1. */
  static final int BITS = 40;

  private final long key0;
  private final long key1;

  SipHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** Returns the hash of a collection: its key is the identity of the store, and the collection. */
  public static SipHash of(UUID storeId, int collection) {
    return new SipHash(
        storeId.getMostSignificantBits(), storeId.getLeastSignificantBits() ^ collection);
  }

  /** Returns the upper bits of the hash of a byte string, where an index looks for it first. */
  long home(byte[] bytes, int length) {
    return hash(bytes, length) >>> (Long.SIZE - BITS);
  }

  /** Returns the place after one of an index, where the search goes on. */
  static long next(long place) {
    return (place + 1) & ((1L << BITS) - 1);
  }

  /** Returns the hash of the first bytes of an array. */
  long hash(byte[] bytes, int length) {
    long v0 = key0 ^ 0x736F_6D65_7073_6575L;
    long v1 = key1 ^ 0x646F_7261_6E64_6F6DL;
    long v2 = key0 ^ 0x6C79_6765_6E65_7261L;
    long v3 = key1 ^ 0x7465_6462_7974_6573L;
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int whole = length & -Long.BYTES;
    // The last word has the rest of the bytes and the length; then come four rounds without one.
    for (int at = 0; at <= whole; at += Long.BYTES) {
      long word;
      if (at < whole) {
        word = words.getLong(at);
      } else {
        word = (long) length << 56;
        for (int i = whole; i < length; i++) {
          word |= (bytes[i] & 0xFFL) << ((i - whole) * Byte.SIZE);
        }
      }
      v3 ^= word;
      for (int round = 0; round < 2; round++) {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32) + v3;
        v2 += v1;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    v2 ^= 0xFF;
    for (int round = 0; round < 4; round++) {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32) + v3;
      v2 += v1;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }
}
