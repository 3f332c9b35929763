package io.octavo.command.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.command.Octavo;
import io.octavo.series.Series;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code octavo series import --events}. */
class SeriesEventsTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  private Octavo load(String csv, Object... options) {
    List<Object> arguments =
        new ArrayList<>(List.of("series", "import", store, "t", "-", "--events"));
    arguments.addAll(List.of(options));
    return Octavo.runOn(csv, arguments.toArray());
  }

  private void assertUnits(String name) {
    try (Store opened = Store.open(store, StoreOptions.defaults().readOnly(true));
        Transaction tx = opened.beginRead()) {
      Series series = tx.series(name);
      assertThat(series.timeUnit()).contains(TimeUnit.MILLISECONDS);
      assertThat(series.isOfEvents()).isTrue();
      assertThat(series.places()).isZero();
    }
  }

  @Test
  void eachKindHasASeries() {
    String csv =
        """
        begin,duration,kind
        1000,7,gc
        "1970-01-01T00:00:00.5Z",0,"load, ""a""\"
        2000,"3",gc
        1500,1,gc/full
        """;
    assertThat(load(csv, "--time=ms").output())
        .startsWith("imported 4 entries in ")
        .endsWith(
            """

            map      t/gc: 2 entries
            map      t/gc/full: 1 entry
            map      t/load, "a": 1 entry
            """);
    Octavo.run("scan", store, "t/gc").prints("1970-01-01T00:00:01Z\t7\n1970-01-01T00:00:02Z\t3\n");
    Octavo.run("scan", store, "t/gc/full").prints("1970-01-01T00:00:01.500Z\t1\n");
    Octavo.run("get", store, "t/load, \"a\"", 500).prints("0\n");
    assertUnits("t/gc");
    Octavo.run("maps", store, "--json")
        .prints(
            "[{\"name\":\"t/gc\",\"type\":\"series\",\"entries\":2,\"units\":\"events ms\"},"
                + "{\"name\":\"t/gc/full\",\"type\":\"series\",\"entries\":1,"
                + "\"units\":\"events ms\"},{\"name\":\"t/load, \\\"a\\\"\",\"type\":\"series\","
                + "\"entries\":1,\"units\":\"events ms\"}]\n");
    load("x,gc,1000,5\n", "--time=ms", "--columns=3,4,2").succeeds();
    load("kind,dur,at\nnew,2,3\n", "--time=ms", "--columns=at,dur,kind").succeeds();
    Octavo.run("count", store, "t/gc").prints("3\n");
    Octavo.run("get", store, "t/new", 3).prints("2\n");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void compressedEventsAreRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("1,2,\"a\nb\"\n".getBytes(UTF_8));
    }
    Path packed = Files.write(directory.resolve("a.csv.gz"), bytes.toByteArray());
    Octavo.run("series", "import", store, "t", packed, "--events", "--time=s").succeeds();
    Octavo.run("get", store, "t/a\nb", 1).prints("2\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "1,2,a;3,-1,a|line 2: the duration is negative: \"3,-1,a\"",
        "1,2,a;3,x,a|line 2: the duration is not a decimal number: \"x\"",
        "1,2,a;3,1.5,a|line 2: the duration has more than 0 decimal places: \"1.5\"",
        "1,2,a;x,1,a|line 2: the begin is neither a 64-bit integer nor ISO 8601",
        "1,2,a;3,4|line 2: the kind is missing in column 3: \"3,4\"",
        "1,2,a;3,4,\"\"|line 2: the kind is missing in column 3",
        "1,2,a;3,,a|line 2: the duration is missing in column 2",
        "1,2,\"a;b\";3,4|line 3: the kind is missing in column 3: \"3,4\"",
        "1,2,\"a;b\";\"3\",4,\"a;b|line 3: malformed CSV: Unclosed quoted field",
        "1,2,a;9223372036854775807,1,a|line 2: the event ends behind the last time",
      })
  void badEventsAreRefusedAsAWhole(String csv, String problem) {
    Octavo.run("put", store, "other", 1, 1).succeeds();
    load(csv.replace(';', '\n'), "--time=ms").fails(1, problem, "; nothing was imported");
    Octavo.run("maps", store, "--json")
        .prints("[{\"name\":\"other\",\"type\":\"longs\",\"entries\":1}]\n");
  }

  @Test
  void kindsAreBounded() {
    String longest = "é".repeat(126);
    load("1,2," + longest + "x\n", "--time=ms").succeeds();
    load("1,2,a\n1,2," + longest + "xy\n", "--time=ms")
        .fails(1, "line 2: the kind is too long: with t/ it has 256 bytes, and a name at most 255");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      many.append("1,2,").append(i).append('\n');
    }
    load(many + "2,2,0\n1,2,x\n", "--time=ms")
        .fails(1, "line 1002: there are more than 1,000 kinds");
    load(many + "2,2,0\n", "--time=ms").succeeds();
    Octavo.run("check", store).succeeds();
  }

  @Test
  void othersAreNotChanged() {
    load("1,2,a\n", "--time=ms").succeeds();
    load("3,4,b\n1,2,a\n", "--time=s")
        .fails(6, "line 2: series t/a has the units \"events ms\", not the units \"events s\"");
    Octavo.run("put", store, "t/c", 1, 1).succeeds();
    load("3,4,b\n1,2,c\n", "--time=ms")
        .fails(6, "line 2: name=t/c is a map of longs, not a series", "; nothing was imported");
    Octavo.runOn("5 6\n", "load", store, "t/d", "--series").succeeds();
    load("3,4,b\n1,2,d\n", "--time=ms").fails(6, "line 2: series t/d has no units, not the units");
    Octavo.run("maps", store, "--json")
        .prints(
            "[{\"name\":\"t/a\",\"type\":\"series\",\"entries\":1,\"units\":\"events ms\"},"
                + "{\"name\":\"t/c\",\"type\":\"longs\",\"entries\":1},"
                + "{\"name\":\"t/d\",\"type\":\"series\",\"entries\":1}]\n");
    load("3,4,b\n1,2,a\nx\n", "--time=ms", "--commit-every", 2)
        .fails(1, "line 3: ", "; 2 entries committed before the error");
    Octavo.run("count", store, "t/a").prints("2\n");
    Octavo.run("count", store, "t/b").prints("1\n");
  }

  @Test
  void wrongArgumentsAreRefused() {
    load("1,2,a").fails(2, "--events: give --time, the unit of begins and durations, such as ms");
    load("1,2,a", "--time=number").fails(2, "--events: give --time");
    load("1,2,a", "--time=ms", "--places=1").fails(2, "--places: not with --events");
    load("1,2,a", "--time=ms", "--columns=1,2").fails(2, "--columns=1,2 is not three columns");
    assertThat(store).doesNotExist();
  }
}
