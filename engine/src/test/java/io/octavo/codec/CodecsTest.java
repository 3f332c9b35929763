package io.octavo.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.codec.CodecSubjects.Colour;
import io.octavo.codec.CodecSubjects.Person;
import io.octavo.codec.CodecSubjects.Subject;
import io.octavo.error.CodecException;
import io.octavo.fixture.Effort;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every codec: what it writes comes back, in its order, and what it does not write is refused. */
class CodecsTest {
  private static final int ROUNDS = Effort.times(20_000);

  @Test
  void eachConstantIsFoundByItsName() throws IllegalAccessException {
    for (Field field : Codecs.class.getFields()) {
      Object constant = field.get(null);
      assertThat((Object) Codecs.constant(field.getName())).as(field.getName()).isSameAs(constant);
    }
    assertThat((Object) Codecs.constant("TUPLE(LONG,LONG)")).isNull();
  }

  @ParameterizedTest
  @MethodSource("io.octavo.codec.CodecSubjects#all")
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
  @MethodSource("io.octavo.codec.CodecSubjects#all")
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
            Codecs.FLOAT,
            Codecs.SHORT,
            Codecs.CHAR,
            Codecs.LOCAL_DATE,
            Codecs.LOCAL_DATE_TIME,
            Codecs.DURATION,
            Codecs.BIG_INTEGER,
            Codecs.enums(Colour.class));
    List<Codec<?>> other =
        List.of(
            Codecs.UNSIGNED_LONG,
            Codecs.UTF8,
            Codecs.BYTES,
            Codecs.BIG_DECIMAL,
            Codecs.optional(Codecs.LONG),
            Codecs.list(Codecs.LONG),
            CodecSubjects.PAIR.codec(),
            CodecSubjects.PEOPLE);
    assertThat(natural).allMatch(codec -> codec.comparator() == Comparator.naturalOrder());
    assertThat(other).noneMatch(codec -> codec.comparator() == Comparator.naturalOrder());
  }

  @Test
  void codecsHaveTheirNames() {
    assertThat(CodecSubjects.all().map(Subject::toString))
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
            "RECORD(born:INT,liked:ENUM(RED,GREEN,BLUE),name:STRING)",
            "FLOAT",
            "SHORT",
            "CHAR",
            "LOCAL_DATE",
            "LOCAL_DATE_TIME",
            "DURATION",
            "BIG_INTEGER",
            "BIG_DECIMAL",
            "OPTIONAL(STRING)",
            "TUPLE(OPTIONAL(STRING),OPTIONAL(BIG_DECIMAL))",
            "LIST(STRING)",
            "LIST(LONG)",
            "LIST(LIST(STRING))",
            "SET(STRING)",
            "TUPLE(SET(LONG),LIST(STRING))",
            "MAPPED(Email:UTF8)",
            "RECORD(tags:LIST(STRING),price:OPTIONAL(BIG_DECIMAL),note:STRING)");
    assertThat(CodecSubjects.all().map(subject -> subject.codec().toString()))
        .containsExactlyElementsOf(CodecSubjects.all().map(Subject::toString).toList());
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
    bytes.add(hex(CodecSubjects.PAIR.codec().encode(new Tuple2<>("a\0\1", 7L))));
    bytes.add(hex(CodecSubjects.PEOPLE.encode(new Person("Eve", 1970, Colour.GREEN))));
    bytes.add(hex(Codecs.FLOAT.encode(-1.5f)));
    bytes.add(hex(Codecs.SHORT.encode((short) -2)));
    bytes.add(hex(Codecs.CHAR.encode('\uD800')));
    bytes.add(hex(Codecs.LOCAL_DATE.encode(LocalDate.of(1815, 12, 10))));
    bytes.add(hex(Codecs.LOCAL_DATE_TIME.encode(LocalDate.of(-1, 1, 31).atTime(0, 0, 1, 2))));
    bytes.add(hex(Codecs.DURATION.encode(Duration.ofNanos(-1))));
    bytes.add(hex(Codecs.BIG_INTEGER.encode(BigInteger.valueOf(-129))));
    bytes.add(hex(Codecs.BIG_INTEGER.encode(BigInteger.ONE.shiftLeft(960))).substring(0, 8));
    bytes.add(hex(Codecs.BIG_DECIMAL.encode(new BigDecimal("1.50"))));
    bytes.add(hex(Codecs.BIG_DECIMAL.encode(new BigDecimal("-12"))));
    bytes.add(hex(Codecs.optional(Codecs.STRING).encode(Optional.of("a"))));
    bytes.add(hex(Codecs.nullable(Codecs.STRING).encode(null)));
    bytes.add(hex(Codecs.list(Codecs.STRING).encode(List.of("b", "a\0"))));
    bytes.add(hex(Codecs.set(Codecs.STRING).encode(new LinkedHashSet<>(List.of("b", "a\0")))));
    bytes.add(hex(Codecs.list(Codecs.SHORT).encode(List.of((short) 1, (short) 0))));
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
            "800007b20145766500",
            "403fffff",
            "7ffe",
            "d800",
            "800007170c0a",
            "7fffffff011f00003b9aca02",
            "7fffffffffffffff3b9ac9ff",
            "7eff7f",
            "f8790100",
            "028001120100",
            "007ffdf0ff",
            "0161",
            "00",
            "620061010100",
            "610101006200",
            "80018000");
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
    CodecSubjects.all()
        .forEach(
            subject ->
                assertThat(catchThrowable(() -> ((Codec) subject.codec()).encode(new Object())))
                    .as(subject.toString())
                    .isInstanceOf(ClassCastException.class));
  }

  @Test
  void nullHasNoBytes() {
    CodecSubjects.all()
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
    byte[] early = CodecSubjects.PEOPLE.encode(new Person("Eve", 1970, Colour.GREEN));
    early[2] = 0;
    assertThatThrownBy(() -> CodecSubjects.PEOPLE.decode(early))
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
