package io.octavo.command.data;

import io.octavo.CompactProgress;
import io.octavo.Store;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code octavo compact}: makes a store as short as its contents. */
@Command(
    name = "compact",
    header = "Shrink a store to the size of its contents.",
    description = {
      "Move pages from the end of the file into free pages and truncate the file, in steps. Each"
          + " step is a commit: interrupting is safe.",
      "With --into, write the contents to a new file with full pages instead, and leave the store"
          + " unchanged.%n"
    },
    footer = {"  octavo compact orders.oct", "  octavo compact orders.oct --into small.oct"})
public final class CompactCommand extends StoreVerb {
  private static final long STEP = 8 << 20;
  private static final long MEGABYTE = 1_000_000;

  @Option(names = "--into", paramLabel = "TARGET", description = "A file that does not exist.")
  @Nullable Path target;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  private long moved;

  public CompactCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    if (target != null) {
      Target.requireNew(target);
    }
    long before = Stores.length(file);
    if (target == null) {
      compact();
    } else {
      Path copy = target;
      new CopyRun(streams, progressChoice).run(file, store -> store.compactTo(copy));
    }
    Path result = target == null ? file : target;
    long after = Stores.length(result);
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "file", result, "bytesBefore", before, "bytes", after, "bytesMoved", moved)));
    } else {
      streams.line("%s: %s bytes, %s before", result, Text.count(after), Text.count(before));
    }
    return Failure.OK;
  }

  private void compact() {
    try (Store store = Stores.openToWrite(streams, file);
        Progress progress =
            progressChoice.start(streams, "moving", store.stats().freeBytes(), " MB", MEGABYTE)) {
      CompactProgress step;
      do {
        step = store.compact(STEP);
        moved += step.movedBytes();
        progress.of(moved + step.remainingBytes());
        progress.to(moved);
      } while (step.hasMore());
    }
  }
}
