package io.octavo.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in JVMs of their own, in locales that are not that of the tests. */
class LocaleTest {
  private static final String M_UE_LLER = "\"$(printf 'M\\303\\274ller')\"";
  private static final String M_OE_LLER = "\"$(printf 'M\\303\\266ller')\"";

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() throws IOException, InterruptedException {
    store = directory.resolve("a.oct");
    assumeTrue(run(Map.of(), List.of(), "--version").exitCode() == 0, "no shell");
  }

  /** Runs a command line of a shell; $F is the store. */
  private Octavo run(Map<String, String> locale, List<String> flags, String line)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", "-c", "exec \"$0\" \"$@\" io.octavo.tool.Main " + line));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "LANG=xx_XX.UTF-8",
        "LC_CTYPE=UTF-8",
        "LC_ALL=POSIX",
        "LANG=C.UTF-8 LC_TIME=xx_XX.UTF-8"
      })
  void anArgumentThatTheJvmCannotReadIsRefusedBeforeTheStoreIsTouched(String variables)
      throws IOException, InterruptedException {
    Map<String, String> locale = new HashMap<>();
    for (String each : variables.split(" ", -1)) {
      if (!each.isEmpty()) {
        locale.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
      }
    }
    for (String line :
        List.of(
            "put \"$F\" u --utf8 " + M_UE_LLER + " 1",
            "put \"$F\" u --utf8 k " + M_OE_LLER,
            "put \"$F\" " + M_UE_LLER + " 1 1",
            "load \"$F\" u --utf8 " + M_UE_LLER,
            "series import \"$F\" s --columns=" + M_UE_LLER + ",b",
            "profile import \"$F\" --labels=host=" + M_OE_LLER + " -")) {
      run(locale, List.of(), line).fails(2, "octavo: argument ", "\uFFFD", "LC_ALL=C.UTF-8");
      assertThat(store).doesNotExist();
    }
    Octavo.run("put", store, "u", "--utf8", "M\uFFFD\uFFFDller", 1).succeeds();
    run(locale, List.of(), "del \"$F\" u --utf8 " + M_UE_LLER).fails(2, "argument 5");
    run(locale, List.of(), "del \"$F\" u --prefix=" + M_UE_LLER).fails(2, "argument 4");
    Octavo.run("count", store, "u").prints("1\n");
  }

  @Test
  void filesWhoseNamesCannotBeReadAreNotInAnIndexUnderNamesOfOthers()
      throws IOException, InterruptedException {
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("plain"), "word");
    String names = "cd \"${F%/*}/files\" && cp plain " + M_UE_LLER + " && cp plain " + M_OE_LLER;
    String[] copy = {"sh", "-c", names};
    ProcessBuilder builder = new ProcessBuilder(copy);
    builder.environment().put("F", store.toString());
    assertThat(builder.start().waitFor()).isZero();
    String line = "index \"${F%/*}/files\" --store=\"$F\" --json";
    assertThat(run(Map.of(), List.of(), line).output()).contains("\"files\":1,\"passedOver\":2,");
    assertThat(run(Map.of("LC_ALL", "C.UTF-8"), List.of(), line).output())
        .contains("\"files\":3,\"passedOver\":0,");
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
}
