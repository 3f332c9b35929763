package io.octavo.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The manual pages that the build makes. */
class ManPageTest {
  @TempDir Path directory;

  @BeforeEach
  void writeAll() throws IOException {
    ManPage.main(directory.resolve("man").toString());
  }

  private String page(String name) throws IOException {
    return Files.readString(directory.resolve("man").resolve(name + ".1"));
  }

  @Test
  void everyCommandHasAPageWithItsSections() throws IOException {
    assertThat(page("octavo"))
        .startsWith(".TH OCTAVO 1\n")
        .contains("\n.SH COMMANDS\n", "\n.SH FILES\n", "\n.SH ENVIRONMENT\n")
        .contains("\n.SH EXIT STATUS\n", "6 the map is of another type");
    assertThat(page("octavo-trace-record"))
        .startsWith(
            ".TH OCTAVO-TRACE-RECORD 1\n.SH NAME\noctavo\\-trace\\-record \\- Run a command")
        .contains("octavo trace record ")
        .contains("\n.SH EXIT STATUS\n", "0 success", "\n.SH ENVIRONMENT\n", "OCTAVO_JAVA_OPTS")
        .contains("\n.SH FILES\n", "FILE.lock", "\n.SH EXAMPLES\n");
    verify(Main.command(new Streams(System.in, System.out, System.err, Screen.NONE)));
  }

  private void verify(CommandLine command) throws IOException {
    String page = page(command.getCommandSpec().qualifiedName("-"));
    assertThat(page).doesNotContain("@|").doesNotContain("%n");
    for (Map.Entry<String, CommandLine> below : command.getSubcommands().entrySet()) {
      assertThat(page).contains(".TP\n\\fB" + below.getKey() + "\\fR");
      String name = below.getValue().getCommandSpec().qualifiedName("-");
      assertThat(page(name))
          .contains(".SH NAME\n" + name.replace("-", "\\-") + " \\- ")
          .contains(".SH EXAMPLES");
      verify(below.getValue());
    }
  }

  @Test
  void pagesAreTheSameInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    String expected = page("octavo-trace-record");
    try {
      Locale.setDefault(Locale.forLanguageTag("tr-TR"));
      ManPage.main(directory.resolve("man").toString());
    } finally {
      Locale.setDefault(before);
    }

    assertThat(page("octavo-trace-record")).isEqualTo(expected);
  }
}
