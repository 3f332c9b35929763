package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The command in JVMs of their own, in locales that are not that of the tests. */
class LocaleTest {
  private static final String M_UE_LLER = "\"$(printf 'M\\303\\274ller')\"";
  private static final String M_OE_LLER = "\"$(printf 'M\\303\\266ller')\"";

  /** What depends on how long a run takes, in the statistics of a trace. */
  private static final String LENGTHS = "[0-9.]+ (bytes|%|frames|of events)";

  /** Seconds, rates, and digests and identifiers of stores. */
  private static final Pattern TIMES =
      Pattern.compile(
          "[0-9,.]+ ?[kM]?/?s\\b|[0-9a-f]{16,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
  }

  /** Runs a command line of a shell; $F is the store. */
  private Octavo run(Map<String, String> locale, List<String> flags, String line)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "exec \"$0\" \"$@\" io.octavo.command.Main " + line));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    Path err = directory.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().putAll(locale);
    builder.environment().put("F", store.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Octavo(process.waitFor(), out, Files.readString(err));
  }

  @Test
  void anArgumentThatTheJvmCannotReadIsRefusedBeforeTheStoreIsTouched()
      throws IOException, InterruptedException {
    Map<String, String> none = Map.of();
    for (String line :
        List.of(
            "put \"$F\" u --utf8 " + M_UE_LLER + " 1",
            "put \"$F\" u --utf8 k " + M_OE_LLER,
            "put \"$F\" " + M_UE_LLER + " 1 1",
            "load \"$F\" u --utf8 " + M_UE_LLER,
            "series import \"$F\" s --columns=" + M_UE_LLER + ",b",
            "profile import \"$F\" --labels=host=" + M_OE_LLER + " -")) {
      run(none, List.of(), line).fails(2, "octavo: argument ", "\uFFFD", "LC_ALL=C.UTF-8");
      assertThat(store).doesNotExist();
    }
    Octavo.run("put", store, "u", "--utf8", "M\uFFFD\uFFFDller", 1).succeeds();
    for (Map<String, String> locale :
        List.of(
            Map.of("LANG", "xx_XX.UTF-8"),
            Map.of("LC_CTYPE", "UTF-8"),
            Map.of("LC_ALL", "POSIX"),
            Map.of("LANG", "C.UTF-8", "LC_TIME", "xx_XX.UTF-8"))) {
      run(locale, List.of(), "del \"$F\" u --utf8 " + M_UE_LLER).fails(2, "argument 5");
    }
    run(none, List.of(), "del \"$F\" u --prefix=" + M_UE_LLER).fails(2, "argument 4");
    Octavo.run("count", store, "u").prints("1\n");
  }

  @Test
  void inALocaleOfUtf8ArgumentsArriveAsTheyWereTyped() throws IOException, InterruptedException {
    Map<String, String> locale = Map.of("LC_ALL", "C.UTF-8");
    run(locale, List.of(), "put \"$F\" u --utf8 " + M_UE_LLER + " 1").succeeds();
    run(locale, List.of(), "put \"$F\" u --utf8 " + M_OE_LLER + " 2").succeeds();
    run(locale, List.of(), "scan \"$F\" u").prints("M\u00F6ller\t2\nM\u00FCller\t1\n");
    run(locale, List.of(), "put \"$F\" u --utf8 \"$(printf 'M\\374ller')\" 3")
        .fails(2, "argument 5");
    Octavo.run("count", store, "u").prints("2\n");
  }

  /** Arabic and Persian have digits of their own, Thai another calendar, Turkish another i. */
  @Test
  void outputIsTheSameInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      Map<String, String> expected = outputs("root");
      for (String tag : List.of("ar-EG", "fa-IR", "th-TH-u-ca-buddhist-nu-thai", "tr-TR")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        outputs(tag)
            .forEach(
                (line, printed) ->
                    assertThat(printed.lines())
                        .as("%s: %s", tag, line)
                        .containsExactlyElementsOf(expected.get(line).lines().toList()));
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Returns what commands print, without what changes from run to run. */
  private Map<String, String> outputs(String name) throws IOException {
    Path place = Files.createDirectory(directory.resolve(name));
    Files.writeString(place.resolve("n.txt"), "1234567 89\n".repeat(3) + "-5 6\n" + numbers());
    Files.writeString(place.resolve("b.txt"), "I\u0131i\u0130\tx\nk\t1234567\n");
    Files.writeString(place.resolve("s.csv"), "1000,1.5\n2000,1234567.25\n");
    Files.writeString(place.resolve("p.txt"), "# slot 1769860800\nI;i 1234567\nI;j 3\n");
    Map<String, String> outputs = new LinkedHashMap<>();
    for (String line :
        """
        load a.oct n n.txt
        load a.oct b b.txt --utf8
        series import a.oct s s.csv --time ms --places 2
        profile import p.oct p.txt --labels type=cpu
        get a.oct n -5 --json
        scan a.oct n --limit 2000
        scan a.oct b
        scan a.oct s
        count a.oct n
        dump a.oct
        dump a.oct --ndjson
        maps a.oct
        stat a.oct n
        check a.oct
        page a.oct 4
        page a.oct 4 --color=always
        page a.oct 5 --svg
        tree a.oct n --show 3
        map a.oct
        map a.oct --color=always --by=fill
        map a.oct --svg
        series stat a.oct
        series query a.oct s
        series windows a.oct s --count 5
        profile list p.oct
        profile top p.oct
        profile flame p.oct
        profile timeline p.oct
        profile check p.oct
        profile export p.oct --format firefox
        trace record t.trace put t.oct m 1234567 1
        trace text t.trace
        trace stats t.trace
        trace replay t.trace
        get a.oct n 17
        help
        page --help
        """
            .lines()
            .toList()) {
      Object[] words =
          Arrays.stream(line.split(" ", -1))
              .map(word -> word.contains(".") ? place.resolve(word).normalize().toString() : word)
              .toArray();
      Octavo run = Octavo.run(words);
      String all = (run.out() + run.err()).replace(place.toString(), "PLACE");
      assertThat(run.exitCode()).as(all).isIn(0, 4);
      String lengths = line.startsWith("trace stats") ? LENGTHS : "(?!)()";
      String text = all.replaceAll(lengths, "N $1");
      outputs.put(line, TIMES.matcher(text).replaceAll("TIME"));
    }
    return outputs;
  }

  private static String numbers() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      lines.append(i * 1_001L).append(' ').append(i).append('\n');
    }
    return lines.toString();
  }

  /** With what libraries print, and what the screen asks of the system. Starts ten JVMs. */
  @Test
  @EnabledIfSystemProperty(named = "octavo.effort", matches = "[2-9]|[1-9][0-9]+")
  void theProcessIsTheSameInEveryLocale() throws IOException, InterruptedException {
    Octavo.loadSquares(store, "m", 5_000);
    for (String line : List.of("page \"$F\" 4", "completion")) {
      String expected = run(Map.of(), List.of(), line).output();
      for (String tag : List.of("ar-EG", "fa-IR", "th-TH", "tr-TR")) {
        String language = "-Duser.language=" + tag.substring(0, 2);
        run(Map.of(), List.of(language, "-Duser.country=" + tag.substring(3)), line)
            .prints(expected);
      }
    }
  }
}
