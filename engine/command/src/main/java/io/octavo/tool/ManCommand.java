package io.octavo.tool;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code octavo man}: manual pages, made of the help that the verbs give. */
@Command(
    name = "man",
    header = "Print a manual page.",
    description = "Print the manual page of octavo or of one of its commands, for man to show.%n",
    footer = {"  octavo man | man -l -", "  octavo man load > octavo-load.1"})
final class ManCommand extends Verb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "COMMAND",
      description = "The command; default: octavo itself.")
  @Nullable String verb;

  private final StringBuilder page = new StringBuilder();

  ManCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    CommandLine command = Main.command(streams);
    CommandLine shown = verb == null ? command : command.getSubcommands().get(verb);
    if (shown == null) {
      throw new Failure(
          Failure.USAGE,
          NearestName.unknown(
              String.valueOf(verb), command.getSubcommands().keySet(), "octavo --help"));
    }
    CommandSpec spec = shown.getCommandSpec();
    String name = verb == null ? "octavo" : "octavo-" + verb;
    page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1\n");
    section("NAME");
    String[] header =
        verb == null ? spec.usageMessage().description() : spec.usageMessage().header();
    line(name + " - " + join(header));
    section("SYNOPSIS");
    line(shown.getHelp().synopsis(0).strip());
    if (verb != null) {
      section("DESCRIPTION");
      paragraphs(spec.usageMessage().description());
    }
    options(spec);
    if (verb == null) {
      section("COMMANDS");
      command
          .getSubcommands()
          .forEach((label, sub) -> item(label, join(sub.getCommandSpec().usageMessage().header())));
    }
    section("EXIT STATUS");
    if (verb == null) {
      paragraphs(spec.usageMessage().footer());
    } else {
      line(Failure.CODES);
      section("EXAMPLES");
      page.append(".nf\n");
      paragraphs(spec.usageMessage().footer());
      page.append(".fi\n");
    }
    streams.out().print(page);
    return Failure.OK;
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
    // A dot or an apostrophe at the beginning would be an instruction.
    page.append(text.startsWith(".") || text.startsWith("'") ? "\\&" : "")
        .append(escape(text))
        .append('\n');
  }

  private static String join(String[] lines) {
    return Arrays.stream(lines).map(ManCommand::plain).collect(Collectors.joining(" ")).strip();
  }

  /** Resolves the marks of picocli. */
  private static String plain(String text) {
    return Ansi.OFF.string(text.replace("%n", "").replace("%%", "%")).stripTrailing();
  }

  private static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
