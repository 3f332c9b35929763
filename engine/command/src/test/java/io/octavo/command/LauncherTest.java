package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher with a JDK that only notes what it is called with: which archive it makes and takes.
 */
class LauncherTest {
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      echo "$LC_ALL $*" >> "$LOG"
      for word in "$@"; do
        case $word in
          -Xshare:dump) [ -z "${BROKEN:-}" ] || exit 1; dumps=1 ;;
          -XX:DumpLoadedClassList=*) [ -z "${BROKEN:-}" ] || exit 1 ;;
          -XX:SharedArchiveFile=*) archive=${word#*=} ;;
        esac
      done
      if [ -n "${dumps:-}" ]; then
        echo classes > "$archive"
        echo "a warning"
      fi
      """;

  @TempDir Path directory;
  private Path root;
  private Path target;
  private Path jdk;
  private Path log;

  @BeforeEach
  void setUp() throws IOException, InterruptedException {
    assumeTrue(isThere("bash", "--version"), "no bash");
    root = directory.resolve("checkout");
    for (String part : List.of("", "page", "engine", "engine/profile", "engine/command")) {
      Files.createDirectories(root.resolve(part).resolve("src/main"));
      past(Files.createFile(root.resolve(part).resolve("pom.xml")));
      past(root.resolve(part).resolve("src/main"));
    }
    Files.copy(Path.of("../../octavo"), root.resolve("octavo"));
    target = Files.createDirectories(root.resolve("engine/command/target"));
    past(Files.createFile(target.resolve("octavo-command-1-all.jar")));
    log = directory.resolve("log");
    jdk = jdk("jdk", "17.0.1+2");
  }

  private static boolean isThere(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Makes a file older than all that a run makes. */
  private static void past(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_600_000_000_000L));
  }

  private Path jdk(String name, String version) throws IOException {
    Path made = directory.resolve(name);
    Files.createDirectories(made.resolve("bin"));
    Files.writeString(
        made.resolve("release"),
        "IMPLEMENTOR=\"A b\"\nJAVA_RUNTIME_VERSION=\"" + version + "\"\nLIBC=\"gnu\"\n");
    Path java = Files.writeString(made.resolve("bin/java"), JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return made;
  }

  /** Runs the launcher; returns how the JDK was called. */
  private List<String> run(Path home, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Files.deleteIfExists(log);
    assertThat(run(home, environment, 0, arguments)).isEmpty();
    return Files.readAllLines(log);
  }

  /** Runs the launcher; returns what it printed. */
  private String run(Path home, Map<String, String> environment, int exitCode, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", root.resolve("octavo").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", home.toString());
    builder.environment().put("LOG", log.toString());
    builder.environment().put("TMPDIR", directory.toString());
    builder.environment().remove("OCTAVO_JAVA_OPTS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isEqualTo(exitCode);
    return printed;
  }

  private List<String> run(String... arguments) throws IOException, InterruptedException {
    return run(jdk, Map.of(), arguments);
  }

  @Test
  void theFirstCallMakesAnArchiveAndOthersTakeIt() throws IOException, InterruptedException {
    Path archive = target.resolve("octavo-Ab-17.0.1+2.jsa");
    List<String> first = run("get", "a.oct", "m", "1");
    assertThat(first).hasSize(3);
    assertThat(first.get(0)).contains("-XX:DumpLoadedClassList=");
    assertThat(first.get(1)).contains("-Xshare:dump");
    assertThat(archive).hasContent("classes");
    List<String> next = run("get", "a.oct", "m", "1");
    assertThat(next).hasSize(1);
    assertThat(next.get(0))
        .isEqualTo(first.get(2))
        .contains("-XX:SharedArchiveFile=" + archive + " ")
        .endsWith("-all.jar get a.oct m 1");
    try (var files = Files.list(target)) {
      assertThat(files).as("the archive and the jar").hasSize(2);
    }
    assertThat(directory).isDirectoryNotContaining("glob:**/octavo.*");
  }

  @Test
  void anArchiveIsForOneJarAndOneJdk() throws IOException, InterruptedException {
    run("get");
    Path jar = target.resolve("octavo-command-1-all.jar");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(System.currentTimeMillis() + 60_000));
    assertThat(run("get")).as("a newer jar").hasSize(3);
    past(jar);
    run("get");
    Path other = jdk("other", "25");
    assertThat(run(other, Map.of(), "get")).as("another JDK").hasSize(3);
    assertThat(run(other, Map.of(), "get").get(0)).contains("octavo-Ab-25.jsa");
    assertThat(run("get")).hasSize(1);
    Files.delete(jdk.resolve("release"));
    assertThat(run("get").get(0)).as("an unknown JDK").doesNotContain("SharedArchiveFile");
  }

  @Test
  void whatCannotBeMadeIsNotTriedAgainAndFailsNothing() throws IOException, InterruptedException {
    assertThat(run(jdk, Map.of("BROKEN", "1"), "get")).hasSize(2);
    List<String> next = run("get");
    assertThat(next).hasSize(1);
    assertThat(next.get(0)).doesNotContain("SharedArchiveFile");
  }

  @Test
  void whereTheJarLiesInADirectoryThatCannotBeWrittenTheCacheHasTheArchive()
      throws IOException, InterruptedException {
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeTrue(!Files.isWritable(target), "this user may write everywhere");
      Path cache = directory.resolve("cache");
      Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.toString());
      run(jdk, environment, "get");
      assertThat(run(jdk, environment, "get").get(0))
          .contains("-XX:SharedArchiveFile=" + cache.resolve("octavo/octavo-"));
    } finally {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void onlyCommandsOnAFewEntriesGoWithoutTheSecondCompiler()
      throws IOException, InterruptedException {
    run("get");
    for (String brief : List.of("get", "put", "maps", "--version", "help")) {
      assertThat(run(brief).get(0)).as(brief).contains("-XX:TieredStopAtLevel=1 ");
    }
    assertThat(run("--debug", "del", "a.oct").get(0)).contains("-XX:TieredStopAtLevel=1 ");
    for (String lengthy : List.of("load", "check", "scan", "compact", "shell")) {
      assertThat(run(lengthy, "get").get(0)).as(lengthy).doesNotContain("TieredStopAtLevel");
    }
  }

  @Test
  void aJdkThatIsMissingIsNamed() throws IOException, InterruptedException {
    Path none = directory.resolve("none");
    assertThat(run(none, Map.of(), 3, "get"))
        .isEqualTo(
            "octavo: JAVA_HOME="
                + none
                + " has no bin/java; set it to a JDK of version 17 or later, or unset it\n");
    Path bin = Files.createDirectory(directory.resolve("bin"));
    for (String tool : List.of("bash", "dirname", "readlink")) {
      Files.createSymbolicLink(bin.resolve(tool), which(tool));
    }
    assertThat(run(none, Map.of("JAVA_HOME", "", "PATH", bin.toString()), 3, "get"))
        .isEqualTo(
            "octavo: no java; install a JDK of version 17 or later, or set JAVA_HOME to one\n");
  }

  private static Path which(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void argumentsAreReadAsUtf8InEveryLocale() throws IOException, InterruptedException {
    for (Map<String, String> locale :
        List.of(
            Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", ""),
            Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", "xx_XX.UTF-8"),
            Map.of("LC_ALL", "", "LC_CTYPE", "UTF-8"),
            Map.of("LC_ALL", "", "LC_TIME", "xx_XX.UTF-8", "LANG", "C.UTF-8"))) {
      assertThat(run(jdk, locale, "get"))
          .as("%s", locale)
          .allMatch(it -> it.startsWith("C.UTF-8 "));
    }
  }
}
