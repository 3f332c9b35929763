package io.octavo.command.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.codec.Tuple2;
import io.octavo.command.Octavo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** load of CSV. */
class LoadCsvTest {
  private static final String PEOPLE =
      """
      id,name,born
      1,"Lovelace, Ada",1815-12-10
      2,"Grace ""Amazing""
      Hopper",1906-12-09
      -3, C:\\new\\table ,
      """;

  private static final String LOAD =
      """
      when,load1,load5
      2026-01-31T12:00:00Z, 0.5,0.25
      2026-01-31T12:00:01Z,,0.26
      """;

  record Person(Optional<LocalDate> born, String name) {}

  private static final Codec<Person> CODEC =
      Codecs.record(Person.class)
          .with("born", Codecs.optional(Codecs.LOCAL_DATE), Person::born)
          .with("name", Codecs.STRING, Person::name)
          .build();

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  /** The order of the components is not that of the columns, whose names tell. */
  @Test
  void aRecordHasTheColumnsOfItsNamesAndTheKeyTheOther() {
    Octavo.runOn(
            PEOPLE,
            "load",
            store,
            "people",
            "--csv",
            "--keys=LONG",
            "--values",
            CODEC.name(),
            "--null",
            "")
        .succeeds();

    try (Store open = Store.open(store)) {
      assertThat(open.map("people", Codecs.LONG, CODEC).entrySet())
          .containsExactlyInAnyOrder(
              Map.entry(1L, new Person(Optional.of(LocalDate.of(1815, 12, 10)), "Lovelace, Ada")),
              Map.entry(
                  2L,
                  new Person(Optional.of(LocalDate.of(1906, 12, 9)), "Grace \"Amazing\"\nHopper")),
              Map.entry(-3L, new Person(Optional.empty(), " C:\\new\\table ")));
    }
  }

  @Test
  void columnsAreChosenByNameOrNumberInTheOrderOfTheMap() {
    String[] types = {"--keys=STRING", "--values=LONG"};
    Octavo.runOn(PEOPLE, "load", store, "a", "--csv", "--columns", "name,id", types[0], types[1])
        .succeeds();
    Octavo.runOn(PEOPLE, "load", store, "b", "--csv", "--columns=2, 1", types[0], types[1])
        .succeeds();
    String expected = " C:\\\\new\\\\table \t-3\nGrace \"Amazing\"\\nHopper\t2\nLovelace, Ada\t1\n";
    Octavo.run("scan", store, "a").prints(expected);
    Octavo.run("scan", store, "b").prints(expected);

    Octavo.runOn(
            "1;x;[1,2]\n2;y;[]",
            "load",
            store,
            "t",
            "--csv",
            "--no-header",
            "--separator=;",
            "--columns=1,2,3",
            "--keys=TUPLE(INT,STRING)",
            "--values=LIST(INT)")
        .succeeds();
    try (Store open = Store.open(store)) {
      assertThat(open.map("t", Codecs.tuple(Codecs.INT, Codecs.STRING), Codecs.list(Codecs.INT)))
          .containsEntry(new Tuple2<>(1, "x"), List.of(1, 2))
          .containsEntry(new Tuple2<>(2, "y"), List.of());
    }
  }

  @Test
  void mapsWithoutCodecsTakeAKeyAndAValue() {
    Octavo.runOn("k\tv\n 1 \t-2\n", "load", store, "longs", "--csv", "--separator", "tab")
        .succeeds();
    Octavo.run("scan", store, "longs").prints("1\t-2\n");
    Octavo.runOn("k,v\na\\x41,\n", "load", store, "text", "--csv", "--utf8").succeeds();
    Octavo.run("scan", store, "text").prints("a\\\\x41\t\n");
    Octavo.runOn("k,v\n61,ff\n", "load", store, "text", "--csv", "--hex").succeeds();
    Octavo.run("scan", store, "text", "--hex").prints("61\tff\n615c783431\t\n");
    Octavo.runOn("", "load", store, "empty", "--csv").succeeds();
    Octavo.run("count", store, "empty").prints("0\n");
    Octavo.runOn("k,v\n", "load", store, "head", "--csv").succeeds();
    Octavo.run("count", store, "head").prints("0\n");
  }

  @Test
  void postingListsTakeOneColumnOfIdsOrMore() {
    String lines = "tag,doc,more\n1,7,8 9\n2,-5,\n1,3,\n";
    Octavo.runOn(lines, "load", store, "p", "--csv", "--postings", "--null=").succeeds();
    Octavo.run("scan", store, "p").prints("1\t3 7 8 9\n2\t-5\n");
    Octavo.runOn("1,,\n", "load", store, "p", "--csv", "--postings", "--null=", "--no-header")
        .succeeds();
    Octavo.run("scan", store, "p").prints("1\t3 7 8 9\n2\t-5\n");
  }

  @Test
  void stringsGetIdsInTheirOrderUnlessTheyHaveSome() {
    Octavo.runOn("name\nb\\n\na\nb\\n\n", "load", store, "s", "--csv", "--strings").succeeds();
    Octavo.run("scan", store, "s").prints("0\tb\\\\n\n1\ta\n");
    Octavo.runOn(
            "n,name\n1,c\n2,NA\n3,a\n",
            "load",
            store,
            "s",
            "--csv",
            "--strings",
            "--columns=name",
            "--null=NA")
        .succeeds();
    Octavo.run("scan", store, "s").prints("0\tb\\\\n\n1\ta\n2\tc\n");
  }

  @Test
  void eachColumnOfValuesIsASeries() {
    Octavo.runOn(
            LOAD, "load", store, "host", "--csv", "--series", "--time=iso", "--places=2", "--null=")
        .succeeds();
    Octavo.run("scan", store, "host/load1").prints("2026-01-31T12:00:00Z\t0.50\n");
    Octavo.run("scan", store, "host/load5")
        .prints("2026-01-31T12:00:00Z\t0.25\n2026-01-31T12:00:01Z\t0.26\n");
    Octavo.runOn(
            LOAD,
            "load",
            store,
            "one",
            "--csv",
            "--series",
            "--time=iso",
            "--places=2",
            "--columns=when,load5")
        .succeeds();
    Octavo.run("scan", store, "one")
        .prints("2026-01-31T12:00:00Z\t0.25\n2026-01-31T12:00:01Z\t0.26\n");
    Octavo.runOn("5,6\n", "load", store, "plain", "--csv", "--series", "--no-header").succeeds();
    Octavo.run("scan", store, "plain").prints("5\t6\n");
    // One that exists keeps its units.
    Octavo.runOn("t,v\n2026-01-31T12:00:02Z,1\n", "load", store, "one", "--csv", "--series")
        .succeeds();
    assertThat(Octavo.run("scan", store, "one").output()).endsWith("02Z\t1.00\n");
    Octavo.runOn(LOAD, "load", store, "one", "--series", "--csv", "--columns=1,3", "--time=ms")
        .fails(2, "series one keeps \"time ns, places 2\"; omit --time and --places");
    Octavo.runOn("1 1", "load", store, "plain", "--series", "--time=ms")
        .fails(2, "series plain keeps no units; omit --time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "a,b;1,x|--csv|1|line 2: the value is not a 64-bit integer; for a map of text give --utf8",
        "a,b;1,2;3|--csv|1|line 3: the line has 1 field, and the first line 2: \"3\"",
        "a,b;1,2;3,4,5|--csv|1|line 3: the line has 3 fields, and the first line 2",
        "a,b;1,\"2|--csv|1|line 2: malformed CSV: Unclosed quoted field",
        "a,b;1,|--csv|1|line 2: the value is not a 64-bit integer;^",
        "a,b;1,|--csv|1|; --null '' says that it is no value: \"\"; nothing was loaded",
        "a,b;1,|--csv --null=|1|line 2: the value is null; only a codec OPTIONAL(C) has that",
        "a,b;,1|--csv --null= --utf8|1|line 2: the key is null; only a codec OPTIONAL(C)",
        "a,b;1,|--csv --null= --keys=INT --values=INT|1|the value is null; only a codec OPTIONAL",
        "a,b;,1|--csv --null= --series|1|line 2: the key is null",
        "a,b,c;1,2,3|--csv|2|map m takes 2 columns, not 3: give --columns COLUMN,COLUMN; the columns are a, b, c",
        "t,a,a;1,2,3|--csv --series|2|several columns are named a, and so would be several series",
        "a b;1 2|--csv|2|COLUMN,COLUMN or --separator; the columns are a b",
        "a,b;1,2|--csv --columns=a,c|2|no column is named c; choose by numbers or names; the columns are a, b",
        "a,a;1,2|--csv --columns=a,2|2|several columns are named a; choose by numbers",
        "a,b;1,2|--csv --columns=1,3|2|no column is named 3",
        "a,b;1,2|--csv --columns=a|2|map m takes 2 columns, not 1",
        "1,2|--csv --no-header --columns=a,b|2|with --no-header give numbers",
        "1,2|--csv --no-header --columns=1,3|2|no column is named 3; choose by numbers or names; the first line has 2",
        "k,a,c;1,2,3|--csv --keys=INT --values=RECORD(a:INT,b:INT)|2|no column is named b",
        "k,a,b;1,2,x|--csv --keys=INT --values=RECORD(a:INT,b:INT)|1|line 2: the value has a bad b, which is not a 32-bit integer",
        "a;x|--csv --strings --columns=a,a|2|table of strings m takes 1 column, not 2",
        "a,b;1,2|--csv --pairs|6|--csv: map m holds pairs, not entries of CSV",
        "a,b;1,2|--csv --binary|2|give only one of --csv and --binary",
        "a,b;1,2|--csv --separator=\"|2|--separator=\": Control characters must differ",
        "a,b;1,2|--columns=a,b|2|--columns, --separator, --null and --no-header: only with --csv",
        "a,b;1,2|--null=x|2|only with --csv",
        "1,2|--time=ms|2|--time and --places: only with --series",
        "t,v;2026-01-31T12:00:00Z,1|--csv --series|1|; for other times and values a new series takes"
            + " --time and --places",
        "t,v;1,0.5|--csv --series|1|line 2: the value is not a 64-bit integer; for other times and",
        "1 0.5|--series|1|the value is not an integer; for other times and values a new series",
      })
  void whatIsWrongIsNamedWithTheOptionThatFits(
      String lines, String options, int exitCode, String problem) {
    List<Object> arguments = new ArrayList<>(List.of("load", store, "m"));
    arguments.addAll(List.of(options.split(" ", -1)));
    Octavo.runOn(lines.replace(';', '\n'), arguments.toArray())
        .fails(exitCode, problem.replace("^", ""));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFileOfCsvIsToldFromItsName() throws IOException {
    Path file = Files.writeString(directory.resolve("in.csv"), PEOPLE);
    Octavo.run("load", store, "m", file).fails(1, "; give --csv; nothing was loaded");
    Octavo.run("load", store, "m", file, "--utf8").fails(1, "no tab", "; give --csv; nothing was");
    Octavo.runOn("", "load", store, "--time=ms", "--dump").fails(2, "--dump: omit map, type");
    Octavo.runOn("", "load", store, "--csv", "--dump").fails(2, "--dump: omit map, type");
    assertThat(store).doesNotExist();
  }
}
