package io.octavo.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.error.CodecException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs made of others: errors name the part that failed, and derived ones keep their words. */
class ComposedCodecsTest {
  private record Email(String text) {
    Email {
      if (!text.contains("@")) {
        throw new IllegalArgumentException("text=" + text + " has no @");
      }
    }
  }

  private record Person(String name, Integer born, String email) {}

  private static final Codec<Email> EMAIL = Codecs.STRING.map("Email", Email::new, Email::text);

  private static final Codec<Person> PERSON =
      Codecs.record(Person.class)
          .with("name", Codecs.UTF8, Person::name)
          .with("born", Codecs.INT, Person::born)
          .with("email", Codecs.nullable(Codecs.STRING), Person::email, null)
          .build();

  @Test
  void theComponentThatIsNullIsNamed() {
    assertThatThrownBy(() -> PERSON.encode(new Person("ada", null, "a")))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessage(
            "component born of Person is null; Codecs.nullable makes a codec that takes null");
    assertThatThrownBy(
            () ->
                Codecs.tuple(Codecs.INT, Codecs.tuple(Codecs.INT, Codecs.STRING))
                    .encode(new Tuple2<>(1, new Tuple2<>(2, null))))
        .isExactlyInstanceOf(NullPointerException.class)
        .hasMessage("part 2 is null; Codecs.nullable makes a codec that takes null");
    assertThat(PERSON.decode(PERSON.encode(new Person("ada", 1, null))))
        .isEqualTo(new Person("ada", 1, null));
  }

  @Test
  void thePartThatCannotBeEncodedIsNamed() {
    assertThatThrownBy(() -> PERSON.encode(new Person("\uD800", 1, null)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("component name of Person: value=")
        .hasMessageContaining("has a lone surrogate at 0");
    assertThatThrownBy(
            () ->
                Codecs.tuple(Codecs.INT, Codecs.INT, Codecs.UTF8)
                    .encode(new Tuple3<>(1, 2, "\uD800")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("part 3: ");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void thePartOfAnotherTypeIsNamed() {
    Codec<Tuple2<String, Long>> codec = Codecs.tuple(Codecs.STRING, Codecs.LONG);
    assertThatThrownBy(() -> codec.encode((Tuple2) new Tuple2<>("a", 1)))
        .isExactlyInstanceOf(ClassCastException.class)
        .hasMessage("part 2: codec=LONG does not take class java.lang.Integer")
        .hasCauseInstanceOf(ClassCastException.class);
  }

  @Test
  void thePartThatCannotBeDecodedIsNamed() {
    byte[] bytes = PERSON.encode(new Person("ada", 1, "x"));
    assertThatThrownBy(() -> PERSON.decode(Arrays.copyOf(bytes, 6)))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageContaining("did not write 6 bytes")
        .hasMessageEndingWith("the part at 4 is truncated");
    bytes[8] = 3;
    assertThatThrownBy(() -> PERSON.decode(bytes))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageStartingWith(
            "codec=RECORD(name:UTF8,born:INT,email?:OPTIONAL(STRING)) did not write")
        .hasMessageContaining("component email of Person: codec=OPTIONAL(STRING) did not write");
    assertThatThrownBy(() -> Codecs.list(Codecs.BOOLEAN).decode(new byte[] {1, 0, 2}))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageContaining("element 2: codec=BOOLEAN did not write 1 bytes, 02");
  }

  @Test
  void aComponentWithADefaultIsReadWhereItIsMissing() {
    byte[] bytes = PERSON.encode(new Person("ada", 1, "x"));
    assertThat(PERSON.decode(Arrays.copyOf(bytes, 8))).isEqualTo(new Person("ada", 1, null));
    for (int length : new int[] {0, 3, 5, 7, 9, 10, 11}) {
      if (length < bytes.length) {
        assertThatThrownBy(() -> PERSON.decode(Arrays.copyOf(bytes, length)))
            .as("%d bytes", length)
            .isExactlyInstanceOf(CodecException.class);
      }
    }
  }

  @Test
  void componentsBehindOneWithADefaultHaveOneToo() {
    assertThatThrownBy(
            () ->
                Codecs.record(Person.class)
                    .with("name", Codecs.STRING, Person::name, "")
                    .with("born", Codecs.INT, Person::born))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("component=born has no default, but one before it has");
  }

  @Test
  void aDerivedCodecHasANameOfItsOwn() {
    assertThat(EMAIL.name()).isEqualTo("MAPPED(Email:STRING)").isEqualTo(EMAIL.toString());
    try (Store store = Store.inMemory()) {
      NavigableMap<Email, Integer> map = store.map("m", EMAIL, Codecs.INT);
      map.put(new Email("b@c"), 1);
      map.put(new Email("a@b"), 2);
      assertThat(map.values()).containsExactly(2, 1);
      assertThat(map.comparator().compare(new Email("a@"), new Email("b@"))).isNegative();
      assertThatThrownBy(() -> store.map("m", Codecs.STRING, Codecs.INT))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is a map from MAPPED(Email:STRING) to INT");
    }
    Codec<Integer> fixed = Codecs.SHORT.map("small", Short::intValue, Integer::shortValue);
    assertThat(fixed.fixedLength()).isEqualTo(2);
  }

  @Test
  void whatTheFunctionOfADerivedCodecRefusesIsNoEncoding() {
    assertThatThrownBy(() -> EMAIL.decode(new byte[] {'a'}))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageEndingWith("its function refuses a")
        .hasStackTraceContaining("text=a has no @");
    Codec<Integer> null1 = Codecs.INT.map("null1", i -> i == 1 ? null : i, i -> i);
    assertThatThrownBy(() -> null1.decode(Codecs.INT.encode(1)))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageEndingWith("its function makes null of 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a(", "a)", "a,b", "a:b", "a?"})
  void namesOfDerivedCodecsHaveNoParts(String name) {
    assertThatThrownBy(() -> Codecs.STRING.map(name, s -> s, s -> s))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("name=" + name + " is empty, or has");
  }

  @Test
  void nullIsTakenOnce() {
    assertThatThrownBy(() -> Codecs.nullable(Codecs.<String>nullable(Codecs.STRING)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("codec=OPTIONAL(STRING) already accepts null");
    Codec<Optional<Optional<String>>> twice = Codecs.optional(Codecs.optional(Codecs.STRING));
    for (Optional<Optional<String>> value :
        List.of(
            Optional.<Optional<String>>empty(),
            Optional.of(Optional.<String>empty()),
            Optional.of(Optional.of("")))) {
      assertThat(twice.decode(twice.encode(value))).isEqualTo(value);
    }
  }

  /** A null would look as if there were no entry. */
  @Test
  void aMapHoldsNoNulls() {
    try (Store store = Store.inMemory()) {
      store.map("m", Codecs.INT, Codecs.optional(Codecs.STRING)).put(1, Optional.empty());
      Map<Integer, String> map = store.map("m", Codecs.INT, Codecs.nullable(Codecs.STRING));
      assertThatThrownBy(() -> map.put(2, null)).isExactlyInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> map.get(1))
          .isExactlyInstanceOf(CodecException.class)
          .hasMessageEndingWith("they are null, which a map does not hold");
      store.map("m", Codecs.INT, Codecs.optional(Codecs.STRING)).put(1, Optional.of("a"));
      assertThat(map).isEqualTo(Map.of(1, "a"));
    }
  }

  @Test
  void listsMayHoldNullsAndAreUnmodifiable() {
    Codec<List<String>> codec = Codecs.list(Codecs.nullable(Codecs.STRING));
    List<String> list = codec.decode(codec.encode(Arrays.asList("a", null, "")));
    assertThat(list).containsExactly("a", null, "");
    assertThatThrownBy(() -> list.add("b"))
        .isExactlyInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void setsAreReadInTheOrderOfTheirCodec() {
    Codec<Set<String>> codec = Codecs.set(Codecs.STRING);
    Set<String> set = codec.decode(codec.encode(Set.of("c", "a", "b")));
    assertThat(set).containsExactly("a", "b", "c");
    assertThatThrownBy(() -> set.remove("a"))
        .isExactlyInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> codec.decode(new byte[] {'b', 0, 'a', 0}))
        .isExactlyInstanceOf(CodecException.class)
        .hasMessageEndingWith("element 1 is not above the one before");
    Codec<Set<byte[]>> ofBytes = Codecs.set(Codecs.BYTES);
    Set<byte[]> two = new TreeSet<>(Arrays::compare);
    two.addAll(List.of(new byte[] {-1}, new byte[] {1}));
    assertThat(ofBytes.decode(ofBytes.encode(two)))
        .containsExactly(new byte[] {1}, new byte[] {-1});
  }

  @Test
  void decimalsOfAnotherScaleAreOtherKeys() {
    try (Store store = Store.inMemory()) {
      NavigableMap<BigDecimal, Integer> map = store.map("m", Codecs.BIG_DECIMAL, Codecs.INT);
      for (String key : List.of("1.00", "1.0", "-1.0", "-1.00", "1E+1", "0.999", "0", "0.0")) {
        map.put(new BigDecimal(key), 1);
      }
      assertThat(map.keySet().stream().map(BigDecimal::toString))
          .containsExactly("-1.00", "-1.0", "0", "0.0", "0.999", "1.0", "1.00", "1E+1");
      assertThat(map.get(new BigDecimal("1"))).isNull();
    }
  }

  /** Few bytes that stand for very many would be read for ever. */
  @Test
  void decimalsWithDamagedExponentsAreRefusedAtOnce() {
    byte[] bytes = Codecs.BIG_DECIMAL.encode(new BigDecimal("1E+2147483647"));
    assertThat(Codecs.BIG_DECIMAL.decode(bytes)).isEqualTo(new BigDecimal("1E+2147483647"));
    for (int i = 0; i < bytes.length; i++) {
      for (int b = 0; b < 256; b++) {
        byte[] damaged = bytes.clone();
        damaged[i] = (byte) b;
        try {
          assertThat(Codecs.BIG_DECIMAL.encode(Codecs.BIG_DECIMAL.decode(damaged)))
              .isEqualTo(damaged);
        } catch (CodecException e) {
          assertThat(e.codec()).isEqualTo("BIG_DECIMAL");
        }
      }
    }
  }
}
