package io.octavo.tool;

import io.octavo.error.StoreException;
import io.octavo.error.StoreFullException;
import io.octavo.page.MetaPage;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the {@code octavo} command. */
@Command(
    name = "octavo",
    mixinStandardHelpOptions = true,
    usageHelpAutoWidth = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    description = "Fill, read and examine Octavo stores.%n",
    footerHeading = "%n",
    footer = {"octavo COMMAND --help shows the options and examples of a command.", Failure.CODES})
public final class Main implements Runnable {
  private static final int OUTPUT_BUFFER = 1 << 16;

  private final Streams streams;

  @Option(
      names = "--debug",
      hidden = true,
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error.")
  private boolean debug = !System.getenv().getOrDefault("OCTAVO_DEBUG", "").isEmpty();

  private Main(Streams streams) {
    this.streams = streams;
  }

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments what to do
   */
  public static void main(String[] arguments) {
    StandardOutput output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    // UTF-8 whatever the locale says: names of maps are, and bars are drawn with it.
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(output, OUTPUT_BUFFER), false, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    Streams streams =
        new Streams(System.in, out, err, () -> Progress.isTerminal(2), Paint::isOutColoured);
    int exitCode = run(streams, arguments);
    out.flush();
    String failure = output.failure();
    if (failure != null) {
      err.println("octavo: cannot write to standard output: " + failure);
      exitCode = exitCode == Failure.OK ? Failure.of(failure) : exitCode;
    }
    System.exit(exitCode);
  }

  /**
   * Runs the command within a program.
   *
   * @param in standard input
   * @param out standard output
   * @param err standard error
   * @param arguments what to do
   * @return the exit code
   */
  static int run(InputStream in, PrintStream out, PrintStream err, String... arguments) {
    return run(new Streams(in, out, err, () -> false), arguments);
  }

  /** Runs the command within a run of it. */
  static int run(Streams streams, String... arguments) {
    CommandLine command = command(streams);
    Main main = command.getCommand();
    try {
      return command.execute(arguments);
    } catch (OutOfMemoryError e) {
      return main.failed(
          Failure.PROBLEM, "out of memory; OCTAVO_JAVA_OPTS=-Xmx1g sets a larger heap", e);
    } finally {
      streams.out().flush();
    }
  }

  /** Makes the command with all its verbs. */
  static CommandLine command(Streams streams) {
    Main main = new Main(streams);
    CommandLine command = new CommandLine(main);
    for (Verb verb :
        List.of(
            new LoadCommand(streams),
            new GetCommand(streams),
            new PutCommand(streams),
            new DelCommand(streams),
            new ScanCommand(streams),
            new CountCommand(streams),
            new IndexCommand(streams),
            new QueryCommand(streams),
            new DumpCommand(streams),
            new MapsCommand(streams),
            new RenameCommand(streams),
            new DropCommand(streams),
            new StatCommand(streams),
            new CheckCommand(streams),
            new PageCommand(streams),
            new TreeCommand(streams),
            new MapCommand(streams),
            new InspectCommand(streams),
            new CompactCommand(streams),
            new BackupCommand(streams),
            new SalvageCommand(streams),
            new DemoCommand(streams),
            new ShellCommand(streams),
            new CompletionCommand(streams),
            new ManCommand(streams))) {
      command.addSubcommand(verb);
    }
    command.addSubcommand(TraceCommand.withVerbs(streams));
    command.registerConverter(long.class, Main::integer);
    // A key may begin with an at sign.
    command.setExpandAtFiles(false);
    command.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
    command.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    command.setParameterExceptionHandler((e, given) -> main.wrongArguments(e));
    command.setExecutionExceptionHandler(
        (e, line, result) -> main.failed(DamagePlace.explain(line.getCommand(), e)));
    return command;
  }

  private static long integer(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a 64-bit integer");
    }
  }

  /** Without a verb there is nothing to do but to say which there are. */
  @Override
  public void run() {
    throw new Failure(Failure.USAGE, "no command given; octavo --help lists all");
  }

  private int wrongArguments(ParameterException e) {
    String help = e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    Set<String> commands = e.getCommandLine().getSubcommands().keySet();
    String what =
        e instanceof UnmatchedArgumentException unmatched && !commands.isEmpty()
            ? NearestName.unknown(unmatched.getUnmatched().get(0), commands, help)
            : e.getMessage() + "; see " + help;
    return failed(Failure.USAGE, what, e);
  }

  private int failed(Exception e) {
    if (e instanceof Failure failure) {
      return failed(failure.exitCode(), e.getMessage(), e);
    }
    if (e instanceof StoreException) {
      return failed(
          e instanceof StoreFullException ? Failure.FULL : Failure.PROBLEM, e.getMessage(), e);
    }
    if (e instanceof IllegalArgumentException) {
      return failed(Failure.USAGE, e.getMessage(), e);
    }
    if (e instanceof UncheckedIOException || e instanceof IOException) {
      Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
      return failed(Failure.of(String.valueOf(cause)), String.valueOf(cause), e);
    }
    return failed(Failure.PROBLEM, "internal error, please report: " + e, e);
  }

  private int failed(int exitCode, @Nullable String message, Throwable cause) {
    streams.out().flush();
    streams.err().println("octavo: " + Text.printable(String.valueOf(message)));
    if (debug) {
      cause.printStackTrace(streams.err());
    }
    return exitCode;
  }

  /** What {@code --version} says. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "octavo " + (version == null ? "of unknown version" : version),
        "file format " + MetaPage.FORMAT_VERSION + ", Java " + Runtime.version()
      };
    }
  }
}
