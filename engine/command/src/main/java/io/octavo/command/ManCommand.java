package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code octavo man}: manual pages, made of the help of the commands. */
@Command(
    name = "man",
    header = "Print a manual page.",
    description = "Print the manual page of octavo or of one of its commands, for man to show.%n",
    footer = {"  octavo man | man -l -", "  octavo man trace record > octavo-trace-record.1"})
final class ManCommand extends Verb {
  @Parameters(
      index = "0..*",
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, as in trace record; default: octavo itself.")
  List<String> verb = List.of();

  private static final Map<String, String> ENVIRONMENT =
      texts(
          "OCTAVO_JAVA_OPTS", "Options of the JVM, separated by blanks, such as -Xmx1g.",
          "OCTAVO_DEBUG", "If not empty, an error is printed with its stack trace.",
          "JAVA_HOME", "The JDK that runs octavo; default: the java of the path.",
          "NO_COLOR", "If not empty, output has no colours unless --color=always is given.",
          "PAGER",
              "Shows what is longer than the terminal; default: less, with the options FRX unless"
                  + " LESS is set. No pager runs if it is empty or cat, or --no-pager is given.",
          "TERM",
              "If dumb, there are no colours unless --color=always is given, no progress and no"
                  + " pager.",
          "XDG_CACHE_HOME",
              "Where octavo keeps an archive of its classes if it cannot write beside its jar;"
                  + " default: ~/.cache.");

  private static final Map<String, String> FILES =
      texts(
          "FILE",
          "The store.",
          "FILE.lock",
          "Locked while a program has the store open; names the writer. It may stay.",
          "~/.octavo_history",
          "The lines typed in octavo shell; readable by their user only.",
          "octavo-JDK.jsa",
          "Classes for the JDK of this name, so that octavo starts faster; made when they are missing.");

  private final StringBuilder page = new StringBuilder();

  ManCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    CommandLine shown = Main.find(streams, verb);
    CommandSpec spec = shown.getCommandSpec();
    String name = spec.qualifiedName("-");
    page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1\n");
    section("NAME");
    boolean isVerb = !verb.isEmpty();
    String[] header = isVerb ? spec.usageMessage().header() : spec.usageMessage().description();
    line(name + " - " + join(header));
    section("SYNOPSIS");
    line(shown.getHelp().synopsis(0).strip());
    if (isVerb) {
      section("DESCRIPTION");
      paragraphs(spec.usageMessage().description());
    }
    options(spec);
    if (!shown.getSubcommands().isEmpty()) {
      section("COMMANDS");
      shown
          .getSubcommands()
          .forEach((label, sub) -> item(label, join(sub.getCommandSpec().usageMessage().header())));
    }
    section("EXIT STATUS");
    if (isVerb) {
      line(Failure.CODES);
    } else {
      paragraphs(spec.usageMessage().footer());
    }
    section("ENVIRONMENT");
    ENVIRONMENT.forEach(this::item);
    section("FILES");
    FILES.forEach(this::item);
    if (isVerb) {
      section("EXAMPLES");
      page.append(".nf\n");
      paragraphs(spec.usageMessage().footer());
      page.append(".fi\n");
    }
    streams.out().print(page);
    return Failure.OK;
  }

  private static Map<String, String> texts(String... namesAndTexts) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      texts.put(namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return texts;
  }

  private void options(CommandSpec spec) {
    section("OPTIONS");
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      item(parameter.paramLabel(), join(parameter.description()));
    }
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        String value = option.arity().max() > 0 ? " " + option.paramLabel() : "";
        item(String.join(", ", option.names()) + value, join(option.description()));
      }
    }
  }

  private void section(String name) {
    page.append(".SH ").append(name).append('\n');
  }

  private void item(String term, String text) {
    page.append(".TP\n\\fB").append(escape(term)).append("\\fR\n");
    line(text);
  }

  private void paragraphs(String[] lines) {
    for (String text : lines) {
      if (text.isBlank()) {
        page.append(".PP\n");
      } else {
        line(plain(text));
      }
    }
  }

  private void line(String text) {
    // A dot or an apostrophe at the beginning of a line would begin a request of roff.
    page.append(text.startsWith(".") || text.startsWith("'") ? "\\&" : "")
        .append(escape(text))
        .append('\n');
  }

  private static String join(String[] lines) {
    return Arrays.stream(lines).map(ManCommand::plain).collect(Collectors.joining(" ")).strip();
  }

  /** Resolves the markup of picocli. */
  private static String plain(String text) {
    return Ansi.OFF.string(text.replace("%n", "").replace("%%", "%")).stripTrailing();
  }

  private static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
