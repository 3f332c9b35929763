package io.octavo.command.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.ModuleFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Pages built by commands, with their bytes as a person reads them. In each file of {@code
 * resources/golden} stand sections of commands, a line {@code ----} and the dump of the page that
 * they lead to; a page goes on from one section to the next. A change of the format shows up as a
 * difference that can be judged.
 */
class GoldenTest {
  private static final String RULER = "----\n";

  @TestFactory
  Stream<DynamicTest> pagesLookAsTheyDid() throws IOException {
    return files().stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compare(file)));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(ModuleFiles.path("src/test/resources/golden"))) {
      return files.sorted().collect(Collectors.toList());
    }
  }

  private static void compare(Path file) throws IOException {
    String expected = ModuleFiles.read(file);
    String actual = replay(expected);
    if (ModuleFiles.REWRITE) {
      Files.writeString(file, actual);
    } else {
      assertThat(actual).as("%s%s", file, ModuleFiles.HINT).isEqualTo(expected);
    }
  }

  /** Runs the commands of a file and puts the dumps below them. */
  private static String replay(String text) {
    PageScript script = new PageScript();
    StringBuilder result = new StringBuilder();
    for (String section : text.split("\n\n", -1)) {
      int ruler = section.indexOf(RULER);
      String commands = ruler < 0 ? section.strip() + "\n" : section.substring(0, ruler);
      commands.lines().forEach(script::run);
      result.append(result.isEmpty() ? "" : "\n").append(commands).append(RULER);
      result.append(PageDump.dump(script.page()));
    }
    return result.toString();
  }

  @Test
  void everyKindThatHasALayoutIsShown() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files()) {
      all.append(replay(ModuleFiles.read(file)));
    }
    for (String kind : List.of("meta", "catalogue", "branch", "leaf", "space", "space branch")) {
      assertThat(all).containsPattern("(?m)^0020-0020  kind +\\d+ +" + kind + "$");
    }
    for (String kind : List.of("bytes leaf", "bytes branch", "overflow", "catalogue branch")) {
      assertThat(all).containsPattern("(?m)^0020-0020  kind +\\d+ +" + kind + "$");
    }
  }
}
