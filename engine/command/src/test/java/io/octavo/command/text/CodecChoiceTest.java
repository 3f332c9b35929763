package io.octavo.command.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.command.Octavo;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A map that the command makes by --keys and --values opens in a program by the same codecs. */
class CodecChoiceTest {
  private static final String PERSON = "RECORD(name:STRING,born:INSTANT)";
  private static final String GROWN = "RECORD(name:STRING,born:INSTANT,mail?:OPTIONAL(STRING))";

  record Person(String name, Instant born) {}

  private static final Codec<Person> PEOPLE =
      Codecs.record(Person.class)
          .with("name", Codecs.STRING, Person::name)
          .with("born", Codecs.INSTANT, Person::born)
          .build();

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  @Test
  void everyCodecOfAProgramIsOneOfTheCommand() throws IllegalAccessException {
    List<Codec<?>> codecs = new ArrayList<>();
    for (Field field : Codecs.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof Codec<?> codec) {
        codecs.add(codec);
      }
    }
    assertThat(codecs).hasSizeGreaterThan(15);
    codecs.add(PEOPLE);
    codecs.add(Codecs.enums(DayOfWeek.class));
    codecs.add(Codecs.tuple(Codecs.STRING, PEOPLE));
    codecs.add(Codecs.tuple(Codecs.STRING, Codecs.set(Codecs.INT), Codecs.UUID));
    codecs.add(Codecs.list(Codecs.optional(Codecs.BYTES)));
    codecs.add(Codecs.STRING.map("Email", text -> text, text -> text));
    for (int i = 0; i < codecs.size(); i++) {
      String name = codecs.get(i).name();
      Octavo.runOn("", "load", store, "m" + i, "--keys", name, "--values", name).succeeds();
    }
    try (Store open = Store.open(store)) {
      for (int i = 0; i < codecs.size(); i++) {
        assertThat(open.map("m" + i, codecs.get(i), codecs.get(i)).isEmpty()).isTrue();
      }
    }
  }

  @Test
  void itsProgramReadsWhatTheCommandPutsIntoANewMap() {
    String ada = "{\"name\":\"Ada\",\"born\":\"1815-12-10T00:00:00Z\"}";
    String blanks = " RECORD( name: STRING, born :INSTANT ) ";
    Octavo.run("put", store, "people", "--keys", "STRING", "--values", blanks, "ada", ada)
        .succeeds();
    Octavo.runOn("a\t1\nb\t-2\n", "load", store, "ages", "--keys=STRING", "--values=INT")
        .succeeds();
    Octavo.run("put", store, "longs", "--keys=LONG", "--values=LONG", 1, 2).succeeds();
    Octavo.run("put", store, "bytes", "--keys=BYTES", "--values=BYTES", "k", "\\xff").succeeds();
    Octavo.run("put", store, "files", "--keys=STRING", "--values=BYTES", "k", "--file", store)
        .succeeds();

    try (Store open = Store.open(store)) {
      assertThat(open.map("people", Codecs.STRING, PEOPLE))
          .containsEntry("ada", new Person("Ada", Instant.parse("1815-12-10T00:00:00Z")));
      assertThat(open.map("ages", Codecs.STRING, Codecs.INT))
          .containsEntry("a", 1)
          .containsEntry("b", -2);
      assertThat(open.map("longs", Codecs.LONG, Codecs.LONG)).containsEntry(1L, 2L);
      assertThat(open.readLong(tx -> tx.longMap("longs").get(1, -1))).isEqualTo(2);
      assertThat(open.map("bytes", Codecs.BYTES, Codecs.BYTES).firstEntry().getValue())
          .containsExactly(0xFF);
      assertThat(open.map("files", Codecs.STRING, Codecs.BYTES).get("k")).isNotEmpty();
    }
  }

  @Test
  void aMapThatExistsTakesItsCodecsAndThoseThatHaveGrown() {
    Octavo.runOn("", "load", store, "m", "--keys=STRING", "--values", PERSON).succeeds();
    Octavo.run("put", store, "l", 1, 1).succeeds();
    String before = Octavo.run("dump", store).output();
    String ada = "{\"name\":\"Ada\",\"born\":\"1815-12-10T00:00:00Z\"}";

    Octavo.run("put", store, "m", "ada", ada, "--keys=UTF8", "--values", PERSON)
        .fails(6, "map m holds keys of STRING and values of RECORD", "not keys of UTF8", "omit ");
    Octavo.run("put", store, "l", 1, 1, "--keys=STRING", "--values=INT")
        .fails(6, "map l holds longs, not keys of STRING and values of INT; omit --keys and");
    Octavo.run("put", store, "m", 1, 1, "--keys=LONG", "--values=LONG")
        .fails(6, "not keys of LONG and values of LONG");
    Octavo.run("put", store, "m", 1, 1, "--keys=BYTES", "--values=BYTES")
        .fails(6, "not keys of BYTES and values of BYTES");
    Octavo.run("dump", store).prints(before);

    Octavo.run("put", store, "l", 2, 2, "--keys=LONG", "--values=LONG").succeeds();
    Octavo.run("put", store, "m", "ada", ada, "--keys=STRING", "--values", PERSON).succeeds();
    try (Store open = Store.open(store)) {
      assertThat(open.map("m", Codecs.STRING, PEOPLE)).containsOnlyKeys("ada");
    }
    String bob = "{\"name\":\"Bob\",\"born\":\"1970-01-01T00:00:00Z\",\"mail\":null}";
    Octavo.run("put", store, "m", "bob", bob, "--keys=STRING", "--values", GROWN).succeeds();
    Octavo.run("maps", store).succeeds();
    assertThat(Octavo.run("maps", store).output()).contains("STRING to " + GROWN);
    record Grown(String name, Instant born, Optional<String> mail) {}
    Codec<Grown> grown =
        Codecs.record(Grown.class)
            .with("name", Codecs.STRING, Grown::name)
            .with("born", Codecs.INSTANT, Grown::born)
            .with("mail", Codecs.optional(Codecs.STRING), Grown::mail, Optional.empty())
            .build();
    try (Store open = Store.open(store)) {
      assertThat(open.map("m", Codecs.STRING, grown)).containsOnlyKeys("ada", "bob");
    }
  }

  /** A name that no codec of Codecs has would make a map that no program opens. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "STRNG | the command has no codec 'STRNG'; did you mean STRING?",
        "my.Codec | no codec 'my.Codec'; it has LONG, UNSIGNED_LONG, ",
        "FOREIGN(INT) | it has LONG, ",
        "STRING(INT) | no codec 'STRING'",
        "'' | no codec ''; it has",
        "RECORD(a:INT | the parentheses do not match",
        "LIST(STRNG) | did you mean STRING?",
        "LIST | a codec of LIST is written LIST(C)",
        "LIST(INT,INT) | written LIST(C)",
        "OPTIONAL(a:INT) | written OPTIONAL(C)",
        "TUPLE(INT) | written TUPLE(C,D) or TUPLE(C,D,E)",
        "TUPLE(INT,INT,INT,INT) | written TUPLE(C,D) or",
        "RECORD(INT) | written RECORD(a:C,b:D,later?:E)",
        "RECORD(a:INT,a:INT) | written RECORD(",
        "RECORD(a:INT,a?:INT) | written RECORD(",
        "RECORD(a?:INT,b:INT) | written RECORD(",
        "RECORD() | written RECORD(",
        "MAPPED(a?:INT) | written MAPPED(name:C)",
        "MAPPED(INT) | written MAPPED(name:C)",
        "ENUM(A,A) | written ENUM(A,B)",
        "ENUM(A,) | written ENUM(A,B)",
        "ENUM(a:A) | written ENUM(A,B)",
        "ENUM(A(B)) | written ENUM(A,B)",
      })
  void whatNoProgramHasIsRefused(String codec, String problem) {
    Octavo.run("put", store, "m", "--keys", codec, "--values", "INT", 1, 1)
        .fails(2, "--keys=" + codec + ": ", problem);
    Octavo.run("put", store, "m", "--keys", "INT", "--values", codec, 1, 1)
        .fails(2, "--values=" + codec + ": ", problem);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void namesThatDoNotFitTheCatalogueAreRefusedBeforeAStoreIsMade() {
    String names =
        IntStream.range(0, 600)
            .mapToObj(i -> "C" + i)
            .collect(Collectors.joining(",", "ENUM(", ")"));
    Octavo.run("put", store, "m", "--keys=INT", "--values", names, 1, "C1")
        .fails(2, "the names of the codecs are longer than 1020 bytes");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void anErrorSaysWhichOptionFits() {
    String text = "is not a 64-bit integer; for a map of text give --utf8, or --keys and --values";
    Octavo.run("put", store, "m", "ada", 1).fails(2, "the key " + text);
    Octavo.run("put", store, "m", 1, "ada").fails(2, "the value " + text);
    Octavo.runOn("ada 1\n", "load", store, "m")
        .fails(1, "the key is not an integer; for a map of text give --utf8, or --keys and --val");
    Octavo.run("put", store, "m", "--keys=INT", 1, 1).fails(2, "--keys and --values: give both");
    Octavo.run("put", store, "m", "--values=INT", 1, 1).fails(2, "--keys and --values: give both");
    Octavo.runOn("1 1", "load", store, "m", "--postings", "--keys=INT", "--values=INT")
        .fails(2, "--keys and --values: not with --postings");
    Octavo.runOn("", "load", store, "--dump", "--keys=INT", "--values=INT")
        .fails(2, "--dump: omit map, type, codecs and notation");
    Octavo.run("put", store, "m", "--keys=INT", "--values=INT", "--hex", 1, 1)
        .fails(6, "--hex: map m holds keys of INT and values of INT, not bytes; omit --hex");
    assertThat(directory).isEmptyDirectory();

    Octavo.run("put", store, "longs", 1, 1).succeeds();
    Octavo.run("put", store, "longs", "ada", 1).fails(2, "64-bit integer; map longs holds longs");
    Octavo.run("get", store, "longs", "ada").fails(2, "64-bit integer; map longs holds longs");
    Octavo.runOn("1 x", "load", store, "longs")
        .fails(1, "the value is not an integer; map longs holds longs: \"x\"");
    Octavo.run("put", store, "longs", "--utf8", 1, 1)
        .fails(6, "holds longs, not bytes; omit --utf8");
    Octavo.runOn("1 1", "load", store, "longs", "--series").fails(6, "not series; omit --series");
    Octavo.run("put", store, "text", "--utf8", 1, 1).succeeds();
    Octavo.runOn("1 1", "load", store, "text", "--binary")
        .fails(6, "--binary: map text holds bytes-utf8, not longs; omit --binary");
  }
}
