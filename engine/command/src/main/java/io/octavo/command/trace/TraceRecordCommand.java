package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Verb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code octavo trace record}: runs another command and records its changes. */
@Command(
    name = "record",
    header = "Run a command and record its changes.",
    description = {
      "Run a command that changes a store and record the changes in TRACE: "
          + TraceRecordCommand.LIST
          + ". Events are appended to TRACE, so that a trace of all calls can be replayed from an"
          + " empty store.",
      "",
      "The exit code is that of the command.%n"
    },
    footer = {
      "  octavo trace record orders.trace load orders.oct offsets pairs.tsv",
      "  octavo trace record orders.trace compact orders.oct"
    })
final class TraceRecordCommand extends Verb {
  static final String LIST = "load, put, del, rename, drop, series, compact or demo";

  private static final List<String> VERBS =
      List.of("load", "put", "del", "rename", "drop", "series", "compact", "demo");

  private final ToIntBiFunction<Streams, String[]> octavo;

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace.")
  Path trace;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command and its arguments.")
  List<String> verb = List.of();

  TraceRecordCommand(Streams streams, ToIntBiFunction<Streams, String[]> octavo) {
    super(streams);
    this.octavo = octavo;
  }

  @Override
  public Integer call() {
    if (!VERBS.contains(verb.get(0))) {
      throw new Failure(
          Failure.USAGE, "'" + verb.get(0) + "' cannot be recorded; give one of " + LIST);
    }
    if (Files.exists(trace) && Stores.length(trace) > 0) {
      // Checked before the command creates a store.
      TraceFiles.open(trace).close();
    }
    return octavo.applyAsInt(streams.recordingTo(trace), verb.toArray(String[]::new));
  }
}
