package io.octavo.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Codecs of common types and combinations of codecs. Numbers are encoded in big-endian order,
 * signed numbers with the sign bit inverted. The names of the constants are the names of the
 * codecs.
 */
public final class Codecs {
  /** Longs in their natural order, in 8 bytes. A map from LONG to LONG is a map of longs. */
  public static final Codec<Long> LONG =
      new FixedCodec<Long>(
          "LONG", Long.BYTES, Comparator.naturalOrder(), KeyBytes::ofLong, KeyBytes::toLong);

  /** Longs in the order of {@link Long#compareUnsigned}, in 8 bytes. */
  public static final Codec<Long> UNSIGNED_LONG =
      new FixedCodec<Long>(
          "UNSIGNED_LONG",
          Long.BYTES,
          Long::compareUnsigned,
          value -> KeyBytes.of(Long.BYTES, value),
          bytes -> KeyBytes.get(bytes, 0, Long.BYTES));

  /** Ints in their natural order, in 4 bytes. */
  public static final Codec<Integer> INT =
      new FixedCodec<Integer>(
          "INT",
          Integer.BYTES,
          Comparator.naturalOrder(),
          value -> KeyBytes.of(Integer.BYTES, value ^ Integer.MIN_VALUE),
          bytes -> (int) KeyBytes.get(bytes, 0, Integer.BYTES) ^ Integer.MIN_VALUE);

  /**
   * Doubles in their natural order, that of {@link Double#compare}: -0.0 below 0.0, and NaN above
   * all, in one encoding for all NaNs. In 8 bytes: the bits, all inverted for negative numbers.
   */
  public static final Codec<Double> DOUBLE =
      new FixedCodec<Double>(
          "DOUBLE",
          Long.BYTES,
          Comparator.naturalOrder(),
          value -> KeyBytes.ofLong(turned(Double.doubleToLongBits(value))),
          bytes -> {
            long bits = turned(KeyBytes.toLong(bytes));
            double value = Double.longBitsToDouble(bits);
            return Double.doubleToLongBits(value) == bits ? value : null;
          });

  /** Booleans in their natural order, false first; a byte of 0 or 1. */
  public static final Codec<Boolean> BOOLEAN =
      new FixedCodec<Boolean>(
          "BOOLEAN",
          1,
          Comparator.naturalOrder(),
          value -> new byte[] {(byte) (value ? 1 : 0)},
          bytes -> truth(bytes[0]));

  /**
   * All strings, including lone surrogates, in their natural order, by UTF-16 units. Each unit has
   * a code: up to U+D7FF the code is UTF-8; a surrogate u has two bytes, 238 + (u - 0xD800) / 128
   * and 128 + u mod 128; u from U+E000 on has three, 254 + (u - 0xE000) / 4096 and then as in
   * UTF-8. So a string takes as many bytes as in UTF-8, and the same bytes if no character is above
   * U+D7FF.
   */
  public static final Codec<String> STRING = TextCodec.STRING;

  /**
   * Strings in UTF-8, ordered by code points. This order differs from the natural order for
   * characters from U+E000 to U+FFFF compared with characters above U+FFFF. A string with a lone
   * surrogate cannot be encoded: {@link IllegalArgumentException}.
   */
  public static final Codec<String> UTF8 = TextCodec.UTF8;

  /** UUIDs in their natural order, which is that of two signed longs, in 16 bytes. */
  public static final Codec<UUID> UUID =
      new FixedCodec<UUID>(
          "UUID",
          2 * Long.BYTES,
          Comparator.naturalOrder(),
          value -> {
            byte[] bytes = new byte[2 * Long.BYTES];
            KeyBytes.put(bytes, 0, Long.BYTES, value.getMostSignificantBits() ^ Long.MIN_VALUE);
            KeyBytes.put(
                bytes, Long.BYTES, Long.BYTES, value.getLeastSignificantBits() ^ Long.MIN_VALUE);
            return bytes;
          },
          bytes ->
              new UUID(
                  KeyBytes.get(bytes, 0, Long.BYTES) ^ Long.MIN_VALUE,
                  KeyBytes.get(bytes, Long.BYTES, Long.BYTES) ^ Long.MIN_VALUE));

  /** Instants in their natural order, from the least to the greatest, in 12 bytes. */
  public static final Codec<Instant> INSTANT =
      new FixedCodec<Instant>(
          "INSTANT",
          Long.BYTES + Integer.BYTES,
          Comparator.naturalOrder(),
          value -> {
            byte[] bytes = new byte[Long.BYTES + Integer.BYTES];
            KeyBytes.put(bytes, 0, Long.BYTES, value.getEpochSecond() ^ Long.MIN_VALUE);
            KeyBytes.put(bytes, Long.BYTES, Integer.BYTES, value.getNano());
            return bytes;
          },
          bytes ->
              instant(
                  KeyBytes.get(bytes, 0, Long.BYTES) ^ Long.MIN_VALUE,
                  KeyBytes.get(bytes, Long.BYTES, Integer.BYTES)));

  /**
   * Byte arrays, in lexicographic order of unsigned bytes. Arrays are not copied. Two arrays are
   * never equal, so {@link java.util.Map#equals} and similar methods are of little use for maps of
   * arrays; methods of the map that compare values, such as {@link java.util.Map#replace(Object,
   * Object, Object)}, compare the bytes.
   */
  public static final Codec<byte[]> BYTES = new BytesCodec();

  /** By their names, which no other codec may have. */
  private static final Map<String, Codec<?>> CONSTANTS =
      Stream.<Codec<?>>of(
              LONG, UNSIGNED_LONG, INT, DOUBLE, BOOLEAN, STRING, UTF8, UUID, INSTANT, BYTES)
          .collect(Collectors.toUnmodifiableMap(Codec::name, codec -> codec));

  private static final long NANOS = 1_000_000_000;

  private Codecs() {}

  /**
   * Returns the constant of this class that has a name.
   *
   * @param name the name of a codec
   * @return the codec, null if no constant has the name
   */
  public static @Nullable Codec<?> constant(String name) {
    return CONSTANTS.get(name);
  }

  /**
   * Makes a codec of an enum, in the order of declaration: one byte, or two bytes for more than 256
   * constants.
   *
   * @param type the enum
   * @param <E> the enum
   * @return its codec, {@code ENUM(RED,GREEN)}; an enum with further constants, other names or
   *     another order has another codec
   */
  @SuppressWarnings("EnumOrdinal") // the name of the codec says what each number means
  public static <E extends Enum<E>> Codec<E> enums(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String names = Arrays.stream(constants).map(Enum::name).collect(Collectors.joining(","));
    int length = constants.length > 256 ? 2 : 1;
    return new FixedCodec<E>(
        "ENUM(" + names + ")",
        length,
        Comparator.naturalOrder(),
        value -> KeyBytes.of(length, type.cast(value).ordinal()),
        bytes -> {
          int ordinal = (int) KeyBytes.get(bytes, 0, length);
          return ordinal < constants.length ? constants[ordinal] : null;
        });
  }

  /**
   * Makes a codec of two values, ordered by the first value, then by the second. The encodings are
   * concatenated. Unless the length of the first encoding is fixed, a byte 0 follows it, and within
   * it 0 is encoded as 1 1, and 1 as 1 2. Three values and records are encoded in the same way.
   *
   * @param first codec of the first value
   * @param second codec of the second value
   * @param <A> type of the first value
   * @param <B> type of the second value
   * @return the codec, for instance {@code TUPLE(STRING,LONG)}
   */
  @SuppressWarnings("unchecked") // what the codecs decode is of their types
  public static <A, B> Codec<Tuple2<A, B>> tuple(Codec<A> first, Codec<B> second) {
    return new TupleCodec<>(
        tupleName(first, second),
        List.of(
            new TupleCodec.Part<Tuple2<A, B>, A>(first, Tuple2::first),
            new TupleCodec.Part<Tuple2<A, B>, B>(second, Tuple2::second)),
        values -> new Tuple2<>((A) values[0], (B) values[1]));
  }

  /**
   * Makes a codec of three values, ordered by the first value, then by the second, then by the
   * third. For more parts, or parts with names, see {@link #record}.
   *
   * @param first codec of the first value
   * @param second codec of the second value
   * @param third codec of the third value
   * @param <A> type of the first value
   * @param <B> type of the second value
   * @param <C> type of the third value
   * @return the codec, for instance {@code TUPLE(STRING,LONG,UUID)}
   */
  @SuppressWarnings("unchecked") // what the codecs decode is of their types
  public static <A, B, C> Codec<Tuple3<A, B, C>> tuple(
      Codec<A> first, Codec<B> second, Codec<C> third) {
    return new TupleCodec<>(
        tupleName(first, second, third),
        List.of(
            new TupleCodec.Part<Tuple3<A, B, C>, A>(first, Tuple3::first),
            new TupleCodec.Part<Tuple3<A, B, C>, B>(second, Tuple3::second),
            new TupleCodec.Part<Tuple3<A, B, C>, C>(third, Tuple3::third)),
        values -> new Tuple3<>((A) values[0], (B) values[1], (C) values[2]));
  }

  private static String tupleName(Codec<?>... codecs) {
    return Stream.of(codecs).map(Codec::name).collect(Collectors.joining(",", "TUPLE(", ")"));
  }

  /**
   * Begins a codec of a record, for values and for keys of several parts.
   *
   * @param type the record
   * @param <R> the record
   * @return the builder of the codec
   */
  public static <R extends Record> RecordCodecBuilder<R> record(Class<R> type) {
    return new RecordCodecBuilder<>(type);
  }

  /** Turns all bits but the sign of a negative number over; done twice, nothing has changed. */
  private static long turned(long bits) {
    return bits ^ (bits >> (Long.SIZE - 1)) >>> 1;
  }

  private static @Nullable Boolean truth(byte b) {
    return switch (b) {
      case 0 -> false;
      case 1 -> true;
      default -> null;
    };
  }

  private static @Nullable Instant instant(long second, long nanos) {
    try {
      return nanos < NANOS ? Instant.ofEpochSecond(second, nanos) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Neither encodes nor decodes. */
  private static final class BytesCodec implements Codec<byte[]> {
    @Override
    public String name() {
      return "BYTES";
    }

    @Override
    public byte[] encode(byte[] value) {
      return Objects.requireNonNull(value);
    }

    @Override
    public byte[] decode(byte[] bytes) {
      return bytes;
    }

    @Override
    public Comparator<byte[]> comparator() {
      return Arrays::compareUnsigned;
    }

    @Override
    public String toString() {
      return name();
    }
  }
}
