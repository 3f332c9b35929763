package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Parser;
import org.jline.reader.SyntaxError;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code octavo shell}: runs commands on one store, line by line. */
@Command(
    name = "shell",
    header = "Run commands on a store interactively.",
    description = {
      "Read a command and its arguments, without FILE, from each line and run it on the"
          + " store. A terminal has a history, kept in ~/.octavo_history, and completion of"
          + " commands, options and their values, files and names of maps by the tab key. help"
          + " lists the commands. Control-C ends the running command, or discards the line."
          + " exit, quit or the end of input ends the shell.",
      "",
      "If the input is not a terminal, the exit code is that of the first command that failed.%n"
    },
    footer = {"  octavo shell orders.oct", "  echo 'get offsets 42' | octavo shell orders.oct"})
final class ShellCommand extends StoreVerb {
  private static final Set<String> ENDS = Set.of("exit", "quit");

  /** The exit code of shells for a process that was interrupted. */
  static final int INTERRUPTED = 130;

  private final Parser parser = new DefaultParser();

  ShellCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (!streams.screen().showsErrors()) {
      return readLines();
    }
    // JLine calls input that is not a terminal dumb.
    try (Terminal terminal = terminal()) {
      return Terminal.TYPE_DUMB.equals(terminal.getType()) ? readLines() : converse(terminal);
    }
  }

  /** Returns the terminal, which is read and written as UTF-8 in every locale. */
  private static Terminal terminal() throws IOException {
    return TerminalBuilder.builder()
        .system(true)
        .dumb(true)
        .encoding(StandardCharsets.UTF_8)
        .build();
  }

  private int readLines() throws IOException {
    int exitCode = Failure.OK;
    // Refuses what is not UTF-8: different keys would become the same.
    io.octavo.command.cli.LineReader in =
        new io.octavo.command.cli.LineReader(Input.open(null, streams.in(), false));
    while (in.next()) {
      Integer ended = run(streams, in.text());
      if (ended == null) {
        break;
      }
      exitCode = exitCode == Failure.OK ? ended : exitCode;
    }
    return exitCode;
  }

  /** Reads lines from the terminal and runs them. */
  int converse(Terminal terminal) {
    Path history = Path.of(System.getProperty("user.home", "."), ".octavo_history");
    protect(history);
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .parser(parser)
            .completer(new ShellCompleter(streams, file, ENDS))
            .variable(LineReader.HISTORY_FILE, history)
            // An exclamation mark is a plain character.
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
    AtomicBoolean isStopped = new AtomicBoolean();
    terminal.handle(Terminal.Signal.INT, signal -> interrupt(isStopped));
    Streams verbs =
        new Streams(
            streams.in(),
            streams.out(),
            streams.err(),
            new ShellScreen(streams.screen(), terminal),
            isStopped::get,
            streams.trace());
    while (true) {
      try {
        String line = reader.readLine("octavo> ");
        isStopped.set(false);
        if (run(verbs, line) == null) {
          return Failure.OK;
        }
      } catch (UserInterruptException e) {
        // Ctrl-C drops the line, as in other shells.
      } catch (EndOfFileException e) {
        return Failure.OK;
      }
    }
  }

  /** Asks the command to end. A second interrupt ends the process at once. */
  private static void interrupt(AtomicBoolean isStopped) {
    if (isStopped.getAndSet(true)) {
      System.exit(INTERRUPTED);
    }
  }

  /** Makes the history readable by its owner only: it may contain data of the store. */
  private static void protect(Path history) {
    try {
      Set<PosixFilePermission> own = PosixFilePermissions.fromString("rw-------");
      try {
        Files.createFile(history, PosixFilePermissions.asFileAttribute(own));
      } catch (FileAlreadyExistsException e) {
        Files.setPosixFilePermissions(history, own);
      }
    } catch (IOException | UnsupportedOperationException e) {
      // If the home directory is read-only, there is no history. A file system without permissions
      // has none to set.
    }
  }

  /** The terminal of the shell, which reports changes of its size. */
  private static final class ShellScreen implements Screen {
    private final Screen screen;
    private final Terminal terminal;

    ShellScreen(Screen screen, Terminal terminal) {
      this.screen = screen;
      this.terminal = terminal;
    }

    @Override
    public boolean showsOutput() {
      return screen.showsOutput();
    }

    @Override
    public boolean showsErrors() {
      return screen.showsErrors();
    }

    @Override
    public boolean isColoured() {
      return screen.isColoured();
    }

    @Override
    public int columns() {
      return showsOutput() && terminal.getWidth() > 0 ? terminal.getWidth() : screen.columns();
    }

    @Override
    public int errorColumns() {
      return terminal.getWidth() > 0 ? terminal.getWidth() : screen.errorColumns();
    }

    @Override
    public void beginPages() {
      screen.beginPages();
    }

    @Override
    public void endPages() {
      screen.endPages();
    }
  }

  /** Runs a line. Returns its exit code, null if the line ends the shell. */
  private @Nullable Integer run(Streams verbs, String line) {
    List<String> words;
    try {
      // Completion leaves a blank at the end, which does not begin a word.
      String stripped = line.strip();
      words = parser.parse(stripped, stripped.length(), Parser.ParseContext.ACCEPT_LINE).words();
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
    CommandLine verb =
        Main.command(verbs, words.toArray(String[]::new)).getSubcommands().get(words.get(0));
    if (verb != null && verb.getCommand() instanceof ShellCommand) {
      streams.err().println("octavo: shell: already in a shell");
      return Failure.USAGE;
    }
    int length = 1;
    while (verb != null && length < words.size() && !verb.getSubcommands().isEmpty()) {
      verb = verb.getSubcommands().get(words.get(length++));
    }
    if (verb != null && verb.getCommand() instanceof StoreVerb) {
      arguments.add(length, file.toString());
    }
    return Main.run(verbs, arguments.toArray(String[]::new));
  }
}
