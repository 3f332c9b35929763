package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code octavo trace}: commands on traces. */
@Command(
    name = "trace",
    header = "Record, replay and examine traces of a store.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    description = {
      "A trace is a file of all events that change a store, in order: operations, commits,"
          + " rollbacks, checkpoints, compactions and openings. Programs record traces with"
          + " StoreOptions.recordTo. octavo trace COMMAND --help shows the options of a"
          + " command.%n"
    },
    footer = {
      "  octavo trace record orders.trace load orders.oct offsets pairs.tsv",
      "  octavo trace replay orders.trace --check"
    })
public final class TraceCommand extends Verb {
  private TraceCommand(Streams streams) {
    super(streams);
  }

  /**
   * Makes the command with its subcommands.
   *
   * @param octavo runs a command of octavo
   */
  public static CommandLine withVerbs(Streams streams, ToIntBiFunction<Streams, String[]> octavo) {
    return new CommandLine(new TraceCommand(streams))
        // The arguments after the trace are another command with its own options.
        .addSubcommand(
            new CommandLine(new TraceRecordCommand(streams, octavo)).setStopAtPositional(true))
        .addSubcommand(new TraceReplayCommand(streams))
        .addSubcommand(new TraceTextCommand(streams))
        .addSubcommand(new TracePackCommand(streams))
        .addSubcommand(new TraceStatsCommand(streams))
        .addSubcommand(new TraceDiffCommand(streams))
        .addSubcommand(new TraceShrinkCommand(streams));
  }

  @Override
  public Integer call() {
    throw new Failure(Failure.USAGE, "no command given; octavo trace --help lists all");
  }
}
