package io.octavo.tool;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code octavo shell}: the verbs on one store, line by line. */
@Command(
    name = "shell",
    header = "Run commands on a store interactively.",
    description = {
      "Read a command and its arguments, without FILE, from each line and run it on the store. A"
          + " terminal has a history, kept in ~/.octavo_history, and completion of commands,"
          + " options and names of maps by the tab key. exit, quit or the end of input ends the"
          + " shell.",
      "",
      "If the input is not a terminal, the exit code is that of the first command that failed.%n"
    },
    footer = {"  octavo shell orders.oct", "  echo 'get offsets 42' | octavo shell orders.oct"})
final class ShellCommand extends StoreVerb {
  private static final Set<String> ENDS = Set.of("exit", "quit");

  private final Parser parser = new DefaultParser();

  ShellCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (!streams.isErrTerminal().getAsBoolean()) {
      return readLines();
    }
    // Dumb is what JLine calls input that no person types.
    try (Terminal terminal = TerminalBuilder.builder().system(true).dumb(true).build()) {
      return Terminal.TYPE_DUMB.equals(terminal.getType()) ? readLines() : converse(terminal);
    }
  }

  private int readLines() throws IOException {
    int exitCode = Failure.OK;
    BufferedReader in =
        new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Integer ended = run(line);
      if (ended == null) {
        break;
      }
      exitCode = exitCode == Failure.OK ? ended : exitCode;
    }
    return exitCode;
  }

  private int converse(Terminal terminal) {
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(parser)
            .completer((line, typed, candidates) -> complete(typed, candidates))
            .variable(
                LineReader.HISTORY_FILE,
                Path.of(System.getProperty("user.home", "."), ".octavo_history"))
            // An exclamation mark is one.
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
    while (true) {
      try {
        if (run(reader.readLine("octavo> ")) == null) {
          return Failure.OK;
        }
      } catch (UserInterruptException e) {
        // The line is given up, as in other shells.
      } catch (EndOfFileException e) {
        return Failure.OK;
      }
    }
  }

  /** Runs a line; gives its exit code, null if it asks for the end. */
  private @Nullable Integer run(String line) {
    List<String> words;
    try {
      words = parser.parse(line, line.length(), Parser.ParseContext.ACCEPT_LINE).words();
    } catch (SyntaxError e) {
      streams.err().println("octavo: " + e.getMessage() + ": " + Text.printable(line));
      return Failure.USAGE;
    }
    if (words.isEmpty() || words.get(0).isEmpty() || words.get(0).startsWith("#")) {
      return Failure.OK;
    }
    if (ENDS.contains(words.get(0))) {
      return null;
    }
    List<String> arguments = new ArrayList<>(words);
    CommandLine verb = Main.command(streams).getSubcommands().get(words.get(0));
    if (verb != null && verb.getCommand() instanceof ShellCommand) {
      streams.err().println("octavo: shell: already in a shell");
      return Failure.USAGE;
    }
    if (verb != null && verb.getCommand() instanceof StoreVerb) {
      arguments.add(1, file.toString());
    }
    return Main.run(streams, arguments.toArray(String[]::new));
  }

  private void complete(ParsedLine typed, List<Candidate> candidates) {
    CommandLine command = Main.command(streams);
    if (typed.wordIndex() == 0) {
      command.getSubcommands().keySet().forEach(verb -> candidates.add(new Candidate(verb)));
      ENDS.forEach(end -> candidates.add(new Candidate(end)));
      return;
    }
    CommandLine verb = command.getSubcommands().get(typed.words().get(0));
    if (verb != null && typed.word().startsWith("-")) {
      verb.getCommandSpec().options().stream()
          .filter(option -> !option.hidden())
          .forEach(option -> candidates.add(new Candidate(option.longestName())));
    } else if (verb != null) {
      maps().forEach(map -> candidates.add(new Candidate(map)));
    }
  }

  /** Returns the names of the maps; none if the store cannot be opened, which a verb will tell. */
  private Collection<String> maps() {
    try (Store store = Stores.openToRead(file);
        Transaction transaction = store.beginRead()) {
      return transaction.names();
    } catch (Failure | StoreException e) {
      return List.of();
    }
  }
}
