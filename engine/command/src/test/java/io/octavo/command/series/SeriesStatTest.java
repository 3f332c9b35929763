package io.octavo.command.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.series.Series;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code octavo series stat}. */
class SeriesStatTest {
  private static final int ENTRIES = 20_000;

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  private void load(String series, String csv, Object... options) {
    Object[] arguments = new Object[5 + options.length];
    System.arraycopy(new Object[] {"series", "import", store, series, "-"}, 0, arguments, 0, 5);
    System.arraycopy(options, 0, arguments, 5, options.length);
    Octavo.runOn(csv, arguments).succeeds();
  }

  /** Adds entries of several leaves. */
  private static void fill(Series series) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ENTRIES; i++) {
      series.add(i, random.nextInt(1 << 20));
    }
  }

  private Map<?, ?> stat(String series) {
    List<?> all = (List<?>) Octavo.run("series", "stat", store, series, "--json").json();
    return (Map<?, ?>) all.get(0);
  }

  @Test
  void aSeriesIsDescribed() {
    load("load", "when,v\n1500,.25\n2000,-3\n2000,1.5\n", "--time=ms", "--places=2");
    load("plain", "7,5\n");
    Octavo.runOn("", "load", store, "empty", "--series").succeeds();

    Octavo.run("series", "stat", store)
        .prints(
            """
            series       empty
            units        none
            entries      0
            first        -
            last         -
            sum          0
            least        -
            greatest     -
            mean         -
            pages        none

            series       load
            units        time ms, places 2
            entries      3
            first        1970-01-01T00:00:01.500Z
            last         1970-01-01T00:00:02Z
            sum          -1.25
            least        -3.00
            greatest     1.50
            mean         -0.4167
            depth        1 level: 1 leaf
            per entry    2,730.67 bytes, counting all pages
            filled       0.3 % of the leaves

            series       plain
            units        none
            entries      1
            first        7
            last         7
            sum          5
            least        5
            greatest     5
            mean         5.00
            depth        1 level: 1 leaf
            per entry    8,192.00 bytes, counting all pages
            filled       0.1 % of the leaves
            """);
    Octavo.run("series", "stat", store, "load", "empty", "--json")
        .prints(
            "[{\"name\":\"load\",\"timeUnit\":\"ms\",\"places\":2,\"events\":false,\"entries\":3,"
                + "\"first\":\"1970-01-01T00:00:01.500Z\",\"last\":\"1970-01-01T00:00:02Z\","
                + "\"sum\":-1.25,\"least\":-3.00,\"greatest\":1.50,\"mean\":-0.4167,"
                + "\"pagesByLevel\":[1],\"fill\":0.003,\"bytes\":8192,\"bytesPerEntry\":2730.667},"
                + "{\"name\":\"empty\",\"timeUnit\":null,\"places\":0,\"events\":false,"
                + "\"entries\":0,\"first\":null,\"last\":null,\"sum\":0,\"least\":null,"
                + "\"greatest\":null,\"mean\":null,\"pagesByLevel\":[],\"fill\":0.000,\"bytes\":0,"
                + "\"bytesPerEntry\":null}]\n");
    assertThat(
            Octavo.run("series", "stat", store, "load", "--time", "number", "--places", 0).output())
        .contains("units        time ms, places 2\n", "last         2000\n", "sum          -125\n");
  }

  /** Figures are those of a query, pages those of all statistics of the store. */
  @Test
  void figuresAreThoseOfTheOtherVerbs() {
    try (Store opened = Store.open(store)) {
      opened.write(tx -> fill(tx.series("s")));
    }

    Map<?, ?> found = stat("s");

    Map<?, ?> query =
        (Map<?, ?>) Octavo.run("series", "query", store, "s", "--json").succeeds().json();
    for (String figure : List.of("sum", "least", "greatest", "mean")) {
      assertThat(found.get(figure)).as(figure).isEqualTo(query.get(figure));
    }
    assertThat(found.get("entries")).isEqualTo(query.get("count"));
    assertThat(found.get("first")).isEqualTo(BigDecimal.ZERO);
    assertThat(found.get("last")).isEqualTo(BigDecimal.valueOf(ENTRIES - 1));
    Map<?, ?> whole = (Map<?, ?>) Octavo.run("stat", store, "s", "--json").succeeds().json();
    Map<?, ?> map = (Map<?, ?>) ((List<?>) whole.get("maps")).get(0);
    for (String figure : List.of("pagesByLevel", "fill", "bytesPerEntry")) {
      assertThat(found.get(figure)).as(figure).isNotNull().isEqualTo(map.get(figure));
    }
    List<?> levels = (List<?>) found.get("pagesByLevel");
    assertThat(levels).hasSize(2);
    long pages = levels.stream().mapToLong(count -> ((Number) count).longValue()).sum();
    assertThat(found.get("bytes")).isEqualTo(BigDecimal.valueOf(pages * PageHeader.PAGE_SIZE));
    assertThat(Octavo.run("series", "stat", store).output())
        .contains("depth        2 levels: 1 branch, " + levels.get(0) + " leaves\n");
  }

  @Test
  void seriesAreChosenByName() {
    load("t/gc", "1,2\n");
    load("t", "3,4\n");
    load("u", "5,6\n");
    Octavo.run("put", store, "m", 1, 1).succeeds();

    assertThat(Octavo.run("series", "stat", store, "u", "t", "u").output().lines())
        .filteredOn(line -> line.startsWith("series"))
        .containsExactly("series       u", "series       t", "series       t/gc");
    Octavo.run("series", "stat", store, "u", "m").fails(6, "series: map m holds longs, not series");
    Octavo.run("series", "stat", store, "v")
        .fails(1, "no map named v; the store has m, t, t/gc, u");
    Octavo.run("series", "stat", store, "u", "--places", 19).fails(2, "--places=19 is not from 0");
    Octavo.run("series", "stat", directory.resolve("no.oct")).fails(3, "no such file");
    Path other = directory.resolve("b.oct");
    Octavo.run("put", other, "m", 1, 1).succeeds();
    Octavo.run("series", "stat", other).fails(1, "the store has no series");
  }

  @Test
  void eventsAreCalledSo() {
    Octavo.runOn(
            "0,7,gc\n",
            "series",
            "import",
            store,
            "t",
            "-",
            "--events",
            "--time",
            "us",
            "--columns",
            "1,2,3")
        .succeeds();

    Map<?, ?> found = stat("t/gc");
    assertThat(found.get("events")).isEqualTo(true);
    assertThat(found.get("timeUnit")).isEqualTo("us");
    assertThat(Octavo.run("series", "stat", store, "t").output())
        .contains("units        events us\n", "first        1970-01-01T00:00:00Z\n");
  }

  /** What was committed after the last checkpoint counts, its pages too. */
  @Test
  void aStoreThatWasNotClosedIsDescribedAsOfItsLastCommit() throws IOException {
    Path killed = directory.resolve("killed.oct");
    try (Store open = Store.open(store)) {
      open.write(tx -> tx.series("old").add(1, 2));
      open.checkpoint();
      open.write(tx -> tx.series("old").add(3, 4));
      open.write(tx -> tx.series("new").add(5, 6));
      Files.copy(store, killed);
    }
    store = killed;

    assertThat(stat("old").get("entries")).isEqualTo(BigDecimal.valueOf(2));
    assertThat(stat("new").get("pagesByLevel")).isEqualTo(List.of(BigDecimal.ONE));
    Octavo.run("series", "stat", killed).succeeds();
  }

  @Test
  void aDamagedPageIsReported() throws IOException {
    try (Store open = Store.open(store)) {
      open.write(tx -> fill(tx.series("s")));
      open.checkpoint();
      open.write(tx -> tx.series("t").add(1, 2));
    }
    int last = PictureSamples.find(store, PageKind.PACKED_LEAF, "s");
    Map<?, ?> sound = stat("s");
    PictureSamples.damage(store, last - 2);

    Octavo damaged = Octavo.run("series", "stat", store, "s", "--json");

    damaged.fails(1, "the store is damaged", "octavo salvage");
    Map<?, ?> found = (Map<?, ?>) ((List<?>) damaged.json()).get(0);
    // The branches have the figures of all leaves.
    assertThat(found.get("sum")).isEqualTo(Objects.requireNonNull(sound.get("sum")));
    assertThat(found.get("pagesByLevel")).isNotEqualTo(sound.get("pagesByLevel"));
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.SUMMED_BRANCH));
    Octavo.run("series", "stat", store, "s").fails(1, "page");
  }
}
