package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A manual page, made of the help of a command. The build calls this; octavo itself does not. */
public final class ManPage {
  private static final Map<String, String> ENVIRONMENT =
      texts(
          "OCTAVO_JAVA_OPTS",
          "Options of the JVM, separated by blanks, such as -Xmx1g.",
          "OCTAVO_DEBUG",
          "If not empty, an error is printed with its stack trace.",
          "JAVA_HOME",
          "The JDK that runs octavo; default: the java of the path.",
          "NO_COLOR",
          "If not empty, output has no colours unless --color=always is given.",
          "PAGER",
          "Shows what is longer than the terminal; default: less, with the options FRX unless"
              + " LESS is set. No pager runs if it is empty or cat, or --no-pager is given.",
          "COLUMNS",
          "The width of the terminal, and of pictures where the output is none; default: what"
              + " the terminal reports, or 80.",
          "TERM",
          "If dumb, empty or not set, there are no colours unless --color=always is given, no"
              + " progress and no pager.",
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

  private ManPage() {}

  /**
   * Writes the manual pages of octavo and of all its commands, such as {@code octavo-get.1}.
   *
   * @param arguments the directory, which is created if it is missing
   * @throws IOException if a page cannot be written
   */
  public static void main(String... arguments) throws IOException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    write(directory, Main.command(new Streams(System.in, System.out, System.err, Screen.NONE)));
  }

  private static void write(Path directory, CommandLine command) throws IOException {
    String name = command.getCommandSpec().qualifiedName("-");
    Files.writeString(directory.resolve(name + ".1"), of(command));
    for (CommandLine below : command.getSubcommands().values()) {
      write(directory, below);
    }
  }

  /** Returns the page of a command. */
  static String of(CommandLine command) {
    ManPage page = new ManPage();
    page.append(command);
    return page.page.toString();
  }

  private void append(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    boolean isVerb = spec.parent() != null;
    String name = spec.qualifiedName("-");
    page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1\n");
    section("NAME");
    String[] header = isVerb ? spec.usageMessage().header() : spec.usageMessage().description();
    line(name + " - " + join(header));
    section("SYNOPSIS");
    line(command.getHelp().synopsis(0).strip());
    if (isVerb) {
      section("DESCRIPTION");
      paragraphs(spec.usageMessage().description());
    }
    options(spec);
    if (!command.getSubcommands().isEmpty()) {
      section("COMMANDS");
      command
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
    return Arrays.stream(lines).map(ManPage::plain).collect(Collectors.joining(" ")).strip();
  }

  /** Resolves the markup of picocli. */
  private static String plain(String text) {
    return Ansi.OFF.string(text.replace("%n", "").replace("%%", "%")).stripTrailing();
  }

  private static String escape(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
