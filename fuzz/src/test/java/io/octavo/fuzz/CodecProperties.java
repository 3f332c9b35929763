package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple3;
import io.octavo.error.CodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/**
 * Encodings beside the order of Java, with values of jqwik: the ends of all types and what is near
 * them. What fails is shrunk.
 */
class CodecProperties {
  private static final int TRIES = 4_000;

  private static final Codec<Tuple3<String, Optional<BigDecimal>, List<String>>> PARTS =
      Codecs.tuple(Codecs.STRING, Codecs.optional(Codecs.BIG_DECIMAL), Codecs.list(Codecs.STRING));

  private record Grown(String name, Set<Short> numbers, String note) {}

  private static final Codec<Grown> GROWN =
      Codecs.record(Grown.class)
          .with("name", Codecs.STRING, Grown::name)
          .with("numbers", Codecs.set(Codecs.SHORT), Grown::numbers)
          .with("note", Codecs.STRING, Grown::note, "none")
          .build();

  private static <T> void check(Codec<T> codec, T left, T right, Comparator<? super T> order) {
    byte[] leftBytes = codec.encode(left);
    byte[] rightBytes = codec.encode(right);
    int expected = Integer.signum(order.compare(left, right));
    assertThat(Integer.signum(Arrays.compareUnsigned(leftBytes, rightBytes))).isEqualTo(expected);
    assertThat(Integer.signum(codec.comparator().compare(left, right))).isEqualTo(expected);
    assertThat(codec.decode(leftBytes)).isEqualTo(left);
    assertThat(codec.decode(rightBytes)).isEqualTo(right);
  }

  @Property(tries = TRIES)
  void numbers(@ForAll float a, @ForAll float b, @ForAll short c, @ForAll short d) {
    check(Codecs.FLOAT, a, b, Comparator.naturalOrder());
    check(Codecs.SHORT, c, d, Comparator.naturalOrder());
    check(Codecs.DOUBLE, (double) a, (double) b, Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void characters(@ForAll char left, @ForAll char right) {
    check(Codecs.CHAR, left, right, Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void times(
      @ForAll @LongRange(min = -365_243_219_162L, max = 365_241_780_471L) long leftDay,
      @ForAll @LongRange(min = -365_243_219_162L, max = 365_241_780_471L) long rightDay,
      @ForAll @LongRange(min = 0, max = 86_399_999_999_999L) long leftNano,
      @ForAll @LongRange(min = 0, max = 86_399_999_999_999L) long rightNano,
      @ForAll long leftSeconds,
      @ForAll long rightSeconds) {
    LocalDate left = LocalDate.ofEpochDay(leftDay);
    LocalDate right = LocalDate.ofEpochDay(rightDay);
    check(Codecs.LOCAL_DATE, left, right, Comparator.naturalOrder());
    LocalDateTime leftTime = left.atTime(LocalTime.ofNanoOfDay(leftNano));
    LocalDateTime rightTime = right.atTime(LocalTime.ofNanoOfDay(rightNano));
    check(Codecs.LOCAL_DATE_TIME, leftTime, rightTime, Comparator.naturalOrder());
    check(
        Codecs.DURATION,
        Duration.ofSeconds(leftSeconds, leftNano % 1_000_000_000),
        Duration.ofSeconds(rightSeconds, rightNano % 1_000_000_000),
        Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void integers(@ForAll("integers") BigInteger left, @ForAll("integers") BigInteger right) {
    check(Codecs.BIG_INTEGER, left, right, Comparator.naturalOrder());
  }

  /** Of all lengths up to where the length has a byte of its own, and near the ends of each. */
  @Provide
  Arbitrary<BigInteger> integers() {
    Arbitrary<BigInteger> ends =
        Arbitraries.integers()
            .between(0, 1100)
            .flatMap(
                bits ->
                    Arbitraries.bigIntegers()
                        .between(BigInteger.TWO.negate(), BigInteger.TWO)
                        .map(near -> BigInteger.ONE.shiftLeft(bits).add(near)));
    return Arbitraries.oneOf(Arbitraries.bigIntegers(), ends, ends.map(BigInteger::negate));
  }

  @Property(tries = TRIES)
  void decimals(@ForAll("decimals") BigDecimal left, @ForAll("decimals") BigDecimal right) {
    check(Codecs.BIG_DECIMAL, left, right, CodecProperties::compare);
  }

  private static int compare(BigDecimal left, BigDecimal right) {
    int order = left.compareTo(right);
    int byScale = Integer.compare(left.scale(), right.scale());
    return order != 0 ? order : left.signum() < 0 ? -byScale : byScale;
  }

  /** With few digits, so that many are equal but for their scale. */
  @Provide
  Arbitrary<BigDecimal> decimals() {
    Arbitrary<BigInteger> few =
        Arbitraries.of("0", "1", "10", "100", "15", "150", "1500", "9", "99", "-1", "-10", "-99")
            .map(BigInteger::new);
    Arbitrary<Integer> scales =
        Arbitraries.oneOf(Arbitraries.integers().between(-3, 3), Arbitraries.integers());
    return Arbitraries.oneOf(few, integers())
        .flatMap(unscaled -> scales.map(scale -> new BigDecimal(unscaled, scale)));
  }

  @Property(tries = TRIES)
  void parts(
      @ForAll("texts") String first,
      @ForAll("texts") String otherFirst,
      @ForAll("decimals") BigDecimal second,
      @ForAll boolean hasSecond,
      @ForAll("lists") List<String> third,
      @ForAll("lists") List<String> otherThird) {
    Optional<BigDecimal> optional = hasSecond ? Optional.of(second) : Optional.empty();
    Comparator<Tuple3<String, Optional<BigDecimal>, List<String>>> order =
        Comparator.<Tuple3<String, Optional<BigDecimal>, List<String>>, String>comparing(
                Tuple3::first)
            .thenComparing(
                part -> part.second().orElse(null), Comparator.nullsFirst(CodecProperties::compare))
            .thenComparing(part -> part.third().toArray(String[]::new), Arrays::<String>compare);
    check(
        PARTS,
        new Tuple3<>(first, optional, third),
        new Tuple3<>(otherFirst, Optional.of(second), otherThird),
        order);
    check(
        PARTS,
        new Tuple3<>(first, optional, third),
        new Tuple3<>(first, optional, otherThird),
        order);
  }

  /** Short, of few units, those that are escaped and lone surrogates among them. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withChars('\0', '\1', '\2', 'a', '\u0080', '\ud800', '\udc00', '\uffff')
        .ofMaxLength(4);
  }

  @Provide
  Arbitrary<List<String>> lists() {
    return texts().list().ofMaxSize(3);
  }

  @Property(tries = TRIES)
  void setsAreEqualInAnyOrder(@ForAll("lists") List<String> list) {
    Codec<Set<String>> codec = Codecs.set(Codecs.STRING);
    Set<String> sorted = new TreeSet<>(list);
    byte[] bytes = codec.encode(sorted);
    assertThat(codec.encode(Set.copyOf(list))).isEqualTo(bytes);
    assertThat(codec.decode(bytes)).containsExactlyElementsOf(sorted);
  }

  @Property(tries = TRIES)
  void aRecordIsReadWithoutItsLastComponent(
      @ForAll("texts") String name,
      @ForAll @Size(max = 12) Set<Short> numbers,
      @ForAll("texts") String note) {
    byte[] whole = GROWN.encode(new Grown(name, numbers, note));
    assertThat(GROWN.decode(whole)).isEqualTo(new Grown(name, numbers, note));
    int end = whole.length - Codecs.list(Codecs.STRING).encode(List.of(note)).length;
    byte[] before = Arrays.copyOf(whole, end);
    assertThat(GROWN.decode(before)).isEqualTo(new Grown(name, numbers, "none"));
    for (int length = 0; length < whole.length; length++) {
      if (length != end) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertThatThrownBy(() -> GROWN.decode(cut))
            .as("%d of %d bytes", length, whole.length)
            .isExactlyInstanceOf(CodecException.class);
      }
    }
  }

  /** Nothing but the typed exception, and no two encodings of one value. */
  @Property(tries = TRIES)
  void anyBytesAreAnEncodingOrRefused(@ForAll byte[] bytes) {
    List<Codec<?>> codecs =
        List.of(
            Codecs.FLOAT,
            Codecs.SHORT,
            Codecs.CHAR,
            Codecs.LOCAL_DATE,
            Codecs.LOCAL_DATE_TIME,
            Codecs.DURATION,
            Codecs.BIG_INTEGER,
            Codecs.BIG_DECIMAL,
            Codecs.list(Codecs.BIG_INTEGER),
            Codecs.set(Codecs.optional(Codecs.SHORT)),
            PARTS);
    for (Codec<?> codec : codecs) {
      requireOneOrNone(codec, bytes);
      for (int first = 0; first < 3; first++) {
        byte[] longer = new byte[bytes.length + 1];
        longer[0] = (byte) first;
        System.arraycopy(bytes, 0, longer, 1, bytes.length);
        requireOneOrNone(codec, longer);
      }
    }
  }

  private static <T> void requireOneOrNone(Codec<T> codec, byte[] bytes) {
    T value;
    try {
      value = codec.decode(bytes.clone());
    } catch (CodecException e) {
      assertThat(e.codec()).isEqualTo(codec.name());
      return;
    }
    assertThat(codec.encode(value)).as("%s: %s", codec, value).isEqualTo(bytes);
  }
}
