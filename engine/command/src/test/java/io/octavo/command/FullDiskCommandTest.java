package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever language the system speaks, a full disk is one, and a reader that has gone is no error.
 * Skipped where there are no locales or nothing can be mounted, except where the environment says
 * {@code CI=true}.
 */
class FullDiskCommandTest {
  private static final boolean IS_REQUIRED = "true".equals(System.getenv("CI"));

  /** Runs the command by {@code run NAME WORD...}; keeps the errors, and notes the exit code. */
  private static final String RUN =
      """
      run() {
        local status=0 name=$1
        shift
        "$JAVA" -XX:TieredStopAtLevel=1 -cp "$CLASSES" io.octavo.command.Main "$@" \\
          2> "$name.err" || status=$?
        echo "$name $status" >> results
      }
      """;

  /** What a limit of the process, a device without room, and a reader that goes away do. */
  private static final String LIMITS =
      RUN
          + """
          run made load a.oct m < pairs
          run heard scan a.oct m | head -n 1
          run scanned scan a.oct m > /dev/full
          run drawn map a.oct --svg /dev/full
          ulimit -f 200
          run loaded load b.oct m < pairs
          run copied backup a.oct c.oct
          run shown inspect a.oct --html a.html
          """;

  /** The same on a disk of 600 KiB. */
  private static final String DISK =
      RUN
          + """
          run made load a.oct m < pairs
          mkdir disk && mount -t tmpfs -o size=600k octavo disk || exit
          run loaded load disk/b.oct m < pairs
          rm disk/*
          run copied backup a.oct disk/c.oct
          run shown inspect a.oct --html disk/a.html
          run full scan a.oct m > disk/filler
          run more put disk/d.oct m 1 1
          run packed trace pack events disk/b.trace
          """;

  @TempDir Path directory;

  /** One language in a usual build: each starts a dozen JVMs. */
  static Stream<String> languages() {
    boolean isLong = Integer.getInteger("octavo.effort", 1) > 1;
    return isLong ? Stream.of("C", "de_DE", "zh_CN") : Stream.of("de_DE");
  }

  @ParameterizedTest
  @MethodSource("languages")
  void aLimitIsKnownInEveryLanguage(String name) throws IOException, InterruptedException {
    assumeTrue(Files.isWritable(Path.of("/dev/full")), "no /dev/full");
    String words = "No space left on device|File too large";
    assertThat(run(locale(name), "bash", "-c", LIMITS)).isZero();
    assertThat(results())
        .containsExactly(
            "made 0", "heard 0", "scanned 5", "drawn 5", "loaded 5", "copied 5", "shown 5");
    assertThat(directory.resolve("heard.err")).isEmptyFile();
    for (String failed : List.of("scanned", "drawn", "loaded", "copied", "shown")) {
      String told = Files.readString(directory.resolve(failed + ".err"));
      assertThat(told.lines()).hasSize(1);
      assertThat(Pattern.compile(words).matcher(told).find()).as(told).isEqualTo(name.equals("C"));
    }
    assertThat(directory.resolve("loaded.err")).content().contains("cannot be made longer (");
    assertAdviceFitsACopy("c.oct");
  }

  @ParameterizedTest
  @MethodSource("languages")
  void aFullDiskIsKnownInEveryLanguage(String name) throws IOException, InterruptedException {
    Map<String, String> locale = locale(name);
    boolean canMount = run(locale, "unshare", "--map-root-user", "--mount", "true") == 0;
    assumeTrue(canMount || IS_REQUIRED, "nothing can be mounted here");
    Path pairs = directory.resolve("pairs");
    Path trace = directory.resolve("r.trace");
    Octavo.run("trace", "record", trace, "load", directory.resolve("r.oct"), "m", pairs);
    Files.writeString(directory.resolve("events"), Octavo.run("trace", "text", trace).output());
    assertThat(run(locale, "unshare", "--map-root-user", "--mount", "bash", "-c", DISK)).isZero();
    assertThat(results())
        .containsExactly(
            "made 0", "loaded 5", "copied 5", "shown 5", "full 5", "more 5", "packed 5");
    for (String failed : List.of("loaded", "copied", "shown", "packed")) {
      assertThat(directory.resolve(failed + ".err")).content().contains("the disk is full (");
    }
    assertAdviceFitsACopy("disk/c.oct");
  }

  private void assertAdviceFitsACopy(String copy) {
    assertThat(directory.resolve("loaded.err")).content().contains("remove entries");
    assertThat(directory.resolve("copied.err"))
        .content()
        .startsWith("octavo: " + copy + ": cannot write the copy: the ")
        .endsWith("; make room on the disk, or name a file on another\n");
  }

  private List<String> results() throws IOException {
    return Files.readAllLines(directory.resolve("results"));
  }

  @BeforeEach
  void makeInput() throws IOException {
    StringBuilder pairs = new StringBuilder();
    for (long i = 0; i < 60_000; i++) {
      pairs.append(i * i).append(' ').append(i * 7_919).append('\n');
    }
    Files.writeString(directory.resolve("pairs"), pairs);
  }

  /** Returns the variables of a locale, which is made first. */
  private Map<String, String> locale(String name) throws IOException, InterruptedException {
    if (name.equals("C")) {
      return Map.of("LC_ALL", "C.UTF-8");
    }
    String full = name + ".UTF-8";
    boolean isMade = run(Map.of(), "localedef", "-i", name, "-f", "UTF-8", "./" + full) == 0;
    assumeTrue(isMade || IS_REQUIRED, "no locale " + name + ": install the package locales");
    assertThat(isMade).as("localedef made %s", name).isTrue();
    return Map.of("LC_ALL", full, "LOCPATH", directory.toString());
  }

  /** Runs a program in the directory. */
  private int run(Map<String, String> variables, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA", Path.of(System.getProperty("java.home"), "bin", "java").toString());
    environment.put("CLASSES", System.getProperty("java.class.path"));
    environment.remove("LANGUAGE");
    environment.putAll(variables);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return process.exitValue();
  }
}
