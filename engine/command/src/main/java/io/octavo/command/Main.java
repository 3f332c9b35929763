package io.octavo.command;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.NearestName;
import io.octavo.command.cli.PagedOutput;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Screen;
import io.octavo.command.cli.StandardOutput;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.SystemScreen;
import io.octavo.command.cli.Text;
import io.octavo.command.data.BackupCommand;
import io.octavo.command.data.CompactCommand;
import io.octavo.command.data.CountCommand;
import io.octavo.command.data.DelCommand;
import io.octavo.command.data.DropCommand;
import io.octavo.command.data.FindCommand;
import io.octavo.command.data.GetCommand;
import io.octavo.command.data.PutCommand;
import io.octavo.command.data.RenameCommand;
import io.octavo.command.data.SalvageCommand;
import io.octavo.command.data.ScanCommand;
import io.octavo.command.data.TailCommand;
import io.octavo.command.demo.DemoCommand;
import io.octavo.command.load.DumpCommand;
import io.octavo.command.load.LoadCommand;
import io.octavo.command.picture.InspectCommand;
import io.octavo.command.picture.MapCommand;
import io.octavo.command.picture.PageCommand;
import io.octavo.command.profile.ProfileCommand;
import io.octavo.command.series.SeriesCommand;
import io.octavo.command.survey.CheckCommand;
import io.octavo.command.survey.DamagePlace;
import io.octavo.command.survey.MapsCommand;
import io.octavo.command.survey.StatCommand;
import io.octavo.command.survey.TreeCommand;
import io.octavo.command.trace.TraceCommand;
import io.octavo.error.StoreException;
import io.octavo.file.NoSpaceException;
import io.octavo.page.meta.MetaPage;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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

  /** The verbs, in the order of the help. */
  private static final Set<String> VERBS =
      new LinkedHashSet<>(
          List.of(
              "put",
              "get",
              "del",
              "scan",
              "count",
              "tail",
              "find",
              "load",
              "dump",
              "maps",
              "drop",
              "rename",
              "check",
              "stat",
              "page",
              "tree",
              "map",
              "inspect",
              "salvage",
              "backup",
              "compact",
              "series",
              "profile",
              "trace",
              "shell",
              "demo",
              "help",
              "completion"));

  private final Streams streams;

  @Option(
      names = "--debug",
      hidden = true,
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error.")
  private boolean debug = !System.getenv().getOrDefault("OCTAVO_DEBUG", "").isEmpty();

  @Option(
      names = "--unlocked",
      scope = ScopeType.INHERIT,
      description = {
        "Open stores without locks, for a file system that has none.",
        "No other process may write them meanwhile."
      })
  private boolean unlocked;

  private Main(Streams streams) {
    this.streams = streams;
  }

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments what to do
   */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT); // for libraries, some of which have digits of the locale
    FileOutputStream standard = new FileOutputStream(FileDescriptor.out);
    PagedOutput pages = new PagedOutput(standard, PagedOutput::startPager);
    StandardOutput output = new StandardOutput(pages);
    // UTF-8 in every locale: names of maps are UTF-8, and bars need its characters.
    PrintStream out =
        new PrintStream(
            new BufferedOutputStream(output, OUTPUT_BUFFER), false, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    Streams streams = new Streams(System.in, out, err, new SystemScreen(pages));
    int exitCode = requireText(err, arguments) ? run(streams, arguments) : Failure.USAGE;
    out.flush();
    String failure = output.failure(NoSpaceException.canBeFull(standard));
    if (failure != null) {
      err.println("octavo: cannot write to standard output: " + failure);
      exitCode = exitCode == Failure.OK ? Failure.FULL : exitCode;
    }
    System.exit(exitCode);
  }

  /**
   * Refuses arguments that are no text in the encoding of the locale: different keys would become
   * the same.
   *
   * @return whether there is none
   */
  private static boolean requireText(PrintStream err, String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      if (Text.isUndecoded(arguments[i])) {
        err.println(
            "octavo: argument "
                + (i + 1)
                + ", '"
                + Text.printable(arguments[i])
                + "', is not text in the encoding of the locale, "
                + System.getProperty("sun.jnu.encoding")
                + "; set LC_ALL=C.UTF-8 and type UTF-8, or type the line in octavo shell");
        return false;
      }
    }
    return true;
  }

  /**
   * Runs the command within a program.
   *
   * @param in standard input
   * @param out standard output
   * @param err standard error
   * @param arguments the command line
   * @return the exit code
   */
  public static int run(InputStream in, PrintStream out, PrintStream err, String... arguments) {
    return run(new Streams(in, out, err, Screen.NONE), arguments);
  }

  /** Runs a command within another run. */
  public static int run(Streams streams, String... arguments) {
    CommandLine command = command(streams, arguments);
    Main main = command.getCommand();
    try {
      return command.execute(arguments);
    } catch (OutOfMemoryError e) {
      return main.failed(
          Failure.PROBLEM, "out of memory; OCTAVO_JAVA_OPTS=-Xmx1g sets a larger heap", e);
    } finally {
      main.endOutput();
    }
  }

  /** Makes the command with all subcommands. */
  static CommandLine command(Streams streams) {
    return command(streams, VERBS);
  }

  /**
   * Makes the command with the subcommand of the arguments; with all subcommands if there is no
   * such one.
   */
  static CommandLine command(Streams streams, String... arguments) {
    String verb =
        Arrays.stream(arguments).filter(word -> !word.startsWith("-")).findFirst().orElse("");
    // The options of the other subcommands would take half of the time of a get.
    return command(streams, VERBS.contains(verb) ? Set.of(verb) : VERBS);
  }

  /** Makes a subcommand. A table of constructors would load the classes of all subcommands. */
  private static Object verb(String name, Streams streams) {
    return switch (name) {
      case "put" -> new PutCommand(streams);
      case "get" -> new GetCommand(streams);
      case "del" -> new DelCommand(streams);
      case "scan" -> new ScanCommand(streams);
      case "count" -> new CountCommand(streams);
      case "tail" -> new TailCommand(streams);
      case "find" -> new FindCommand(streams);
      case "load" -> new LoadCommand(streams);
      case "dump" -> new DumpCommand(streams);
      case "maps" -> new MapsCommand(streams);
      case "drop" -> new DropCommand(streams);
      case "rename" -> new RenameCommand(streams);
      case "check" -> new CheckCommand(streams);
      case "stat" -> new StatCommand(streams);
      case "page" -> new PageCommand(streams);
      case "tree" -> new TreeCommand(streams);
      case "map" -> new MapCommand(streams);
      case "inspect" -> new InspectCommand(streams);
      case "salvage" -> new SalvageCommand(streams);
      case "backup" -> new BackupCommand(streams);
      case "compact" -> new CompactCommand(streams);
      case "series" -> SeriesCommand.withVerbs(streams);
      case "profile" -> ProfileCommand.withVerbs(streams);
      case "trace" -> TraceCommand.withVerbs(streams, Main::run);
      case "shell" -> new ShellCommand(streams);
      case "demo" -> new DemoCommand(streams);
      case "help" -> new HelpCommand(streams);
      case "completion" -> new CompletionCommand(streams);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Finds a subcommand by its words, octavo itself if there are no words. */
  static CommandLine find(Streams streams, List<String> words) {
    CommandLine found = command(streams, words.toArray(String[]::new));
    for (String word : words) {
      CommandLine below = found.getSubcommands().get(word);
      if (below == null) {
        String help = found.getCommandSpec().qualifiedName() + " --help";
        throw new Failure(
            Failure.USAGE,
            NearestName.unknown("command", word, found.getSubcommands().keySet(), help));
      }
      found = below;
    }
    return found;
  }

  private static CommandLine command(Streams streams, Set<String> verbs) {
    Main main = new Main(streams);
    CommandLine command = new CommandLine(main);
    verbs.forEach(name -> command.addSubcommand(name, verb(name, streams)));
    command.registerConverter(long.class, Main::integer);
    // A key may begin with an at sign.
    command.setExpandAtFiles(false);
    command.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
    command.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    command.setParameterExceptionHandler(
        (e, given) -> main.failed(Failure.USAGE, wrongArgument(e), e));
    command.setExecutionStrategy(
        parsed -> {
          List<CommandLine> lines = parsed.asCommandLineList();
          if (PagerChoice.isWanted(lines.get(lines.size() - 1).getCommandSpec())) {
            streams.screen().beginPages();
          }
          return Stores.run(main.unlocked, () -> new CommandLine.RunLast().execute(parsed));
        });
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

  /** Returns the message for a wrong argument, with the nearest known command or option. */
  private static String wrongArgument(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String help = line.getCommandSpec().qualifiedName() + " --help";
    Set<String> commands = line.getSubcommands().keySet();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      if (unmatched.isUnknownOption()) {
        Set<String> options = line.getCommandSpec().optionsMap().keySet();
        return NearestName.unknown("option", word, options, help);
      }
      if (!commands.isEmpty()) {
        return NearestName.unknown("command", word, commands, help);
      }
    }
    return e.getMessage() + "; see " + help;
  }

  private int failed(Exception e) {
    if (e instanceof Failure failure) {
      return failed(failure.exitCode(), e.getMessage(), e);
    }
    if (e instanceof StoreException) {
      return failed(Failure.of(e), e.getMessage(), e);
    }
    if (e instanceof IllegalArgumentException) {
      return failed(Failure.USAGE, e.getMessage(), e);
    }
    if (e instanceof UncheckedIOException || e instanceof IOException) {
      Throwable cause = e instanceof UncheckedIOException ? e.getCause() : e;
      return failed(Failure.of(cause), String.valueOf(cause), e);
    }
    return failed(Failure.PROBLEM, "internal error, please report: " + e, e);
  }

  private void endOutput() {
    streams.out().flush();
    streams.screen().endPages();
  }

  private int failed(int exitCode, @Nullable String message, Throwable cause) {
    endOutput();
    streams.err().println("octavo: " + Text.printable(String.valueOf(message)));
    if (debug) {
      cause.printStackTrace(streams.err());
    }
    return exitCode;
  }

  /** The output of {@code --version}. */
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
