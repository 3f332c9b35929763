package io.octavo.command.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.command.Octavo;
import io.octavo.error.OutdatedCodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codecs of optional values, lists, sets, times and large numbers, and records that have grown. */
class GrownCodecsTest {
  private record Person(String name) {}

  private record Contact(String name, Set<String> tags, BigDecimal limit) {}

  private record Email(String text) {}

  private static final Codec<Person> PERSON =
      Codecs.record(Person.class).with("name", Codecs.STRING, Person::name).build();

  private static final Codec<Contact> CONTACT =
      Codecs.record(Contact.class)
          .with("name", Codecs.STRING, Contact::name)
          .with("tags", Codecs.set(Codecs.STRING), Contact::tags, Set.of())
          .with("limit", Codecs.nullable(Codecs.BIG_DECIMAL), Contact::limit, null)
          .build();

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  private <K, V> String row(String map, Codec<K> keys, Codec<V> values, K key, V value) {
    try (Store open = Store.open(store)) {
      open.map(map, keys, values).put(key, value);
    }
    String line = Octavo.run("scan", store, map).output();
    String keyText = line.substring(0, line.indexOf('\t'));
    Octavo.run("del", store, map, "--", keyText).succeeds();
    Octavo.run("scan", store, map).prints("");
    Octavo.runOn(line, "load", store, map).succeeds();
    try (Store open = Store.open(store)) {
      assertThat(open.map(map, keys, values)).isEqualTo(Map.of(key, value));
    }
    for (String format : new String[] {"--dump", "--ndjson"}) {
      Path copy = directory.resolve(map + format);
      Octavo dump =
          format.equals("--dump")
              ? Octavo.run("dump", store, map)
              : Octavo.run("dump", store, map, format);
      Octavo.runOn(dump.output(), "load", copy, format).succeeds();
      try (Store open = Store.open(copy)) {
        assertThat(open.map(map, keys, values)).isEqualTo(Map.of(key, value));
      }
    }
    return line;
  }

  @Test
  void numbersAndTimesHaveATextThatIsReadBack() {
    assertThat(row("a", Codecs.SHORT, Codecs.FLOAT, Short.MIN_VALUE, -0.0f))
        .isEqualTo("-32768\t-0.0\n");
    assertThat(row("b", Codecs.FLOAT, Codecs.CHAR, 1.1f, '\ud800')).isEqualTo("1.1\t\\ud800\n");
    assertThat(row("c", Codecs.CHAR, Codecs.FLOAT, 'x', Float.NaN)).isEqualTo("x\tNaN\n");
    assertThat(
            row(
                "d",
                Codecs.LOCAL_DATE,
                Codecs.LOCAL_DATE_TIME,
                LocalDate.MIN,
                LocalDateTime.of(1815, 12, 10, 12, 0)))
        .isEqualTo("-999999999-01-01\t1815-12-10T12:00\n");
    assertThat(
            row(
                "e",
                Codecs.DURATION,
                Codecs.BIG_INTEGER,
                Duration.ofMillis(-1500),
                BigInteger.TEN.pow(30)))
        .isEqualTo("PT-1.5S\t1000000000000000000000000000000\n");
    assertThat(
            row(
                "f",
                Codecs.BIG_DECIMAL,
                Codecs.BIG_DECIMAL,
                new BigDecimal("-1.50"),
                new BigDecimal("1E+2147483647")))
        .isEqualTo("-1.50\t1E+2147483647\n");
  }

  @Test
  void compositesAreJson() {
    assertThat(
            row(
                "a",
                Codecs.list(Codecs.BIG_DECIMAL),
                Codecs.optional(Codecs.STRING),
                List.of(new BigDecimal("1.50"), new BigDecimal("1E+2147483647")),
                Optional.of("x\t")))
        .isEqualTo("[1.50,1E+2147483647]\t\"x\\u0009\"\n");
    assertThat(
            row(
                "b",
                Codecs.optional(Codecs.LONG),
                Codecs.list(Codecs.optional(Codecs.optional(Codecs.INT))),
                Optional.empty(),
                List.of(
                    Optional.empty(), Optional.of(Optional.empty()), Optional.of(Optional.of(5)))))
        .isEqualTo("null\t[null,[null],[5]]\n");
    assertThat(
            row(
                "c",
                Codecs.tuple(Codecs.set(Codecs.STRING), Codecs.list(Codecs.BOOLEAN)),
                Codecs.STRING.map("Email", Email::new, Email::text),
                new Tuple2<>(new TreeSet<>(Set.of("b", "a")), List.of()),
                new Email("a@b")))
        .isEqualTo("[[\"a\",\"b\"],[]]\ta@b\n");
  }

  @Test
  void recordsOfBeforeAreShownWithoutWhatTheyLack() {
    try (Store open = Store.open(store)) {
      open.map("m", Codecs.INT, PERSON).put(1, new Person("ada"));
      open.map("m", Codecs.INT, CONTACT).put(2, new Contact("b", Set.of("x"), BigDecimal.ONE));
      open.map("m", Codecs.INT, CONTACT).put(3, new Contact("c", Set.of(), null));
    }
    String lines =
        """
        1\t{"name":"ada"}
        2\t{"name":"b","tags":["x"],"limit":1}
        3\t{"name":"c","tags":[],"limit":null}
        """;
    Octavo.run("scan", store, "m").prints(lines);
    for (String format : new String[] {"--dump", "--ndjson"}) {
      Path copy = directory.resolve(format);
      Octavo dump =
          format.equals("--dump") ? Octavo.run("dump", store) : Octavo.run("dump", store, format);
      Octavo.runOn(dump.output(), "load", copy, format).succeeds();
      Octavo.run("scan", copy, "m").prints(lines);
      try (Store open = Store.open(copy)) {
        assertThat(open.map("m", Codecs.INT, CONTACT).get(1))
            .isEqualTo(new Contact("ada", Set.of(), null));
        assertThatThrownBy(() -> open.map("m", Codecs.INT, PERSON))
            .isExactlyInstanceOf(OutdatedCodecException.class);
      }
    }
    Octavo.run("put", store, "m", 4, "{\"name\":\"d\",\"tags\":[\"y\",\"x\"]}").succeeds();
    try (Store open = Store.open(store)) {
      assertThat(open.map("m", Codecs.INT, CONTACT).get(4))
          .isEqualTo(new Contact("d", Set.of("x", "y"), null));
    }
  }

  /** A dump of before is loaded as what it is, not into what has grown. */
  @Test
  void aDumpIsNotLoadedIntoAMapThatHasGrown() {
    try (Store open = Store.open(store)) {
      open.map("m", Codecs.INT, PERSON).put(1, new Person("ada"));
    }
    String old = Octavo.run("dump", store).output();
    try (Store open = Store.open(store)) {
      open.write(tx -> tx.map("m", Codecs.INT, CONTACT));
    }
    String grown = Octavo.run("dump", store).output();

    Octavo.runOn(old, "load", store, "--dump").fails(1, "nothing was loaded");

    Octavo.run("dump", store).prints(grown);
  }

  @Test
  void prefixesOfDerivedStringsAreScanned() {
    try (Store open = Store.open(store)) {
      Map<Email, Integer> map =
          open.map("m", Codecs.STRING.map("Email", Email::new, Email::text), Codecs.INT);
      map.putAll(Map.of(new Email("ada"), 1, new Email("bob"), 2));
    }
    Octavo.run("scan", store, "m", "--prefix", "a").prints("ada\t1\n");
  }

  @Test
  void nullIsNoText() {
    try (Store open = Store.open(store)) {
      open.map("m", Codecs.STRING, Codecs.STRING).put("a", "b");
    }
    String dump = Octavo.run("dump", store, "--ndjson").output();
    Octavo.runOn(dump.replace("\"b\"", "null"), "load", store, "--ndjson")
        .fails(1, "nothing was loaded");
    Octavo.run("scan", store, "m").prints("a\tb\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | is not an object in JSON with the fields name, tags, limit",
        "{\"name\":\"a\",\"limit\":1} | of which those behind the first 1 may be missing",
        "{\"name\":\"a\",\"tags\":\"x\"} | has a bad tags, which is not an array in JSON",
        "{\"name\":\"a\",\"tags\":[\"x\",1]} | has a bad element 1, which is not text",
        "{\"name\":\"a\",\"tags\":[],\"limit\":\"x\"} | has a bad limit, which is not a decimal",
        "{\"name\":null} | has a bad name, which is not text",
      })
  void whatIsNoValueIsRefused(String text, String message) {
    try (Store open = Store.open(store)) {
      open.map("m", Codecs.INT, CONTACT).put(1, new Contact("b", Set.of("x"), BigDecimal.ONE));
    }
    Octavo.run("put", store, "m", 1, text).fails(2, message);
  }
}
