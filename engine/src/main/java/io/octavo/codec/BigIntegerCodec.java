package io.octavo.codec;

import io.octavo.error.CodecException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Integers of any length. The number of bytes of the shortest two's complement comes first, then
 * these bytes, the highest first. A number of at most {@value #MOST_OF_ONE_BYTE} bytes has a length
 * of one byte. A longer positive number is greater; in a negative number the encoded length is
 * inverted, because a longer one is less.
 */
final class BigIntegerCodec implements Codec<BigInteger> {
  static final BigIntegerCodec INSTANCE = new BigIntegerCodec();

  /** The greatest length that is encoded in one byte. */
  private static final int MOST_OF_ONE_BYTE = 120;

  /** The first byte of a nonnegative number of one byte. */
  private static final int FIRST = 0x80;

  /** The first byte if the length follows it, less the number of bytes of the length. */
  private static final int LONGER = FIRST + MOST_OF_ONE_BYTE - 1;

  private static final int ALL = 0xFF;

  private BigIntegerCodec() {}

  @Override
  public String name() {
    return "BIG_INTEGER";
  }

  @Override
  public byte[] encode(BigInteger value) {
    byte[] number = value.toByteArray();
    int more = number.length <= MOST_OF_ONE_BYTE ? 0 : bytesOf(number.length);
    byte[] bytes = new byte[1 + more + number.length];
    bytes[0] = (byte) (more == 0 ? FIRST + number.length - 1 : LONGER + more);
    KeyBytes.put(bytes, 1, more, number.length);
    if (value.signum() < 0) {
      KeyBytes.invert(bytes, 0, 1 + more);
    }
    System.arraycopy(number, 0, bytes, 1 + more, number.length);
    return bytes;
  }

  private static int bytesOf(int length) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(length) + Byte.SIZE - 1) / Byte.SIZE;
  }

  @Override
  public BigInteger decode(byte[] bytes) {
    BigInteger value = read(bytes, 0);
    if (value == null || !Arrays.equals(encode(value), bytes)) {
      throw new CodecException(name(), bytes, "no value has them");
    }
    return value;
  }

  /**
   * Reads a number. A caller that must know whether this encoding is the canonical one encodes the
   * number again.
   *
   * @return null if the bytes are no number
   */
  static @Nullable BigInteger read(byte[] bytes, int offset) {
    if (offset >= bytes.length) {
      return null;
    }
    int inverted = bytes[offset] < 0 ? 0 : ALL;
    int first = (bytes[offset] & ALL) ^ inverted;
    int more = Math.max(first - LONGER, 0);
    int start = offset + 1 + more;
    if (more > Integer.BYTES || start > bytes.length) {
      return null;
    }
    long length = first - FIRST + 1L;
    if (more > 0) {
      length = 0;
      for (int i = offset + 1; i < start; i++) {
        length = length << Byte.SIZE | ((bytes[i] & ALL) ^ inverted);
      }
    }
    if (length == 0 || length > bytes.length - start) {
      return null;
    }
    try {
      return new BigInteger(bytes, start, (int) length);
    } catch (ArithmeticException e) {
      // A BigInteger cannot have so many bits.
      return null;
    }
  }

  @Override
  public Comparator<BigInteger> comparator() {
    return Comparator.naturalOrder();
  }

  @Override
  public String toString() {
    return name();
  }
}
