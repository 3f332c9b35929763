package io.octavo.command.series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code octavo series}. */
class SeriesVerbsTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void name() {
    store = directory.resolve("a.oct");
  }

  private Octavo load(String csv, Object... options) {
    List<Object> arguments = new ArrayList<>(List.of("series", "import", store, "s", "-"));
    arguments.addAll(List.of(options));
    return Octavo.runOn(csv, arguments.toArray());
  }

  @Test
  void plainNumbersAreImportedAsTheyAre() {
    assertThat(load("5,-7\n\n3, 9 ,x\r\n5,9223372036854775807\n").output())
        .startsWith("imported 3 entries in ")
        .endsWith("\nmap      s: 3 entries\n");
    load("5,1e2\n5,2.0\n", "--commit-every", 1).succeeds();
    Octavo.run("scan", store, "s").prints("3\t9\n5\t-7\n5\t9223372036854775807\n5\t100\n5\t2\n");
    Octavo.run("check", store).succeeds();
  }

  @Test
  void filesAreReadPlainOrCompressed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write("1,2\n".getBytes(UTF_8));
    }
    Path packed = Files.write(directory.resolve("a.csv.gz"), bytes.toByteArray());
    Path plain = Files.writeString(directory.resolve("a.csv"), "\uFEFF3,4");

    Octavo.run("series", "import", store, "s", packed).succeeds();
    Octavo.run("series", "import", store, "s", plain).succeeds();
    Octavo.run("scan", store, "s").prints("1\t2\n3\t4\n");
    Octavo.run("series", "import", store, "s", packed, "--no-gzip").fails(1, "line 1: ");
    Octavo.run("series", "import", store, "s", directory.resolve("no")).fails(1, "no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--columns=1,2|time,value;1,2;3,4",
        "--columns=value,time|a,time,value;x,2,1;,4,3",
        "--columns=3,1|v,,t;2,,1;4,x,3",
        "--columns=time,3|time,a,b;1,x,2;3,,4",
        "--columns=2, 1|2,1;4,3",
        "--columns=1,2|\"1\",\"2\";3,4",
        "--columns=a,2|\"a\",b;1,\"2\";3,4",
        "--columns=b c,2|\"b c\",b;1,\"2\";3,4"
      })
  void columnsAreGivenByNumberOrName(String option, String lines) {
    load(lines.replace(';', '\n'), option).succeeds();
    Octavo.run("scan", store, "s").prints("1\t2\n3\t4\n");
  }

  @ParameterizedTest
  @CsvSource({
    "s, 1970-01-01T00:00:01Z, 1",
    "ms, 1969-12-31T23:59:59.999Z, -1",
    "us, 1970-01-01T00:00:00.000007Z, 7",
    "ns, 2026-01-31T12:00:00.000000001+01:00, 1769857200000000001",
    "iso, 1970-01-01T00:00:00.000000002Z, 2",
    "ms, 1769857200000, 1769857200000",
    "min, 1970-01-01T00:02:00Z, 2",
    "h, 1969-12-31T23:00:00Z, -1",
    "d, 1970-01-08T00:00:00Z, 7",
    "number, -5, -5"
  })
  void timesAreReadInTheirForm(String form, String text, String time) {
    load("when,what\n" + text + ",1\n", "--time", form).succeeds();
    assertThat(Octavo.run("dump", store).output()).contains("\n" + time + "\t1\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|1,2;x,3|line 2: the time is not a 64-bit integer: \"x\"",
        "|1,2;3,x|line 2: the value is not a decimal number: \"x\"",
        "|1,2;3,1.5|line 2: the value has more than 0 decimal places: \"1.5\"",
        "|1,2;3,9223372036854775808|line 2: the value does not fit in 64 bits with 0",
        "|1,2;3,1e999999999|line 2: the value does not fit in 64 bits",
        "|1,2;3,1e-999999999|line 2: the value has more than 0 decimal places",
        "|1,2;3,1e9999999999|line 2: the value is not a decimal number",
        "|1,2;3|line 2: the value is missing in column 2: \"3\"",
        "|1,2;,3|line 2: the time is missing in column 1: \",3\"",
        "|1,2;3,4\"|line 2: malformed CSV: a quote within a field",
        "|\"1;2\",2|line 1: the time is not a 64-bit integer: \"1",
        "|1,2;\"3;\",x|line 2: the value is not a decimal number: \"x\"",
        "|x,2|line 1: the time is not a 64-bit integer",
        "|time,1.5|line 1: the time is not a 64-bit integer",
        "|1,value|line 1: the value is not a decimal number",
        "|time,value;time,value|line 2: the time is not a 64-bit integer",
        "--columns=a,b|a,c|line 1: --columns: no column is named b",
        "--columns=1,3|1,2|line 1: the value is missing in column 3",
        "--places=2|1,2.345|line 1: the value has more than 2 decimal places",
        "--places=18|1,10|line 1: the value does not fit in 64 bits with 18 decimal places",
        "--time=s|1970-01-01T00:00:00.5Z,1|line 1: the time is between two of the unit s",
        "--time=ns|2500-01-01T00:00:00Z,1|line 1: the time does not fit in 64 bits of ns",
        "--time=iso|5,1|line 1: the time is not ISO 8601, such as 2026-01-31T23:59:59Z: \"5\"",
        "--time=ms|2026-01-32,1|line 1: the time is neither a 64-bit integer nor ISO 8601"
      })
  void badLinesAreRefusedAsAWhole(String option, String lines, String problem) {
    Object[] options = option == null ? new Object[0] : new Object[] {option};
    load(lines.replace(';', '\n'), options).fails(1, problem, "; nothing was imported");
    if (Files.exists(store)) {
      Octavo.run("maps", store, "--json").prints("[]\n");
    }
  }

  @Test
  void whatWasCommittedStays() {
    load("1,2\n3,4\n5,6\nx,7\n", "--commit-every", 2)
        .fails(1, "line 4: ", "; 2 entries committed before the error");
    Octavo.run("scan", store, "s").prints("1\t2\n3\t4\n");
  }

  @Test
  void wrongArgumentsAreRefused() {
    Octavo.run("put", store, "m", 1, 1).succeeds();

    load("1,2", "--places", 19).fails(2, "--places=19 is not from 0 to 18");
    load("1,2", "--columns", "1").fails(2, "--columns=1 is not two columns");
    load("1,2", "--commit-every", 0).fails(2, "--commit-every=0 is less than 1");
    load("1,2", "--time", "y").fails(2, "--time");
    for (String verb : List.of("query", "windows", "trim --before 1", "import")) {
      List<Object> arguments = new ArrayList<>(List.of("series"));
      arguments.addAll(List.of((Object[]) verb.split(" ", -1)));
      arguments.addAll(List.of(store, "m"));
      Octavo.run(arguments.toArray()).fails(6, "series: map m holds longs, not series");
      if (!verb.equals("import")) {
        arguments.set(arguments.size() - 1, "none");
        Octavo.run(arguments.toArray()).fails(1, "no map named none");
        arguments.set(arguments.size() - 2, directory.resolve("no.oct"));
        Octavo.run(arguments.toArray()).fails(3, "no such file");
      }
    }
    Octavo.run("series").fails(2, "no command given; octavo series --help lists all");
    Octavo.run("series", "quer").fails(2, "quer");
    load("1,2").succeeds();
    Octavo.run("series", "query", store, "s", "--quantiles", "0.5,2").fails(2, "2.0 is not from 0");
    Octavo.run("series", "query", store, "s", "--from", "x").fails(2, "--from=x is not a 64-bit");
    Octavo.run("series", "windows", store, "s", "--count", 0).fails(2, "--count=0 is less than 1");
    Octavo.run("series", "windows", store, "s", "--from", 2, "--to", 1).fails(2, "ends at 1");
    Octavo.run("series", "trim", store, "s").fails(2, "--before");
  }

  @Test
  void aQuerySumsARangeUp() {
    load("1,0.5\n2,-1.25\n2,3\n4,9\n", "--places", 2).succeeds();

    Octavo.run("series", "query", store, "s", "--quantiles", "0,0.5,0.99")
        .prints(
            """
            count     4
            sum       11.25
            least     -1.25
            greatest  9.00
            mean      2.8125
            0         -1.25
            0.5       0.50
            0.99      9.00
            """);
    Octavo.run("series", "query", store, "s", "--from", 2, "--to", 3, "--json", "--places", 0)
        .prints(
            "{\"count\":2,\"sum\":175,\"least\":-125,\"greatest\":300,\"mean\":87.50,"
                + "\"quantiles\":{}}\n");
    Octavo.run("series", "query", store, "s", "--from", 5, "--quantiles", "0.5")
        .prints(
            "count     0\nsum       0.00\nleast     -\ngreatest  -\nmean      -\n0.5       -\n");
    Octavo.run("series", "query", store, "s", "--from", 5, "--json", "--quantiles", "1")
        .prints(
            "{\"count\":0,\"sum\":0.00,\"least\":null,\"greatest\":null,\"mean\":null,"
                + "\"quantiles\":{\"1\":null}}\n");
    Octavo.run("series", "query", store, "s", "--time", "s", "--to", "1970-01-01T00:00:02Z")
        .prints("count     3\nsum       2.25\nleast     -1.25\ngreatest  3.00\nmean      0.7500\n");
    load("7,92233720368547758.07\n7,92233720368547758.07\n").succeeds();
    assertThat(Octavo.run("series", "query", store, "s", "--from", 7, "--places", 0).output())
        .contains("sum       18446744073709551614\n", "mean      9223372036854775807.00\n");
  }

  @Test
  void windowsAreParts() {
    load("0,1\n1,2\n5,-3\n9,4\n").succeeds();

    Octavo.run("series", "windows", store, "s", "--count", 3)
        .prints(
            """
            from\tto\tcount\tsum\tleast\tgreatest\tmean
            0\t2\t2\t3\t1\t2\t1.50
            3\t5\t1\t-3\t-3\t-3\t-3.00
            6\t9\t1\t4\t4\t4\t4.00
            """);
    Octavo.run(
            "series", "windows", store, "s", "--count", 2, "--json", "--from", 1000, "--to", 1003,
            "--time", "ms")
        .prints(
            "[{\"from\":\"1970-01-01T00:00:01Z\",\"to\":\"1970-01-01T00:00:01.001Z\",\"count\":0,"
                + "\"sum\":0,\"least\":null,\"greatest\":null,\"mean\":null},\n"
                + "{\"from\":\"1970-01-01T00:00:01.002Z\",\"to\":\"1970-01-01T00:00:01.003Z\","
                + "\"count\":0,\"sum\":0,\"least\":null,\"greatest\":null,\"mean\":null}]\n");
    Octavo.runOn("", "load", store, "empty", "--series").succeeds();
    Octavo.run("series", "windows", store, "empty").fails(1, "give both --from and --to");
    assertThat(
            Octavo.run("series", "windows", store, "empty", "--from", 1, "--to", 2, "--count", 1)
                .output())
        .endsWith("\n1\t2\t0\t0\t-\t-\t-\n");
    load(Long.MAX_VALUE + ",1\n" + Long.MIN_VALUE + ",2\n").succeeds();
    assertThat(Octavo.run("series", "windows", store, "s", "--count", 1, "--time", "s").output())
        .endsWith("\n-9223372036854775808\t9223372036854775807\t6\t7\t-3\t4\t1.17\n");
  }

  @Test
  void windowsOfAStepBeginAtItsMultiples() {
    load("-1,1\n1,2\n5,-3\n9,4\n").succeeds();
    Octavo.run("series", "windows", store, "s", "--step", 5)
        .prints(
            """
            from\tto\tcount\tsum\tleast\tgreatest\tmean
            -5\t-1\t1\t1\t1\t1\t1.00
            0\t4\t1\t2\t2\t2\t2.00
            5\t9\t2\t1\t-3\t4\t0.50
            """);
    String[] hours = {"--time", "s", "--step", "1h", "--from", "1970-01-01 01:30:00"};
    List<Object> windows = new ArrayList<>(List.of("series", "windows", store, "s"));
    windows.addAll(List.of((Object[]) hours));
    windows.addAll(List.of("--to", "1970-01-01T02:00:00Z"));
    assertThat(Octavo.run(windows.toArray()).output())
        .endsWith(
            """
            1970-01-01T01:00:00Z\t1970-01-01T01:59:59Z\t0\t0\t-\t-\t-
            1970-01-01T02:00:00Z\t1970-01-01T02:59:59Z\t0\t0\t-\t-\t-
            """);
    step(5, "--count", 2).fails(2, "give only one of --count and --step");
    step(0).fails(2, "--step=0 is less than 1");
    step("1h").fails(2, "--step=1h: series s has no time unit; give --time");
    step("1y").fails(2, "--step=1y is not a length such as 15m, and is not a 64-bit integer");
    step("90s", "--time", "min").fails(2, "--step=90s is not a multiple of the unit", "min");
    step("0s", "--time", "s").fails(2, "--step=0s is not a multiple");
    for (String last : List.of("" + Integer.MAX_VALUE, "" + Long.MAX_VALUE)) {
      step(1, "--to", last).fails(2, "--step=1: too many parts from -1 to " + last);
    }
    step(10, "--from", Long.MIN_VALUE, "--to", 1 - Long.MAX_VALUE).fails(2, "too many parts");
  }

  private Octavo step(Object length, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("series", "windows", store, "s", "--step", length));
    words.addAll(List.of(more));
    return Octavo.run(words.toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-02T00:00:00Z, 86400",
    "1970-01-02 00:00:00, 86400",
    "1970-01-02 01:00:00+01:00, 86400",
    "1970-01-02T00:00, 86400",
    "1970-01-02, 86400",
    "-1d, 86400",
    "-86400s, 86400",
    "-0ms, 172800",
    "-1, -1",
    "-3d, -86400"
  })
  void timesHaveTheFormsOfAllVerbs(String text, long time) {
    load("5,1\n" + 172_800 + ",1\n", "--time", "s").succeeds();
    Octavo.run("series", "query", store, "s", "--from", text, "--json").succeeds();
    Octavo.run("series", "windows", store, "s", "--from", text, "--count", 1).succeeds();
    long before = time > 5 ? 1 : 0;
    Octavo.run("series", "trim", store, "s", "--before", text).prints(before + "\n");
    load("2026-01-31 00:00:00,1\n", "--time", "s").succeeds();
  }

  @Test
  void aTimeBeforeAllTimesIsTheFirst() {
    load("-5,1\n", "--time", "ns").succeeds();
    Octavo.run("series", "trim", store, "s", "--before", "-999999999d").prints("0\n");
  }

  @Test
  void timesThatAreNoneAreRefused() {
    load("5,1\n").succeeds();
    for (String verb : List.of("query", "windows")) {
      Octavo.run("series", verb, store, "s", "--to", "-1d")
          .fails(2, "--to=-1d: series s has no time unit; give --time");
    }
    Octavo.run("series", "trim", store, "s", "--before", "-1w", "--time", "s").fails(2, "-1w");
    Octavo.runOn("", "load", store, "empty", "--series").succeeds();
    Octavo.run("series", "query", store, "empty", "--from", "-1d", "--time", "s")
        .fails(1, "--from=-1d: series empty has no entries");
  }

  @Test
  void aTrimRemovesTheOldest() {
    load("0,1\n1,2\n5,-3\n9,4\n").succeeds();

    Octavo.run("series", "trim", store, "s", "--before", 5).prints("2\n");
    Octavo.run("scan", store, "s").prints("5\t-3\n9\t4\n");
    Octavo.run("series", "trim", store, "s", "--before", Long.MIN_VALUE).prints("0\n");
    Octavo.run("series", "trim", store, "s", "--time=s", "--before=1970-01-01T00:01:00Z")
        .prints("2\n");
    Octavo.run("count", store, "s").prints("0\n");
    Octavo.run("check", store).succeeds();
  }

  /** What a query says is what the lines add up to. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3, 18})
  void figuresAreThoseOfTheLines(int places) {
    SplittableRandom random = new SplittableRandom(places);
    StringBuilder lines = new StringBuilder();
    BigDecimal sum = BigDecimal.ZERO;
    int count = 3_000;
    for (int i = 0; i < count; i++) {
      BigDecimal value =
          BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(places + 1));
      boolean fits = value.movePointRight(places).abs().compareTo(new BigDecimal("9e18")) < 0;
      value = fits ? value : BigDecimal.ZERO;
      sum = sum.add(value);
      lines.append(random.nextInt(900)).append(',').append(value).append('\n');
    }
    load(lines.toString(), "--places", places).succeeds();

    String[] figures =
        Octavo.run("series", "query", store, "s", "--places", places).output().split("[ \n]+", -1);

    assertThat(new BigDecimal(figures[3])).isEqualByComparingTo(sum);
    assertThat(new BigDecimal(figures[9]))
        .isEqualTo(sum.divide(BigDecimal.valueOf(count), places + 2, RoundingMode.HALF_UP));
  }

  @Test
  void theVerbIsPartOfTheOthers() {
    String help = Octavo.run("series", "--help").output();
    assertThat(help)
        .contains("import", "stat", "query", "windows", "view", "trim", "and can keep the unit of");
    for (String verb : List.of("import", "stat", "query", "windows", "view", "trim")) {
      assertThat(Octavo.run("series", verb, "--help").output())
          .contains("Usage: octavo series " + verb, "Examples:\n", "--time=FORM", "ISO 8601");
      assertThat(Octavo.run("completion").output()).contains("octavo_series_" + verb);
    }
    Path trace = directory.resolve("a.trace");
    Octavo.runOn("1,2\n", "trace", "record", trace, "series", "import", store, "s").succeeds();
    Octavo.run("trace", "replay", trace, "--check").succeeds();
    assertThat(Octavo.run("trace", "text", trace).output())
        .contains("create\t1\tseries\ts\nput\t1\t1\t2\n");
    assertThat(Octavo.runOn("series query s\nseries x\nseries\n", "shell", store).out())
        .contains("count     1\nsum       2\n");
  }
}
