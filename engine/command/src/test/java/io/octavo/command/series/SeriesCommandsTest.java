package io.octavo.command.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.command.Octavo;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs on series. */
class SeriesCommandsTest {
  private static final int COUNT = 9_000;

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  /** Makes a series of several leaves, in which one time has more entries than a leaf. */
  private List<List<Long>> make() {
    SplittableRandom random = new SplittableRandom(1);
    List<List<Long>> entries = new ArrayList<>();
    entries.add(List.of(Long.MIN_VALUE, Long.MAX_VALUE));
    for (int i = 0; i < COUNT; i++) {
      long time = i > 2_000 && i < 6_000 ? 77_777 : i < 3_000 ? i * 10L / 3 : 80_000 + i;
      entries.add(List.of(time, random.nextLong() >> random.nextInt(60)));
    }
    entries.add(List.of(Long.MAX_VALUE, Long.MIN_VALUE));
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            Series series = tx.series("load");
            entries.forEach(entry -> series.add(entry.get(0), entry.get(1)));
            tx.series("empty");
          });
    }
    return entries;
  }

  private static List<List<Long>> entries(Path path, String name) {
    List<List<Long>> entries = new ArrayList<>();
    try (Store opened = Store.open(path, StoreOptions.defaults().readOnly(true));
        Transaction tx = opened.beginRead()) {
      for (SeriesCursor cursor = tx.series(name).cursor(); cursor.next(); ) {
        entries.add(List.of(cursor.time(), cursor.value()));
      }
    }
    return entries;
  }

  private static String lines(List<List<Long>> entries) {
    StringBuilder lines = new StringBuilder();
    entries.forEach(e -> lines.append(e.get(0)).append('\t').append(e.get(1)).append('\n'));
    return lines.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dump", "--ndjson"})
  void aDumpIsLoadedAsItWas(String form) {
    List<List<Long>> entries = make();
    Path copy = directory.resolve("copy.oct");
    boolean isJson = form.equals("--ndjson");
    Object[] dump = isJson ? new Object[] {"dump", store, form} : new Object[] {"dump", store};
    String text = Octavo.run(dump).output();

    Octavo.runOn(text, "load", copy, form).succeeds();

    dump[1] = copy;
    Octavo.run(dump).prints(text);
    Octavo.run("check", copy).succeeds();
    assertThat(entries(copy, "load")).isEqualTo(entries);
    assertThat(text)
        .contains(
            isJson
                ? "{\"map\":\"load\",\"type\":\"series\",\"key\":0,\"value\":"
                : "\nmap series load\n-9223372036854775808\t9223372036854775807\n0\t");
  }

  @Test
  void linesAreLoadedInTheirOrder() {
    List<List<Long>> entries = make();
    String lines = lines(entries);
    Path copy = directory.resolve("copy.oct");

    Octavo.runOn(lines, "load", copy, "s", "--series").succeeds();
    assertThat(entries(copy, "s")).isEqualTo(entries);
    Octavo.run("scan", copy, "s").prints(lines);
    Octavo.runOn("5,1\n# none\n5 2\n-1\t3\n", "load", copy, "t", "--series").succeeds();
    Octavo.runOn("5 0\n", "load", copy, "t").succeeds();
    Octavo.run("scan", copy, "t").prints("-1\t3\n5\t1\n5\t2\n5\t0\n");
    byte[] pair = new byte[16];
    pair[0] = 7;
    pair[8] = 9;
    Octavo.runOn(pair, "load", copy, "b", "--series", "--binary").succeeds();
    Octavo.runOn(pair, "load", copy, "b", "--binary").succeeds();
    Octavo.run("scan", copy, "b").prints("7\t9\n7\t9\n");
    Octavo.run("check", copy).succeeds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2;x 3|line 2: the key is not an integer",
        "1 2;3|line 2: the value is missing",
        "1 2;3 4 5|line 2: unexpected text after the value",
        "1 9223372036854775808|line 1: the value does not fit in 64 bits"
      })
  void badLinesAreRefusedAsAWhole(String lines, String problem) {
    Octavo.run("put", store, "other", 1, 1).succeeds();
    Octavo.runOn(lines.replace(';', '\n'), "load", store, "s", "--series")
        .fails(1, problem, "; nothing was loaded");
    Octavo.run("maps", store, "--json")
        .prints("[{\"name\":\"other\",\"type\":\"longs\",\"entries\":1}]\n");
  }

  @Test
  void badDumpsAreRefused() {
    String dump = "octavo dump 1\nmap series s\n%s\nend\n";
    Octavo.runOn(dump.formatted("1\t2\nx\t3"), "load", store, "--dump")
        .fails(1, "line 4: the time is not a 64-bit integer: \"x\"; nothing was loaded");
    Octavo.runOn(dump.formatted("1\t2.5"), "load", store, "--dump")
        .fails(1, "line 3: the value is not a 64-bit integer: \"2.5\"");
    String json = "{\"map\":\"s\",\"type\":\"series\",\"key\":%s,\"value\":2}";
    Octavo.runOn(json.formatted("\"1\""), "load", store, "--ndjson")
        .fails(1, "line 1: the field key is not a 64-bit integer");
    Octavo.run("put", store, "s", 1, 1).succeeds();
    Octavo.runOn(dump.formatted("1\t2"), "load", store, "--dump")
        .fails(6, "line 3: name=s is a map of longs, not a series");
    Octavo.runOn("1 2", "load", store, "s", "--series")
        .fails(6, "--series: map s holds longs, not series");
    Octavo.runOn("1 2", "load", store, "t", "--series", "--pairs").fails(2, "and --series");
    Octavo.runOn("1 2", "load", store, "t", "--series", "--hex").fails(2, "--series: omit");
    Octavo.runOn("", "load", store, "--dump", "--series").fails(2, "--dump: omit map, type");
  }

  @Test
  void entriesAreReadByTheirTimes() {
    Octavo.runOn("1 5\n2 6\n2 -7\n2 6\n3 8\n", "load", store, "s", "--series").succeeds();

    Octavo.run("get", store, "s", 2).prints("6\n-7\n6\n");
    Octavo.run("get", store, "s", 2, 1).prints("2\t6\n2\t-7\n2\t6\n1\t5\n");
    Octavo.run("get", store, "s", 2, 1, "--json")
        .prints(
            "[{\"key\":2,\"value\":6},{\"key\":2,\"value\":-7},{\"key\":2,\"value\":6},"
                + "{\"key\":1,\"value\":5}]\n");
    Octavo missing = Octavo.run("get", store, "s", 4, 3, "--json");
    missing.fails(4, "1 of 2 keys: not in series s: 4");
    assertThat(missing.out()).isEqualTo("[{\"key\":4,\"value\":null},{\"key\":3,\"value\":8}]\n");
    Octavo.run("get", store, "s", 2, "--raw").fails(6, "--raw: map s holds series");
    Octavo.run("get", store, "s", 2, "--hex").fails(6, "--hex: map s holds series");
    Octavo.run("get", store, "s", "x").fails(2, "'x' is not a 64-bit integer");
    Octavo.run("find", store, "s", 6)
        .fails(6, "find: map s holds series, not strings, pairs or stacks");
    Octavo.run("scan", store, "s", "--from", 2, "--to", 2).prints("2\t6\n2\t-7\n2\t6\n");
    Octavo.run("scan", store, "s", "--reverse", "--limit", 3).prints("3\t8\n2\t6\n2\t-7\n");
    Octavo.run("scan", store, "s", "--from", 3, "--to", 2).prints("");
    Octavo.run("scan", store, "s", "--prefix", 2).fails(6, "--prefix: map s holds series");
    Octavo.run("count", store, "s").prints("5\n");
    Octavo.run("count", store, "s", "--from", 2).prints("4\n");
    Octavo.run("count", store, "s", "--from", 2, "--to", 1).prints("0\n");
  }

  @Test
  void entriesAreAddedAndRemoved() {
    Octavo.runOn("1 5\n2 6\n2 7\n3 8\n4 9\n", "load", store, "s", "--series").succeeds();

    Octavo.run("put", store, "s", 2, 5).succeeds();
    Octavo.run("put", store, "s", "--", -1, -2).succeeds();
    Octavo.run("put", store, "s", 2, "x").fails(2, "the value is not a 64-bit integer");
    Octavo.run("put", store, "s", 2, "--file", "x").fails(6, "--file: map s holds series");
    Octavo.run("scan", store, "s").prints("-1\t-2\n1\t5\n2\t6\n2\t7\n2\t5\n3\t8\n4\t9\n");
    Octavo.run("del", store, "s", 2, 9).fails(4, "1 of 2 keys: not in series s: 9");
    Octavo.run("scan", store, "s").prints("-1\t-2\n1\t5\n3\t8\n4\t9\n");
    Octavo.run("del", store, "s", "--from", 1, "--to", 3).prints("2\n");
    Octavo.run("scan", store, "s").prints("-1\t-2\n4\t9\n");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void whatLooksAtAStoreKnowsThem() {
    List<List<Long>> entries = make();
    Path other = directory.resolve("other.oct");
    String text = Octavo.run("dump", store).output();

    assertThat(Octavo.run("maps", store).output())
        .containsPattern("load +series +9,002\n")
        .containsPattern("empty +series +0\n");
    assertThat(Octavo.run("tree", store).output()).contains("\nload\n9,002 entries in ");
    assertThat(Octavo.run("stat", store, "load").output()).contains("entries      9,002\n");
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "load", "--json").json();
    assertThat(stat).asString().contains("entries=9002");
    assertThat(Octavo.run("map", store).output()).contains("packed leaf", "summed branch", "t");
    assertThat(Octavo.run("map", store, "--json").output())
        .contains("\"kind\":\"packed leaf\"", "\"kind\":\"summed branch\"");
    assertThat(Octavo.run("map", store, "--svg").output()).contains("u-packed-leaf");
    for (String verb : List.of("check", "map", "stat", "tree", "compact")) {
      Octavo.run(verb, store).succeeds();
    }
    Octavo.run("inspect", store, "--html").succeeds();
    Octavo.run("backup", store, other).succeeds();
    Octavo.run("dump", other).prints(text);
    Octavo.run("dump", store).prints(text);
    Octavo.run("rename", store, "load", "use").succeeds();
    assertThat(entries(store, "use")).isEqualTo(entries);
    Octavo.run("drop", store, "use").succeeds();
    Octavo.run("maps", store, "--json")
        .prints("[{\"name\":\"empty\",\"type\":\"series\",\"entries\":0}]\n");
    Octavo.run("check", store).succeeds();
  }
}
