package io.octavo.command.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.command.Octavo;
import io.octavo.command.cli.Stores;
import io.octavo.fixture.ForgedFile;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.series.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command reads and writes what the times and values of a series stand for. */
class SeriesUnitsCommandsTest {
  private static final int PAGE = 8192;
  private static final String LINES =
      """
      1970-01-01T00:00:01.500Z\t0.25
      1970-01-01T00:00:01.500Z\t-3.00
      1970-01-01T00:00:02Z\t1.00
      """;

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void make() {
    store = directory.resolve("a.oct");
    load("s", "when,v\n1500,.25\n1970-01-01T00:00:01.5Z,-3\n2000,1\n", "--time=ms", "--places=2")
        .succeeds();
  }

  private Octavo load(String series, String csv, Object... options) {
    List<Object> arguments = new ArrayList<>(List.of("series", "import", store, series, "-"));
    arguments.addAll(List.of(options));
    return Octavo.runOn(csv, arguments.toArray());
  }

  private static String units(Path path, String name) {
    try (Store opened = Store.open(path, StoreOptions.defaults().readOnly(true));
        Transaction tx = opened.beginRead()) {
      assertThat(opened.check().problems()).isEmpty();
      Series series = tx.series(name);
      return series.timeUnit() + " " + series.places() + " " + series.isOfEvents();
    }
  }

  @Test
  void entriesAreShownAndReadInTheirUnits() {
    assertThat(units(store, "s")).isEqualTo("Optional[MILLISECONDS] 2 false");
    Octavo.run("scan", store, "s").prints(LINES);
    Octavo.run("scan", store, "s", "--json", "--limit", 1)
        .prints("[{\"key\":\"1970-01-01T00:00:01.500Z\",\"value\":0.25}]\n");
    Octavo.run("get", store, "s", 2000).prints("1.00\n");
    Octavo.run("get", store, "s", "1970-01-01T01:00:02+01:00", 1500)
        .prints(
            """
            1970-01-01T00:00:02Z\t1.00
            1970-01-01T00:00:01.500Z\t0.25
            1970-01-01T00:00:01.500Z\t-3.00
            """);
    assertThat(Octavo.run("get", store, "s", 7, "--json").out())
        .isEqualTo("[{\"key\":\"1970-01-01T00:00:00.007Z\",\"value\":null}]\n");
    Octavo.run("get", store, "s", "x").fails(2, "'x' is neither a 64-bit integer nor ISO 8601");
    Octavo.run("count", store, "s", "--from", "1970-01-01T00:00:01.501Z").prints("1\n");
    Octavo.run("put", store, "s", "1970-01-01T00:00:03Z", "1.5").succeeds();
    Octavo.run("put", store, "s", 1, "1.234").fails(2, "has more than 2 decimal places");
    Octavo.run("del", store, "s", "--to", 2000).prints("3\n");
    Octavo.run("scan", store, "s").prints("1970-01-01T00:00:03Z\t1.50\n");
    assertThat(Octavo.run("maps", store).output()).endsWith("  1  time ms, places 2\n");
    Octavo.run("maps", store, "--json")
        .prints(
            "[{\"name\":\"s\",\"type\":\"series\",\"entries\":1,"
                + "\"units\":\"time ms, places 2\"}]\n");
    Octavo.run("compact", store).succeeds();
    assertThat(pages(store)).contains("03 02: time ms, places 2");
  }

  private static String pages(Path path) {
    StringBuilder text = new StringBuilder();
    for (long page = 0; page < Stores.length(path) / PAGE; page++) {
      text.append(Octavo.run("page", path, page).out());
    }
    return text.toString();
  }

  @Test
  void linesOfAScanAreLoaded() {
    Octavo.runOn(LINES, "load", store, "s").succeeds();
    Octavo.runOn(LINES, "load", store, "s", "--series").succeeds();
    Octavo.run("count", store, "s").prints("9\n");
    Octavo.run("del", store, "s", 1500, 2000).succeeds();
    Octavo.runOn(LINES, "load", store, "s").succeeds();
    Octavo.run("scan", store, "s").prints(LINES);
    Octavo.runOn("1500\t1.234", "load", store, "s").fails(1, "line 1: the value has more than 2");
    Octavo.runOn("1500 1", "load", store, "s").fails(1, "line 1: no tab after the key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dump", "--ndjson"})
  void aDumpHasTheUnits(String form) {
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            tx.series("events").describeEvents(TimeUnit.NANOSECONDS);
            tx.series("events").add(1, 2);
            tx.series("plain").add(3, 4);
          });
    }
    boolean isJson = form.equals("--ndjson");
    Object[] dump = isJson ? new Object[] {"dump", store, form} : new Object[] {"dump", store};
    String text = Octavo.run(dump).output();
    assertThat(text)
        .contains(
            isJson
                ? "{\"map\":\"s\",\"type\":\"series\",\"units\":\"time ms, places 2\","
                    + "\"key\":1500,\"value\":25}\n"
                : "map series s\nunits time ms, places 2\n1500\t25\n1500\t-300\n2000\t100\n",
            isJson
                ? "{\"map\":\"plain\",\"type\":\"series\",\"key\":3,\"value\":4}\n"
                : "map series events\nunits events ns\n1\t2\nmap series plain\n3\t4\n");
    Path copy = directory.resolve("copy.oct");

    Octavo.runOn(text, "load", copy, form).succeeds();

    dump[1] = copy;
    Octavo.run(dump).prints(text);
    Octavo.runOn(text, "load", copy, form).succeeds();
    Octavo.run("count", copy, "s").prints("6\n");
    Octavo.runOn(text.replace("time ms", "time us"), "load", copy, form)
        .fails(
            1, "series s has the units \"time ms, places 2\", not the units \"time us, places 2\"");
    Octavo.runOn(text.replace("time ms", "time y"), "load", copy, form).fails(1, "unit=y is not");
    Octavo.run("drop", copy, "s").succeeds();
    Octavo.runOn("", "load", copy, "s", "--series").succeeds();
    Octavo.runOn(text, "load", copy, form)
        .fails(1, "series s has no units, not the units \"time ms, places 2\"");
  }

  /** A dump of series without entries, and one whose head ends the input. */
  @Test
  void theHeadOfADumpIsReadToItsEnd() {
    String dump = "octavo dump 1\nmap series a\nunits time d\nmap series b\nmap series c\n";
    Octavo.runOn(dump + "units places 18\nend\n", "load", store, "--dump").succeeds();
    assertThat(units(store, "a")).isEqualTo("Optional[DAYS] 0 false");
    assertThat(units(store, "b")).isEqualTo("Optional.empty 0 false");
    assertThat(units(store, "c")).isEqualTo("Optional.empty 18 false");
    for (String end : List.of("", "units time d\n", "units time d")) {
      Octavo.runOn(dump + end, "load", store, "--dump").fails(1, "the dump is truncated");
    }
    Octavo.runOn(dump + "units \nunits time d\nend\n", "load", store, "--dump")
        .fails(1, "line 7: expected an entry");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--time=s|series s keeps \"time ms, places 2\", not --time s; omit the options",
        "--places=3|series s keeps \"time ms, places 2\", not --places 3; omit the options",
        "--time=number|not --time number",
        "--time=iso|not --time iso"
      })
  void anImportIsInTheUnitsOfTheSeries(String option, String problem) {
    load("s", "3000,1\n", option).fails(2, problem);
    load("s", "3000,1\n", "--time=ms").succeeds();
    load("s", "1970-01-01T00:00:04Z,1.5\n").succeeds();
    load("s", "1970-01-01T00:00:05Z,1.234\n").fails(1, "has more than 2 decimal places");
    Octavo.run("scan", store, "s")
        .prints(LINES + "1970-01-01T00:00:03Z\t1.00\n1970-01-01T00:00:04Z\t1.50\n");
  }

  @Test
  void aSeriesWithoutUnitsStaysSo() {
    load("t", "1,2\n").succeeds();
    load("t", "1970-01-01T00:00:03Z,.5\n", "--time=s", "--places=1").succeeds();
    Octavo.run("scan", store, "t").prints("1\t2\n3\t5\n");
    assertThat(units(store, "t")).isEqualTo("Optional.empty 0 false");
  }

  @Test
  void verbsUseTheUnitsUnlessTheyAreGivenOthers() {
    Octavo.run("series", "query", store, "s", "--from", "1970-01-01T00:00:01.500Z", "--to", 1999)
        .prints(
            "count     2\nsum       -2.75\nleast     -3.00\ngreatest  0.25\nmean      -1.3750\n");
    Octavo.run("series", "windows", store, "s", "--count", 1)
        .prints(
            """
            from\tto\tcount\tsum\tleast\tgreatest\tmean
            1970-01-01T00:00:01.500Z\t1970-01-01T00:00:02Z\t3\t-1.75\t-3.00\t1.00\t-0.5833
            """);
    Octavo.run("series", "windows", store, "s", "--count=1", "--time=number", "--places=0")
        .prints(
            """
            from\tto\tcount\tsum\tleast\tgreatest\tmean
            1500\t2000\t3\t-175\t-300\t100\t-58.33
            """);
    Octavo.run("series", "query", store, "s", "--time=number", "--from=1970-01-01T00:00:00Z")
        .fails(2, "is not a 64-bit integer");
    Octavo.run("series", "trim", store, "s", "--before", "1970-01-01T00:00:01.501Z").prints("2\n");
    Octavo.run("scan", store, "s").prints("1970-01-01T00:00:02Z\t1.00\n");
  }

  @Test
  void aSalvageKeepsTheUnits() throws IOException {
    Path killed = directory.resolve("killed.oct");
    try (Store opened = Store.open(store)) {
      opened.write(tx -> tx.series("ring").describeEvents(TimeUnit.SECONDS));
      opened.write(tx -> tx.series("ring").add(1, 1));
      opened.write(tx -> tx.series("s").describe(TimeUnit.MILLISECONDS, 1));
      Files.copy(store, killed);
    }
    Path saved = directory.resolve("saved.oct");
    Octavo.run("salvage", killed, saved).succeeds();
    assertThat(units(saved, "ring")).isEqualTo("Optional[SECONDS] 0 true");
    assertThat(units(saved, "s")).isEqualTo("Optional[MILLISECONDS] 1 false");
  }

  @Test
  void unknownUnitsAreTold() throws IOException {
    ForgedFile file = new ForgedFile();
    CatalogueRecord record = CatalogueRecord.empty("f", 5, CatalogueRecord.SERIES, 1);
    PageRef catalogue = file.catalogue(record.described(0, 0, new byte[] {8, 0}));
    Path forged = Files.write(directory.resolve("forged.oct"), file.bytes(catalogue));

    String problem = "time unit 8 is not from 0 to 7";
    assertThat(Octavo.run("check", forged).out() + Octavo.run("check", forged).err())
        .contains("map f: " + problem + " (R20, catalogue record)");
    Octavo.run("scan", forged, "f").fails(1, "f is a series of units that this version", problem);
    Octavo.run("maps", forged).succeeds();
    Path saved = directory.resolve("saved.oct");
    assertThat(Octavo.run("salvage", forged, saved).out())
        .contains("the units of map f: " + problem);
    assertThat(units(saved, "f")).isEqualTo("Optional.empty 0 false");
  }
}
