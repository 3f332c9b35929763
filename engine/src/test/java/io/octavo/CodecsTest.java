package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.codec.Tuple3;
import io.octavo.error.CodecException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every codec: what it writes comes back, in its order, and what it does not write is refused. */
class CodecsTest {
  private static final int ROUNDS = Effort.times(20_000);

  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a class of its own";
      }
    },
    BLUE
  }

  record Person(String name, int born, Colour liked) {
    Person {
      if (born < 1000) {
        throw new IllegalArgumentException("born=" + born + " is too early");
      }
    }
  }

  record Subject<T>(
      Codec<T> codec, Function<SplittableRandom, T> values, Comparator<? super T> order) {
    @Override
    public String toString() {
      return codec.name();
    }
  }

  private static final Subject<Long> LONG =
      new Subject<>(Codecs.LONG, CodecsTest::aLong, Comparator.naturalOrder());
  private static final Subject<String> STRING =
      new Subject<>(Codecs.STRING, random -> text(random, true), String::compareTo);
  private static final Subject<byte[]> BYTES =
      new Subject<>(Codecs.BYTES, CodecsTest::bytes, Arrays::compareUnsigned);
  private static final Subject<Tuple2<String, Long>> PAIR =
      new Subject<>(
          Codecs.tuple(Codecs.STRING, Codecs.LONG),
          random -> new Tuple2<>(text(random, true), aLong(random)),
          Comparator.<Tuple2<String, Long>, String>comparing(Tuple2::first)
              .thenComparing(Tuple2::second));
  private static final Codec<Person> PEOPLE =
      Codecs.record(Person.class)
          .with("born", Codecs.INT, Person::born)
          .with("liked", Codecs.enums(Colour.class), Person::liked)
          .with("name", Codecs.STRING, Person::name)
          .build();

  static Stream<Subject<?>> subjects() {
    return Stream.of(
        LONG,
        new Subject<>(Codecs.UNSIGNED_LONG, CodecsTest::aLong, Long::compareUnsigned),
        new Subject<>(Codecs.INT, random -> (int) aLong(random), Integer::compare),
        new Subject<>(Codecs.DOUBLE, CodecsTest::aDouble, Double::compare),
        new Subject<>(Codecs.BOOLEAN, SplittableRandom::nextBoolean, Boolean::compare),
        STRING,
        new Subject<>(Codecs.UTF8, random -> text(random, false), CodecsTest::compareByCodePoints),
        new Subject<>(
            Codecs.UUID, random -> new UUID(aLong(random), aLong(random)), UUID::compareTo),
        new Subject<>(Codecs.INSTANT, CodecsTest::instant, Instant::compareTo),
        BYTES,
        new Subject<>(
            Codecs.enums(Colour.class),
            random -> Colour.values()[random.nextInt(3)],
            Colour::compareTo),
        PAIR,
        new Subject<>(
            Codecs.tuple(Codecs.BYTES, PAIR.codec()),
            random -> new Tuple2<>(bytes(random), PAIR.values().apply(random)),
            Comparator.<Tuple2<byte[], Tuple2<String, Long>>, byte[]>comparing(
                    Tuple2::first, Arrays::compareUnsigned)
                .thenComparing(Tuple2::second, PAIR.order())),
        new Subject<>(
            Codecs.tuple(PAIR.codec(), Codecs.BYTES, Codecs.BYTES),
            random -> new Tuple3<>(PAIR.values().apply(random), bytes(random), bytes(random)),
            Comparator
                .<Tuple3<Tuple2<String, Long>, byte[], byte[]>, Tuple2<String, Long>>comparing(
                    Tuple3::first, PAIR.order())
                .thenComparing(Tuple3::second, Arrays::compareUnsigned)
                .thenComparing(Tuple3::third, Arrays::compareUnsigned)),
        new Subject<>(
            PEOPLE,
            random ->
                new Person(
                    text(random, true),
                    1000 + random.nextInt(3),
                    Colour.values()[random.nextInt(3)]),
            Comparator.comparingInt(Person::born)
                .thenComparing(Person::liked)
                .thenComparing(Person::name)));
  }

  private static long aLong(SplittableRandom random) {
    long[] extremes = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE};
    return random.nextInt(4) == 0
        ? extremes[random.nextInt(extremes.length)]
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private static double aDouble(SplittableRandom random) {
    double[] extremes = {
      0.0,
      -0.0,
      Double.NaN,
      Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
      Double.NEGATIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
    };
    return switch (random.nextInt(3)) {
      case 0 -> extremes[random.nextInt(extremes.length)];
      case 1 -> random.nextInt(-9, 9) / 2.0;
      default -> Double.longBitsToDouble(random.nextLong());
    };
  }

  private static Instant instant(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> Instant.MIN;
      case 1 -> Instant.MAX;
      case 2 -> Instant.ofEpochSecond(random.nextInt(-2, 2), random.nextInt(1_000_000_000));
      default ->
          Instant.ofEpochSecond(
              random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
              random.nextInt(3));
    };
  }

  /** Short, of few bytes, so that many begin alike; those that are escaped among them. */
  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(5)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = new byte[] {0, 1, 2, 3, 'a', -1}[random.nextInt(6)];
    }
    return bytes;
  }

  /** Short, of few characters, which are the first and the last of every length of code. */
  private static String text(SplittableRandom random, boolean withLoneSurrogates) {
    int[] points = {
      0, 1, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xEFFF, 0xF000, 0xFFFD,
      0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
    };
    char[] surrogates = {0xD800, 0xD87F, 0xD880, 0xDBFF, 0xDC00, 0xDFFF};
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      if (withLoneSurrogates && random.nextInt(4) == 0) {
        text.append(surrogates[random.nextInt(surrogates.length)]);
      } else if (random.nextInt(8) == 0) {
        int point = random.nextInt(Character.MAX_CODE_POINT + 1);
        text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'b' : point);
      } else {
        text.appendCodePoint(points[random.nextInt(points.length)]);
      }
    }
    return text.toString();
  }

  private static int compareByCodePoints(String left, String right) {
    return Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
  }

  @Test
  void eachConstantIsFoundByItsName() throws IllegalAccessException {
    for (Field field : Codecs.class.getFields()) {
      Object constant = field.get(null);
      assertThat((Object) Codecs.constant(field.getName())).as(field.getName()).isSameAs(constant);
    }
    assertThat((Object) Codecs.constant("TUPLE(LONG,LONG)")).isNull();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  <T> void bytesOrderAsValuesDoAndComeBack(Subject<T> subject) {
    SplittableRandom random = new SplittableRandom(1);
    Codec<T> codec = subject.codec();
    for (int i = 0; i < ROUNDS; i++) {
      T left = subject.values().apply(random);
      T right = subject.values().apply(random);
      byte[] leftBytes = codec.encode(left);
      byte[] rightBytes = codec.encode(right);
      int order = Integer.signum(subject.order().compare(left, right));
      if (Integer.signum(Arrays.compareUnsigned(leftBytes, rightBytes)) != order
          || Integer.signum(codec.comparator().compare(left, right)) != order
          || !same(codec.decode(leftBytes.clone()), left)
          || (codec.fixedLength() >= 0 && leftBytes.length != codec.fixedLength())) {
        throw new AssertionError(
            String.format(
                "round %d: %s is %s, %s is %s, order %d",
                i, left, hex(leftBytes), right, hex(rightBytes), order));
      }
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static boolean same(Object left, Object right) {
    if (left instanceof Tuple2<?, ?> a && right instanceof Tuple2<?, ?> b) {
      return same(a.first(), b.first()) && same(a.second(), b.second());
    }
    if (left instanceof Tuple3<?, ?, ?> a && right instanceof Tuple3<?, ?, ?> b) {
      return same(a.first(), b.first())
          && same(a.second(), b.second())
          && same(a.third(), b.third());
    }
    return Objects.deepEquals(left, right);
  }

  /** So no two byte strings stand for one value, and none is read by guesswork. */
  @ParameterizedTest
  @MethodSource("subjects")
  <T> void bytesAreDecodedToTheValueThatHasThemOrRefused(Subject<T> subject) {
    SplittableRandom random = new SplittableRandom(2);
    Codec<T> codec = subject.codec();
    int refused = 0;
    int decoded = 0;
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = mutated(codec.encode(subject.values().apply(random)), random);
      try {
        T value = codec.decode(bytes.clone());
        decoded++;
        assertThat(codec.encode(value)).as("round %d: %s", i, value).isEqualTo(bytes);
      } catch (CodecException e) {
        refused++;
        assertThat(e).hasMessageContaining("codec=").hasMessageContaining("did not write");
      }
    }
    assertThat(decoded).isPositive();
    assertThat(refused > 0).isEqualTo(codec != Codecs.BYTES);
  }

  private static byte[] mutated(byte[] bytes, SplittableRandom random) {
    byte[] mutated = bytes.clone();
    for (int i = random.nextInt(3); i > 0; i--) {
      switch (random.nextInt(3)) {
        case 0 -> mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length + 3));
        case 1 -> {
          byte[] longer = new byte[mutated.length + 1];
          System.arraycopy(mutated, 0, longer, 1, mutated.length);
          longer[0] = (byte) random.nextInt(256);
          mutated = longer;
        }
        default -> {
          if (mutated.length > 0) {
            mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
          }
        }
      }
    }
    return mutated;
  }

  @Test
  void everyUnitOfAStringHasItsPlaceAndItsLength() {
    byte[] before = {};
    for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
      byte[] bytes = Codecs.STRING.encode(String.valueOf((char) unit));
      assertThat(Arrays.compareUnsigned(before, bytes)).isNegative();
      assertThat(Codecs.STRING.decode(bytes)).isEqualTo(String.valueOf((char) unit));
      if (unit < 0xD800) {
        assertThat(bytes).isEqualTo(String.valueOf((char) unit).getBytes(StandardCharsets.UTF_8));
      }
      before = bytes;
    }
  }

  @Test
  void aStringTakesAsManyBytesAsInUtf8() {
    for (String text :
        List.of("", "abc", "gr\u00FC\u00DFe", "\u4E2D\u6587", "\uE000\uFFFF", "\uD83D\uDE00")) {
      assertThat(Codecs.STRING.encode(text)).hasSameSizeAs(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void utf8RefusesLoneSurrogates() {
    for (String text : List.of("\uD800", "a\uDC00", "\uDC00\uD800", "\uD83D\uDE00\uD83D")) {
      assertThatThrownBy(() -> Codecs.UTF8.encode(text))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lone surrogate");
    }
  }

  @Test
  void naturalOrderIsSaidExactlyWhereItIs() {
    List<Codec<?>> natural =
        List.of(
            Codecs.LONG,
            Codecs.INT,
            Codecs.DOUBLE,
            Codecs.BOOLEAN,
            Codecs.STRING,
            Codecs.UUID,
            Codecs.INSTANT,
            Codecs.enums(Colour.class));
    List<Codec<?>> other =
        List.of(Codecs.UNSIGNED_LONG, Codecs.UTF8, Codecs.BYTES, PAIR.codec(), PEOPLE);
    assertThat(natural).allMatch(codec -> codec.comparator() == Comparator.naturalOrder());
    assertThat(other).noneMatch(codec -> codec.comparator() == Comparator.naturalOrder());
  }

  @Test
  void codecsHaveTheirNames() {
    assertThat(subjects().map(Subject::toString))
        .containsExactly(
            "LONG",
            "UNSIGNED_LONG",
            "INT",
            "DOUBLE",
            "BOOLEAN",
            "STRING",
            "UTF8",
            "UUID",
            "INSTANT",
            "BYTES",
            "ENUM(RED,GREEN,BLUE)",
            "TUPLE(STRING,LONG)",
            "TUPLE(BYTES,TUPLE(STRING,LONG))",
            "TUPLE(TUPLE(STRING,LONG),BYTES,BYTES)",
            "RECORD(born:INT,liked:ENUM(RED,GREEN,BLUE),name:STRING)");
    assertThat(subjects().map(subject -> subject.codec().toString()))
        .containsExactlyElementsOf(subjects().map(Subject::toString).toList());
  }

  /** The files of users hold these bytes. */
  @Test
  void theBytesAreFrozen() {
    List<String> bytes = new ArrayList<>();
    bytes.add(hex(Codecs.LONG.encode(-2L)));
    bytes.add(hex(Codecs.UNSIGNED_LONG.encode(258L)));
    bytes.add(hex(Codecs.INT.encode(1)));
    bytes.add(hex(Codecs.DOUBLE.encode(1.5)));
    bytes.add(hex(Codecs.DOUBLE.encode(-1.5)));
    bytes.add(hex(Codecs.BOOLEAN.encode(true)));
    bytes.add(hex(Codecs.STRING.encode("a\u00E9\uD7FF\uD83D\uDE00\uFFFD")));
    bytes.add(hex(Codecs.UTF8.encode("a\u00E9\uD7FF\uD83D\uDE00\uFFFD")));
    bytes.add(hex(Codecs.UUID.encode(new UUID(1, -1))));
    bytes.add(hex(Codecs.INSTANT.encode(Instant.ofEpochSecond(-1, 999_999_999))));
    bytes.add(hex(Codecs.enums(Colour.class).encode(Colour.BLUE)));
    bytes.add(hex(PAIR.codec().encode(new Tuple2<>("a\0\1", 7L))));
    bytes.add(hex(PEOPLE.encode(new Person("Eve", 1970, Colour.GREEN))));
    assertThat(bytes)
        .containsExactly(
            "7ffffffffffffffe",
            "0000000000000102",
            "80000001",
            "bff8000000000000",
            "4007ffffffffffff",
            "01",
            "61c3a9ed9fbfeebdfa80ffbfbd",
            "61c3a9ed9fbff09f9880efbfbd",
            "80000000000000017fffffffffffffff",
            "7fffffffffffffff3b9ac9ff",
            "02",
            "6101010102008000000000000007",
            "800007b201457665");
  }

  @Test
  void enumsOfMoreThan256ConstantsAndOfNoneWouldNotBeMixedUp() {
    assertThatThrownBy(() -> Codecs.enums(Colour.class).decode(new byte[] {3}))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessage("codec=ENUM(RED,GREEN,BLUE) did not write 1 bytes, 03: no value has them");
    Codec<Character.UnicodeScript> scripts = Codecs.enums(Character.UnicodeScript.class);
    assertThat(scripts.fixedLength()).isEqualTo(1);
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void valuesOfAnotherTypeAreRefusedByTheirClass() {
    subjects()
        .forEach(
            subject ->
                assertThat(catchThrowable(() -> ((Codec) subject.codec()).encode(new Object())))
                    .as(subject.toString())
                    .isInstanceOf(ClassCastException.class));
  }

  @Test
  void nullHasNoBytes() {
    subjects()
        .forEach(
            subject ->
                assertThat(catchThrowable(() -> subject.codec().encode(null)))
                    .as(subject.toString())
                    .isInstanceOf(NullPointerException.class));
  }

  @Test
  void recordsAreMadeOfAllTheirComponents() {
    assertThatThrownBy(
            () -> Codecs.record(Person.class).with("name", Codecs.STRING, Person::name).build())
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("components=[name]")
        .hasMessageContaining("[name, born, liked]");
    assertThatThrownBy(
            () ->
                Codecs.record(Person.class)
                    .with("name", Codecs.STRING, Person::name)
                    .with("name", Codecs.STRING, Person::name)
                    .with("born", Codecs.INT, Person::born)
                    .build())
        .isExactlyInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatARecordRefusesIsRefusedWithItsWords() {
    byte[] early = PEOPLE.encode(new Person("Eve", 1970, Colour.GREEN));
    early[2] = 0;
    assertThatThrownBy(() -> PEOPLE.decode(early))
        .isExactlyInstanceOf(CodecException.class)
        .hasStackTraceContaining("born=178 is too early");
  }

  @Test
  void aCodecThatBreaksItsFixedLengthIsNamed() {
    Codec<String> wrong =
        new Codec<>() {
          @Override
          public String name() {
            return "WRONG";
          }

          @Override
          public byte[] encode(String value) {
            return value.getBytes(StandardCharsets.US_ASCII);
          }

          @Override
          public String decode(byte[] bytes) {
            return new String(bytes, StandardCharsets.US_ASCII);
          }

          @Override
          public Comparator<String> comparator() {
            return Comparator.naturalOrder();
          }

          @Override
          public int fixedLength() {
            return 2;
          }
        };
    assertThatThrownBy(() -> Codecs.tuple(wrong, Codecs.LONG).encode(new Tuple2<>("abc", 1L)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("codec=WRONG wrote 3 bytes, but its fixedLength=2");
  }
}
