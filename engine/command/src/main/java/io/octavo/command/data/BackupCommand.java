package io.octavo.command.data;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo backup}: copies a store. */
@Command(
    name = "backup",
    header = "Copy a store to a new file.",
    description = {
      "Copy the contents of a store to a new file and verify every page on the way. The copy is a"
          + " complete store.%n"
    },
    footer = {
      "  octavo backup orders.oct orders-monday.oct",
      "  octavo backup orders.oct - | ssh host 'cat > orders.oct'"
    })
public final class BackupCommand extends StoreVerb {
  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "A file that does not exist, or - for standard output.")
  Path target;

  @Option(names = "--json", description = "Report as JSON; not with TARGET -.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  public BackupCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    boolean isStream = target.toString().equals("-");
    if (isStream && json) {
      throw new Failure(Failure.USAGE, "--json: not with TARGET -, standard output holds the copy");
    }
    if (isStream) {
      streams.requireNoTerminal("a store", "redirect it, > FILE, or name TARGET");
    } else {
      Target.requireNew(target);
    }
    CopyRun run = new CopyRun(streams, progressChoice);
    if (isStream) {
      run.run(file, store -> store.backupTo(run.output()));
      return Failure.OK;
    }
    run.run(file, store -> store.backupTo(target));
    long bytes = Stores.length(target);
    if (json) {
      streams.line("%s", Json.of(Json.object("file", target, "bytes", bytes)));
    } else {
      streams.line("%s: %s bytes", target, Text.count(bytes));
    }
    return Failure.OK;
  }
}
