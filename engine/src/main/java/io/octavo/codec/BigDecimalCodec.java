package io.octavo.codec;

import io.octavo.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Decimals with their scales. A number is 0.ddd times a power of ten, with all of its digits, so
 * that 1.0 and 1.00 differ by a digit. Two digits take a byte: 1 + 11 times the first digit, + 0 if
 * there is no second digit, or + 1 + the second digit. A negative number has the inverted bytes of
 * its absolute value, so the digits need an end mark.
 */
final class BigDecimalCodec implements Codec<BigDecimal> {
  static final BigDecimalCodec INSTANCE = new BigDecimalCodec();

  private static final byte NEGATIVE = 0;
  private static final byte ZERO = 1;
  private static final byte POSITIVE = 2;

  /** The number of values of a second digit: ten digits, or none. */
  private static final int SECONDS = 11;

  private static final int CODES = 10 * SECONDS;

  private BigDecimalCodec() {}

  @Override
  public String name() {
    return "BIG_DECIMAL";
  }

  @Override
  public byte[] encode(BigDecimal value) {
    int sign = value.signum();
    if (sign == 0) {
      byte[] scale = integer(value.scale());
      byte[] bytes = new byte[1 + scale.length];
      bytes[0] = ZERO;
      System.arraycopy(scale, 0, bytes, 1, scale.length);
      return bytes;
    }
    String digits = value.unscaledValue().abs().toString();
    byte[] exponent = integer((long) digits.length() - value.scale());
    byte[] bytes = new byte[1 + exponent.length + (digits.length() + 1) / 2 + 1];
    System.arraycopy(exponent, 0, bytes, 1, exponent.length);
    int end = 1 + exponent.length;
    for (int i = 0; i < digits.length(); i += 2) {
      int second = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' + 1 : 0;
      bytes[end++] = (byte) ((digits.charAt(i) - '0') * SECONDS + second + 1);
    }
    if (sign < 0) {
      KeyBytes.invert(bytes, 1, bytes.length);
    } else {
      bytes[0] = POSITIVE;
    }
    return bytes;
  }

  private static byte[] integer(long number) {
    return BigIntegerCodec.INSTANCE.encode(BigInteger.valueOf(number));
  }

  @Override
  public BigDecimal decode(byte[] bytes) {
    BigDecimal value = read(bytes);
    if (value == null || !Arrays.equals(encode(value), bytes)) {
      throw new CodecException(name(), bytes, "no value has them");
    }
    return value;
  }

  private static @Nullable BigDecimal read(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] < NEGATIVE || bytes[0] > POSITIVE) {
      return null;
    }
    byte[] plain = bytes.clone();
    if (bytes[0] == NEGATIVE) {
      KeyBytes.invert(plain, 1, plain.length);
    }
    BigInteger number = BigIntegerCodec.read(plain, 1);
    if (number == null || number.bitLength() >= Long.SIZE - 1) {
      return null;
    }
    if (bytes[0] == ZERO) {
      return decimal(BigInteger.ZERO, number.longValue());
    }
    StringBuilder digits = new StringBuilder();
    int first = 1 + BigIntegerCodec.INSTANCE.encode(number).length;
    for (int i = first; i < plain.length - 1; i++) {
      int code = plain[i] - 1;
      if (code < 0 || code >= CODES) {
        return null;
      }
      digits.append(code / SECONDS);
      if (code % SECONDS > 0) {
        digits.append(code % SECONDS - 1);
      }
    }
    if (digits.isEmpty()) {
      return null;
    }
    BigInteger unscaled = new BigInteger(digits.toString());
    return decimal(
        bytes[0] == NEGATIVE ? unscaled.negate() : unscaled, digits.length() - number.longValue());
  }

  private static @Nullable BigDecimal decimal(BigInteger unscaled, long scale) {
    return scale == (int) scale ? new BigDecimal(unscaled, (int) scale) : null;
  }

  @Override
  public Comparator<BigDecimal> comparator() {
    return BigDecimalCodec::compare;
  }

  private static int compare(BigDecimal left, BigDecimal right) {
    int order = left.compareTo(right);
    if (order != 0) {
      return order;
    }
    int byScale = Integer.compare(left.scale(), right.scale());
    return left.signum() < 0 ? -byScale : byScale;
  }

  @Override
  public String toString() {
    return name();
  }
}
