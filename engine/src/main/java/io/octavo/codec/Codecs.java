package io.octavo.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Codecs of common types and combinations of codecs. Numbers are encoded in big-endian order,
 * signed numbers with the sign bit inverted. The names of the constants are the names of the
 * codecs. All codecs preserve the order, so all are for keys and for values.
 */
public final class Codecs {
  private static final long NANOS = 1_000_000_000;
  private static final int DATE_BYTES = Integer.BYTES + 2;
  private static final int TIME_BYTES = 6;

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

  /** Shorts in their natural order, in 2 bytes. */
  public static final Codec<Short> SHORT =
      new FixedCodec<Short>(
          "SHORT",
          Short.BYTES,
          Comparator.naturalOrder(),
          value -> KeyBytes.of(Short.BYTES, value ^ Short.MIN_VALUE),
          bytes -> (short) (KeyBytes.get(bytes, 0, Short.BYTES) ^ Short.MIN_VALUE));

  /** UTF-16 units in their natural order, in 2 bytes. */
  public static final Codec<Character> CHAR =
      new FixedCodec<Character>(
          "CHAR",
          Character.BYTES,
          Comparator.naturalOrder(),
          value -> KeyBytes.of(Character.BYTES, value),
          bytes -> (char) KeyBytes.get(bytes, 0, Character.BYTES));

  /** Floats in their natural order, encoded as {@link #DOUBLE} in 4 bytes. */
  public static final Codec<Float> FLOAT =
      new FixedCodec<Float>(
          "FLOAT",
          Float.BYTES,
          Comparator.naturalOrder(),
          value ->
              KeyBytes.of(Float.BYTES, turned(Float.floatToIntBits(value)) ^ Integer.MIN_VALUE),
          bytes -> {
            int bits = turned((int) KeyBytes.get(bytes, 0, Float.BYTES) ^ Integer.MIN_VALUE);
            float value = Float.intBitsToFloat(bits);
            return Float.floatToIntBits(value) == bits ? value : null;
          });

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
   * UTF-8. So a string has as many bytes as in UTF-8, and the same bytes if no character is above
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
          value -> secondsAndNanos(value.getEpochSecond(), value.getNano()),
          bytes -> instant(KeyBytes.toLong(bytes), KeyBytes.get(bytes, Long.BYTES, Integer.BYTES)));

  /** Dates in their natural order, in 6 bytes. */
  public static final Codec<LocalDate> LOCAL_DATE =
      new FixedCodec<LocalDate>(
          "LOCAL_DATE",
          DATE_BYTES,
          Comparator.naturalOrder(),
          value -> {
            byte[] bytes = new byte[DATE_BYTES];
            putDate(bytes, value);
            return bytes;
          },
          Codecs::date);

  /** Dates with times in their natural order, in 12 bytes. */
  public static final Codec<LocalDateTime> LOCAL_DATE_TIME =
      new FixedCodec<LocalDateTime>(
          "LOCAL_DATE_TIME",
          DATE_BYTES + TIME_BYTES,
          Comparator.naturalOrder(),
          value -> {
            byte[] bytes = new byte[DATE_BYTES + TIME_BYTES];
            putDate(bytes, value.toLocalDate());
            KeyBytes.put(bytes, DATE_BYTES, TIME_BYTES, value.toLocalTime().toNanoOfDay());
            return bytes;
          },
          Codecs::dateTime);

  /** Durations in their natural order, from the least to the greatest, in 12 bytes. */
  public static final Codec<Duration> DURATION =
      new FixedCodec<Duration>(
          "DURATION",
          Long.BYTES + Integer.BYTES,
          Comparator.naturalOrder(),
          value -> secondsAndNanos(value.getSeconds(), value.getNano()),
          bytes -> {
            long nanos = KeyBytes.get(bytes, Long.BYTES, Integer.BYTES);
            return nanos < NANOS ? Duration.ofSeconds(KeyBytes.toLong(bytes), nanos) : null;
          });

  /** Integers of any size in their natural order; 2 bytes from -128 to 127. */
  public static final Codec<BigInteger> BIG_INTEGER = BigIntegerCodec.INSTANCE;

  /**
   * Decimals with their scales, in the order of {@link BigDecimal#compareTo}. Numbers that it
   * considers equal, such as 1.0 and 1.00, are different keys: the one with the smaller scale comes
   * first, or last below zero. For one key, strip trailing zeros. Some 2 digits need a byte.
   */
  public static final Codec<BigDecimal> BIG_DECIMAL = BigDecimalCodec.INSTANCE;

  /**
   * Byte arrays, in lexicographic order of unsigned bytes. Arrays are not copied. Two arrays are
   * never equal, so {@link java.util.Map#equals} and similar methods are of little use for maps of
   * arrays; methods of the map that compare values, such as {@link java.util.Map#replace(Object,
   * Object, Object)}, compare the bytes.
   */
  public static final Codec<byte[]> BYTES = new BytesCodec();

  private static final List<Codec<?>> CONSTANTS =
      List.of(
          LONG,
          UNSIGNED_LONG,
          INT,
          DOUBLE,
          BOOLEAN,
          STRING,
          UTF8,
          UUID,
          INSTANT,
          BYTES,
          FLOAT,
          SHORT,
          CHAR,
          LOCAL_DATE,
          LOCAL_DATE_TIME,
          DURATION,
          BIG_INTEGER,
          BIG_DECIMAL);

  private Codecs() {}

  /**
   * Returns the constant of this class with a name.
   *
   * @param name the name of a codec
   * @return the codec; null if no constant has the name
   */
  public static @Nullable Codec<?> constant(String name) {
    return CONSTANTS.stream().filter(codec -> codec.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * Creates a codec of an enum, in the order of declaration: one byte, or two bytes for more than
   * 256 constants.
   *
   * @param type the enum
   * @param <E> the enum
   * @return its codec, {@code ENUM(RED,GREEN)}; an enum with other names or another order has
   *     another codec, and so has one that grows beyond 256 constants. With constants added after
   *     these, the codec also opens maps of the old one; the first write transaction that does so
   *     stores the new name with the map, and from then on a program without the constants gets an
   *     {@link io.octavo.error.OutdatedCodecException}
   */
  @SuppressWarnings("EnumOrdinal") // the name of the codec states what each number means
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
   * Creates a codec of two values, ordered by the first value, then by the second. The encodings
   * are concatenated. Unless the length of the first encoding is fixed, a byte 0 follows it, and
   * within it 0 is encoded as 1 1, and 1 as 1 2. Three values and records are encoded in the same
   * way; in a record, the byte 0 follows the last encoding too.
   *
   * @param first codec of the first value
   * @param second codec of the second value
   * @param <A> type of the first value
   * @param <B> type of the second value
   * @return the codec, for instance {@code TUPLE(STRING,LONG)}
   */
  @SuppressWarnings("unchecked") // the codecs decode values of their types
  public static <A extends @Nullable Object, B extends @Nullable Object> Codec<Tuple2<A, B>> tuple(
      Codec<A> first, Codec<B> second) {
    return new TupleCodec<>(
        tupleName(first, second),
        List.of(part(1, first, Tuple2<A, B>::first), part(2, second, Tuple2<A, B>::second)),
        values -> new Tuple2<>((A) values[0], (B) values[1]),
        false);
  }

  /**
   * Creates a codec of three values, ordered by the first value, then by the second, then by the
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
  @SuppressWarnings("unchecked") // the codecs decode values of their types
  public static <A extends @Nullable Object, B extends @Nullable Object, C extends @Nullable Object>
      Codec<Tuple3<A, B, C>> tuple(Codec<A> first, Codec<B> second, Codec<C> third) {
    return new TupleCodec<>(
        tupleName(first, second, third),
        List.of(
            part(1, first, Tuple3<A, B, C>::first),
            part(2, second, Tuple3<A, B, C>::second),
            part(3, third, Tuple3<A, B, C>::third)),
        values -> new Tuple3<>((A) values[0], (B) values[1], (C) values[2]),
        false);
  }

  private static <T, P extends @Nullable Object> TupleCodec.Part<T, P> part(
      int number, Codec<P> codec, Function<T, P> accessor) {
    return new TupleCodec.Part<>("part " + number, codec, accessor, false, null);
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

  /**
   * Creates a codec of values that may be absent, which come first. The encoding is a byte 0 for no
   * value, or a byte 1 before the encoded value.
   *
   * @param codec codec of the values
   * @param <T> type of the values
   * @return the codec, for instance {@code OPTIONAL(STRING)}
   * @throws IllegalArgumentException if the codec accepts null
   */
  public static <T> Codec<Optional<T>> optional(Codec<T> codec) {
    return new OptionalCodec<>(codec);
  }

  /**
   * Creates a codec of values or null, for components of records and parts of tuples. It has the
   * encoding and the name of {@link #optional}. Maps permit no nulls: as the codec of the values of
   * a map, it throws {@link io.octavo.error.CodecException} for an absent value.
   *
   * @param codec codec of the values
   * @param <T> type of the values
   * @return the codec, for instance {@code OPTIONAL(STRING)}
   * @throws IllegalArgumentException if the codec accepts null
   */
  public static <T> Codec<@Nullable T> nullable(Codec<T> codec) {
    return new NullableCodec<>(codec);
  }

  /**
   * Creates a codec of lists, in the order of their first elements, then their second, and so on; a
   * prefix of a list comes before the list. Decoded lists are unmodifiable.
   *
   * @param codec codec of the elements
   * @param <E> type of the elements
   * @return the codec, for instance {@code LIST(STRING)}
   */
  public static <E extends @Nullable Object> Codec<List<E>> list(Codec<E> codec) {
    return ElementsCodec.ofLists(codec);
  }

  /**
   * Creates a codec of sets, in the order of the lists of their sorted elements. Elements with
   * equal encodings are one element. Decoded sets are unmodifiable, and iterate in the order of the
   * codec.
   *
   * @param codec codec of the elements
   * @param <E> type of the elements
   * @return the codec, for instance {@code SET(STRING)}
   */
  public static <E extends @Nullable Object> Codec<Set<E>> set(Codec<E> codec) {
    return ElementsCodec.ofSets(codec);
  }

  /** Inverts all bits of a negative number but the sign. Applied twice, it restores the number. */
  private static long turned(long bits) {
    return bits ^ (bits >> (Long.SIZE - 1)) >>> 1;
  }

  private static int turned(int bits) {
    return bits ^ (bits >> (Integer.SIZE - 1)) >>> 1;
  }

  private static byte[] secondsAndNanos(long seconds, int nanos) {
    byte[] bytes = new byte[Long.BYTES + Integer.BYTES];
    KeyBytes.put(bytes, 0, Long.BYTES, seconds ^ Long.MIN_VALUE);
    KeyBytes.put(bytes, Long.BYTES, Integer.BYTES, nanos);
    return bytes;
  }

  private static void putDate(byte[] bytes, LocalDate date) {
    KeyBytes.put(bytes, 0, Integer.BYTES, date.getYear() ^ Integer.MIN_VALUE);
    bytes[Integer.BYTES] = (byte) date.getMonthValue();
    bytes[Integer.BYTES + 1] = (byte) date.getDayOfMonth();
  }

  private static @Nullable LocalDate date(byte[] bytes) {
    int year = (int) KeyBytes.get(bytes, 0, Integer.BYTES) ^ Integer.MIN_VALUE;
    try {
      return LocalDate.of(year, bytes[Integer.BYTES], bytes[Integer.BYTES + 1]);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable LocalDateTime dateTime(byte[] bytes) {
    LocalDate date = date(bytes);
    try {
      return date == null
          ? null
          : date.atTime(LocalTime.ofNanoOfDay(KeyBytes.get(bytes, DATE_BYTES, TIME_BYTES)));
    } catch (DateTimeException e) {
      return null;
    }
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

  /** Returns the bytes unchanged. */
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
    public byte[] encodePrefix(List<?> first) {
      return first.isEmpty() ? new byte[0] : TextCodec.onlyPart(first, byte[].class);
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
