package io.octavo.command.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.command.JsonReader;
import io.octavo.command.Octavo;
import io.octavo.command.Terminals;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import io.octavo.profile.imports.ImportReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code octavo profile}, but for record and view. */
class ProfileVerbsTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
  private static final Labels CPU = Labels.of(Labels.TYPE, "cpu", Labels.UNIT, "samples");
  private static final Labels ALLOC = Labels.of(Labels.TYPE, "alloc", Labels.UNIT, "bytes");

  @TempDir Path directory;
  private Path store;

  /** Three slots of 10 seconds; those of cpu have 60, 30 and 10 samples. */
  @BeforeEach
  void fill() {
    store = directory.resolve("a.oct");
    profile(
        store,
        "jvm",
        writer -> {
          add(writer, CPU, 0, "main;run;read", 40);
          add(writer, CPU, 5, "main;run", 20);
          add(writer, CPU, 10, "main;run;run;read", 25);
          add(writer, CPU, 19, "gc", 5);
          add(writer, CPU, 20, "main;run:7", 4);
          add(writer, CPU, 20, "main;run:9", 6);
          add(writer, ALLOC, 10, "main;run", 4096);
        });
  }

  private interface Filling {
    void fill(ProfileWriter writer);
  }

  private static void profile(Path file, String name, Filling filling) {
    try (Store opened = Store.open(file)) {
      opened.write(
          tx -> {
            try (ProfileWriter writer =
                ProfileStore.create(tx, name, Duration.ofSeconds(10)).writer()) {
              filling.fill(writer);
            }
          });
    }
  }

  /** Frames are separated by semicolons, and have their line after a colon. */
  private static void add(
      ProfileWriter writer, Labels labels, int second, String frames, long weight) {
    String[] names = frames.split(";", -1);
    int[] ids = new int[names.length];
    for (int i = 0; i < ids.length; i++) {
      String[] parts = names[i].split(":", -1);
      ids[i] = writer.frame(parts[0], parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
    }
    writer.add(labels, NOON.plusSeconds(second), writer.stack(0, ids, ids.length), weight);
  }

  private static Octavo cpu(String verb, Object... arguments) {
    Object[] all = new Object[arguments.length + 4];
    all[0] = "profile";
    all[1] = verb;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    all[arguments.length + 2] = "--select";
    all[arguments.length + 3] = "type=cpu";
    return Octavo.run(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"import", "list", "top", "flame", "diff", "timeline", "export", "trim", "check"})
  void everyVerbHasHelpWithExamples(String verb) {
    assertThat(Octavo.run("profile", verb, "--help").output())
        .contains("Usage: octavo profile " + verb, "Examples:\n  ", "octavo profile " + verb);
    assertThat(Octavo.run("profile", "--help").output()).containsPattern("\n  " + verb + " +[A-Z]");
    Octavo.run("profile").fails(2, "no command given; octavo profile --help lists all");
  }

  @Test
  void topCountsASymbolThatCallsItselfOnce() {
    cpu("top", store)
        .prints(
            """
            profile  jvm
            series   type=cpu
            range    2026-01-31T12:00:00Z to 2026-01-31T12:00:30Z
            total    100 samples

                       self                    total           symbol
                         65   65.0 %              65   65.0 %  read
                         30   30.0 %              95   95.0 %  run
                          5    5.0 %               5    5.0 %  gc
                          0    0.0 %              95   95.0 %  main
            """);
    cpu("top", store, "jvm", "--count", 1, "--json")
        .prints(
            "{\"profile\":\"jvm\",\"select\":\"type=cpu\",\"unit\":\"samples\","
                + "\"from\":\"2026-01-31T12:00:00Z\",\"to\":\"2026-01-31T12:00:30Z\",\"total\":100,"
                + "\"symbols\":[{\"symbol\":\"read\",\"self\":65,\"total\":65}]}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from=-10s|20 to 30|10 samples",
        "--from=-1d|40 to 30|100 samples",
        "--to=-10s|00 to 20|90 samples",
        "--from=2026-01-31T12:00:10Z|10 to 30|40 samples",
        "--from=2026-01-31T12:00:11Z --to=2026-01-31T12:00:12Z|10 to 20|30 samples",
        "--from=-15000ms|10 to 30|40 samples",
        "--from=2026-01-31T13:00:10.5+01:00|10 to 30|40 samples",
        "--to=2026-01-31T12:00:00Z|00 to 00|0 samples"
      })
  void rangesGrowToSlots(String options, String range, String total) {
    String[] ends = range.split(" to ", -1);
    String out = cpu("top", concat(options)).output();
    assertThat(out).contains("\ntotal    " + total + "\n").contains(":" + ends[1] + "Z\n");
    if (!options.contains("-1d")) {
      assertThat(out).contains("2026-01-31T12:00:" + ends[0] + "Z to ");
    }
  }

  private Object[] concat(String options) {
    String[] words = options.split(" ", -1);
    Object[] all = new Object[words.length + 1];
    all[0] = store;
    System.arraycopy(words, 0, all, 1, words.length);
    return all;
  }

  @Test
  void wrongRangesAreRefused() {
    cpu("top", store, "--from=yesterday")
        .fails(
            2,
            "--from=yesterday is neither an ISO 8601 time, such as 2026-01-31T23:59:59Z,"
                + " nor a relative time, such");
    cpu("top", store, "--from=-1w").fails(2, "--from=-1w is neither");
    cpu("top", store, "--from=-10s", "--to=-20s")
        .fails(2, "the range ends at 2026-01-31T12:00:10Z");
    Octavo.run("profile", "top", store, "--select=type")
        .fails(2, "--select: labels 'type', column");
    Octavo.run("profile", "top", store, "--select=type=x")
        .fails(
            1,
            "profile jvm has no samples of type=x; its series: type=alloc,unit=bytes;"
                + " type=cpu,unit=samples");
    Octavo.run("profile", "export", store, "--format=collapsed")
        .fails(
            2,
            "the weights of profile jvm have several units; give --select type=alloc, --select"
                + " type=cpu");
    cpu("top", store, "--count=0").fails(2, "--count=0 is less than 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "type=alloc,unit=bytes type=cpu,unit=samples type=wall,unit=ticks|type=cpu",
        "type=alloc,unit=bytes type=wall,unit=ticks|type=wall",
        "type=alloc,unit=bytes type=lock,unit=nanoseconds|type=lock",
        "type=cpu,unit=samples type=cpu,unit=nanoseconds unit=x|unit=nanoseconds",
        "type=cpu unit=x|type=cpu",
        "app=a-long-name app=b,unit=x|app=a-long-name",
      })
  void ofSeveralUnitsTheOneSampledIsShown(String series, String chosen) {
    Path file = directory.resolve("b.oct");
    List<String> all = List.of(series.split(" ", -1));
    profile(
        file,
        "p",
        writer -> all.forEach(each -> add(writer, Labels.parse(each), 0, "main", each.length())));
    for (String verb : List.of("top", "flame", "timeline", "diff")) {
      List<Object> words = new ArrayList<>(List.of("profile", verb, file));
      words.addAll(verb.equals("diff") ? List.of("--base-from=-10s", "--base-to=-0s") : List.of());
      Octavo run = Octavo.run(words.toArray());
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err())
          .startsWith("octavo: several units; this is --select " + chosen + "; others: --select ")
          .hasLineCount(1);
      words.addAll(List.of("--select", chosen));
      assertThat(Octavo.run(words.toArray()).output()).isEqualTo(run.out());
    }
  }

  /** The first example of the help, on what an import has made. */
  @Test
  void whatWasImportedIsShownWithoutASelection() {
    Path file = directory.resolve("b.oct");
    Map<String, String> stacks =
        Map.of("type=cpu,unit=samples", "main;run 5\n", "type=alloc,unit=bytes", "main 4096\n");
    stacks.forEach(
        (labels, lines) ->
            Octavo.runOn(
                    lines, "profile", "import", file, "-", "--time=2026-01-31", "--labels", labels)
                .succeeds());
    Octavo run = Octavo.run("profile", "top", file, "--from", "-1h");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("series   type=cpu\n", "total    5 samples\n");
    assertThat(run.err())
        .isEqualTo(
            "octavo: several units; this is --select type=cpu; others: --select type=alloc\n");
  }

  @Test
  void skippedEventsAreOneLineUnlessAllAreAskedFor() {
    SortedMap<String, Long> skipped =
        new TreeMap<>(Map.of("events a, of which", 3L, "events b", 1_000L, "samples c", 7L));
    assertThat(imported(skipped, false))
        .isEqualTo(
            "skipped  1,003 events of 2 kinds; --verbose lists them\nskipped  7 samples c\n");
    assertThat(imported(skipped, true))
        .isEqualTo(
            "skipped  3 events a, of which\nskipped  1,000 events b\nskipped  7 samples c\n");
    skipped.remove("events b");
    assertThat(imported(skipped, false))
        .isEqualTo("skipped  3 events a, of which\nskipped  7 samples c\n");
    for (String verb : List.of("import", "record")) {
      assertThat(Octavo.run("profile", verb, "--help").output()).contains("--verbose");
    }
  }

  private static String imported(SortedMap<String, Long> skipped, boolean isVerbose) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    ImportText.print(
        new Streams(InputStream.nullInputStream(), stream, stream, Screen.NONE),
        new ImportReport(
            "a.jfr",
            "jfr",
            false,
            0,
            0,
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            0,
            skipped),
        isVerbose);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void symbolsAreCutAtTheWidthOfATerminalOnly() {
    Path file = directory.resolve("b.oct");
    String symbol = "a.Class.method".repeat(20);
    profile(file, "p", writer -> add(writer, CPU, 0, symbol, 1));
    List<Object> top = List.of("profile", "top", file);
    List<Object> flame = List.of("profile", "flame", file);
    List<Object> diff = List.of("profile", "diff", file, "--from=-10s");
    List<Object> stacks =
        List.of("profile", "stacks", file, "p.stacks", "--symbols", "p.symbols", "--json");
    for (List<Object> verb : List.of(top, flame, diff, stacks)) {
      assertThat(Octavo.run(verb.toArray()).output()).as("%s", verb).contains(symbol);
    }
    for (List<Object> verb : List.of(top, flame, diff)) {
      assertThat(Terminals.run(new Terminals.Wide(60, false), verb.toArray()).output().lines())
          .as("%s", verb)
          .allMatch(line -> line.length() <= 60)
          .anyMatch(line -> line.contains("a.Class.") && line.endsWith("…"));
    }
  }

  @Test
  void aProfileMustExist() {
    cpu("top", store, "jmv").fails(1, "no profile named jmv; did you mean jvm?");
    cpu("top", directory.resolve("none.oct")).fails(3, "no such file");
    profile(store, "go", writer -> add(writer, CPU, 0, "main", 1));
    cpu("top", store).fails(2, "the store has several profiles; give one: go, jvm");
    cpu("top", store, "go").succeeds();
    Octavo.run("put", directory.resolve("b.oct"), "m", 1, 1).succeeds();
    cpu("top", directory.resolve("b.oct")).fails(1, "the store has no profiles");
    profile(directory.resolve("c.oct"), "empty", writer -> {});
    cpu("top", directory.resolve("c.oct")).fails(1, "profile empty has no samples");
  }

  @Test
  void flameDrawsATree() {
    assertThat(cpu("flame", store).output())
        .endsWith(
            """

              95.0 %              95  main
              95.0 %              95    run
              40.0 %              40      read
              25.0 %              25      run
              25.0 %              25        read
               5.0 %               5  gc
            """);
    assertThat(cpu("flame", store, "--min", 30, "--depth", 2).output())
        .endsWith(
            """

              95.0 %              95  main
              95.0 %              95    run

            3 symbols omitted, with their callees; see --min and --depth
            """);
    Path page = directory.resolve("a.html");
    cpu("flame", store, "--html", page).prints("");
    assertThat(page).content().startsWith("<!DOCTYPE html>").contains("jvm");
    cpu("flame", store, "--html", page).fails(1, "the file exists");
    // A page shows one unit at a time, so all may be in it.
    Octavo.run("profile", "flame", store, "--html", page, "--force").succeeds();
    cpu("flame", store, "--min", 101).fails(2, "--min=101.0 is not from 0 to 100");
    cpu("flame", store, "--depth", 0).fails(2, "--depth=0 is less than 1");
  }

  @Test
  void diffListsWhatChangedMost() {
    assertThat(cpu("diff", store, "--from=-20s", "--to=-10s").output())
        .endsWith(
            """
            base     2026-01-31T12:00:00Z to 2026-01-31T12:00:10Z
            total    60 in the base

                       self           total  symbol
                        -20             -35  run
                        -15             -15  read
                         +5              +5  gc
                          0             -35  main

                       self  stack, the innermost symbol first
                        -40  read < run < main
                        +25  read < run < run < main
                        -20  run < main
                         +5  gc
            """);
    // The range begins within a slot, which is not in the base.
    assertThat(cpu("diff", store, "--from=2026-01-31T12:00:15Z", "--to=-10s").output())
        .contains("base     2026-01-31T12:00:00Z to 2026-01-31T12:00:10Z");
    Octavo same = cpu("diff", store, "--base-from=-30s", "--base-to=-0s", "--json");
    assertThat(same.output()).contains("\"baseTotal\":100,\"symbols\":[],\"stacks\":[]}");
    assertThat(cpu("diff", store, "--from=-10s", "--count=1", "--json").output())
        .contains(
            "\"symbols\":[{\"symbol\":\"read\",\"self\":0,\"baseSelf\":25,"
                + "\"total\":0,\"baseTotal\":25}]",
            "\"stacks\":[{\"change\":-25,\"frames\":[\"main\",\"run\",\"run\",\"read\"]}]");
    cpu("diff", store).fails(2, "give --from, or --base-from and --base-to");
    cpu("diff", store, "--base-from=-30s").fails(2, "give both or none of --base-from and");
  }

  @Test
  void timelineHasABarForEachPart() {
    cpu("timeline", store)
        .prints(
            """
            2026-01-31T12:00:00Z                  60  ██████████████████████████████
            2026-01-31T12:00:10Z                  30  ███████████████
            2026-01-31T12:00:20Z                  10  █████
            """);
    cpu("timeline", store, "--points=1", "--json")
        .prints(
            "[{\"from\":\"2026-01-31T12:00:00Z\",\"to\":\"2026-01-31T12:00:30Z\","
                + "\"weight\":100}]\n");
    cpu("timeline", store, "--points=0").fails(2, "--points=0 is less than 1");
  }

  @Test
  void exportsHaveTheSameTotals() throws IOException {
    assertThat(cpu("export", store, "--format=collapsed").output().lines())
        .containsExactlyInAnyOrder(
            "main;run;read 40", "main;run 30", "main;run;run;read 25", "gc 5");
    Path json = directory.resolve("a.json");
    cpu("export", store, "--format=firefox", "-o", json).prints("");
    assertThat(new JsonReader(Files.readString(json)).document()).isInstanceOf(Map.class);
    Path packed = directory.resolve("a.pb.gz");
    cpu("export", store, "--format=pprof", "--output", packed, "--from=-10s").prints("");

    cpu("export", store, "--format=pprof", "-o", packed).fails(1, "a.pb.gz: the file exists");
    cpu("export", store, "--format=pprof", "-o", packed, "--force").succeeds();
    cpu("export", store, "--format=pprof", "-o", store, "--force").fails(1, "is a store");
    cpu("export", store).fails(2, "--format");
    cpu("export", store, "--format=svg").fails(2, "'svg'");

    Path copy = directory.resolve("copy.oct");
    assertThat(Octavo.run("profile", "import", copy, packed).output())
        .contains("pprof, 6 samples", "series   type=cpu,unit=samples: 100 samples");
    assertThat(cpu("top", copy, "--count=1").output()).contains("65   65.0 %");
  }

  @Test
  void trimDeletesWholeSlots() {
    Octavo.run("profile", "trim", store, "--before=2026-01-31T12:00:19Z").prints("1\n");
    assertThat(cpu("top", store).output()).contains("\ntotal    40 samples\n");
    assertThat(Octavo.run("profile", "list", store).output())
        .contains("\n  trimmed before 2026-01-31T12:00:10Z\n");
    Octavo.run("profile", "trim", store, "--before=-10s").prints("2\n");
    Octavo.run("profile", "check", store).prints("profile jvm: no problems, 2 series\n");
    Octavo.run("check", store).succeeds();
    Octavo.run("profile", "trim", store).fails(2, "--before");
    Octavo.run("profile", "trim", store, "--before=x")
        .fails(2, "--before=x is neither an ISO" + " 8601 time");
    Octavo.run("profile", "trim", directory.resolve("none.oct"), "--before=-1h")
        .fails(3, "no such file");
  }

  @Test
  void trimCopiesWhatIsLeft() {
    Path copy = directory.resolve("copy.oct");
    Octavo.run("profile", "trim", store, "--before=-10s", "--to", copy).prints("3\n");
    assertThat(cpu("top", store).output()).contains("\ntotal    100 samples\n");
    assertThat(cpu("top", copy).output()).contains("\ntotal    10 samples\n");
    assertThat(Octavo.run("dump", copy, "jvm.symbols").output())
        .contains("run")
        .doesNotContain("read");
    Octavo.run("check", copy).succeeds();
    Octavo.run("profile", "trim", store, "--before=-10s", "--to", copy).fails(1, "the file exists");
    assertThat(directory.toFile().list((at, name) -> name.startsWith("."))).isEmpty();
  }

  @Test
  void checkTellsWhatIsWrong() {
    Octavo.run("profile", "check", store, "jvm").prints("profile jvm: no problems, 2 series\n");
    try (Store opened = Store.open(store)) {
      opened.write(tx -> tx.strings("jvm.symbols").clear());
    }
    Octavo found = Octavo.run("profile", "check", store);
    found.fails(1, "profile jvm: ", " problem");
    assertThat(found.out()).isNotEmpty();
  }

  @Test
  void listNamesProfilesAndSeries() {
    profile(store, "go", writer -> add(writer, Labels.NONE, 0, "main", 1));
    Octavo.run("profile", "list", store)
        .prints(
            """
            go, slots of 10s
              no labels: 2026-01-31T12:00:00Z to 2026-01-31T12:00:10Z, 1
            jvm, slots of 10s
              type=alloc,unit=bytes: 2026-01-31T12:00:10Z to 2026-01-31T12:00:20Z, 4,096 bytes
              type=cpu,unit=samples: 2026-01-31T12:00:00Z to 2026-01-31T12:00:30Z, 100 samples
            """);
    assertThat((List<?>) Octavo.run("profile", "list", store, "--json").json()).hasSize(2);
  }

  @Test
  void listShowsTheRangeOfEachSeriesAlone() {
    Path file = directory.resolve("b.oct");
    profile(
        file,
        "p",
        writer -> {
          add(writer, Labels.NONE, 50, "main", 1);
          add(writer, Labels.of("app", "a"), 20, "main", 2);
          add(writer, Labels.of("app", "a", "host", "b"), 0, "main", 4);
          add(writer, Labels.of("app", "a", "host", "b"), 90, "main", 8);
        });
    Octavo.run("profile", "list", file)
        .prints(
            """
            p, slots of 10s
              no labels: 2026-01-31T12:00:50Z to 2026-01-31T12:01:00Z, 1
              app=a: 2026-01-31T12:00:20Z to 2026-01-31T12:00:30Z, 2
              app=a,host=b: 2026-01-31T12:00:00Z to 2026-01-31T12:01:40Z, 12
            """);
    Octavo.run("profile", "trim", file, "--before=2026-01-31T12:00:40Z").prints("2\n");
    Octavo.run("profile", "list", file)
        .prints(
            """
            p, slots of 10s
              trimmed before 2026-01-31T12:00:40Z
              no labels: 2026-01-31T12:00:50Z to 2026-01-31T12:01:00Z, 1
              app=a: no samples
              app=a,host=b: 2026-01-31T12:01:30Z to 2026-01-31T12:01:40Z, 8
            """);
    assertThat(Octavo.run("profile", "list", file, "--json").output())
        .contains("{\"labels\":{\"app\":\"a\"},\"from\":null,\"to\":null,\"weight\":0}");
  }

  @Test
  void importsAreAddedOnce() throws IOException {
    Path file = directory.resolve("new.oct");
    Path stacks = Files.writeString(directory.resolve("s.txt"), "main;run 3\nmain 4\n");
    String time = "2026-01-31T12:00:00Z";
    assertThat(
            Octavo.run(
                    "profile",
                    "import",
                    file,
                    stacks,
                    "--time",
                    time,
                    "--slot=1m",
                    "--labels",
                    "host=a,unit=samples")
                .output())
        .contains("s.txt: collapsed, 2 samples in ", "series   host=a,unit=samples: 7 samples");
    Octavo.run("profile", "import", file, stacks)
        .prints(stacks + ": already imported, nothing added\n");
    assertThat(Octavo.run("profile", "list", file).output())
        .contains("profile, slots of 1m\n  host=a,unit=samples: 2026-01-31T12:00:00Z to ");
    Octavo.runOn("main 5\n", "profile", "import", file, "-", "--time", time, "--profile=other")
        .succeeds();
    Octavo.run("profile", "import", file, stacks)
        .fails(2, "the store has several profiles; give --profile: other, profile");
  }

  @Test
  void wrongImportsAreRefusedBeforeTheStoreIsMade() throws IOException {
    Path file = directory.resolve("new.oct");
    Path stacks = Files.writeString(directory.resolve("s.txt"), "main;run 3\n");
    Octavo.run("profile", "import", file).fails(2, "INPUT");
    Octavo.run("profile", "import", file, directory.resolve("no")).fails(1, "no: no such file");
    Octavo.run("profile", "import", file, directory).fails(1, "is a directory");
    Octavo.run("profile", "import", file, stacks, "--slot=10")
        .fails(2, "--slot=10 is not a duration, such as 500ms, 10s or 15m");
    Octavo.run("profile", "import", file, stacks, "--labels=x").fails(2, "--labels: labels 'x'");
    Octavo.run("profile", "import", file, stacks, "--time=x").fails(2, "--time=x is not ISO 8601");
    Octavo.run("profile", "import", file, "-", "--format=jfr").fails(2, "--format jfr: standard");
    assertThat(file).doesNotExist();

    Octavo.run("profile", "import", file, stacks, "--format=pprof")
        .fails(1, "malformed pprof, byte");
    assertThat(file).doesNotExist();
    Octavo.runOn("main 5\n", "profile", "import", file, "-").fails(1, "have no times");
    assertThat(file).doesNotExist();
    Path wrong = Files.writeString(directory.resolve("w.txt"), "main;run 3\nmain\n");
    Octavo.run("profile", "import", file, wrong).fails(1, "w.txt: line 2: ");
    assertThat(file).doesNotExist();
    Octavo.run("profile", "import", file, stacks, wrong).fails(1, "w.txt: line 2: ");
    Octavo.run("profile", "import", file, stacks)
        .prints(stacks + ": already imported, nothing added\n");
    Files.delete(file);
    Octavo.run("profile", "import", file, stacks).succeeds();
    Octavo.run("profile", "import", file, stacks, "--slot=1m").fails(2, "slot");
  }
}
