package io.octavo.command.data;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.MapForm;
import io.octavo.command.text.Json;
import io.octavo.error.FormatException;
import io.octavo.error.StoreLockedException;
import io.octavo.page.PageHeader;
import io.octavo.salvage.Loss;
import io.octavo.salvage.Salvage;
import io.octavo.salvage.SalvageReport;
import io.octavo.salvage.SalvagedMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo salvage}: saves the contents of a damaged store. */
@Command(
    name = "salvage",
    header = "Recover the entries of a damaged store into a new store.",
    description = {
      "Read a store with any kind of damage, write every entry that can be found to a new store,"
          + " and list the losses: page, reason, map and keys. The damaged file is not changed. A"
          + " leaf that no intact page refers to may belong to an earlier state. If the store was"
          + " not closed, the commits of its ring are then replayed as far as possible.",
      "The exit code is 1 if entries are, or may be, lost.%n"
    },
    footer = {
      "  octavo salvage orders.oct saved.oct",
      "  octavo salvage orders.oct saved.oct --json"
    })
public final class SalvageCommand extends StoreVerb {
  @Parameters(index = "1", paramLabel = "TARGET", description = "A file that does not exist.")
  Path target;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  public SalvageCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    Stores.requireFile(file);
    if (!Files.isReadable(file)) {
      throw new Failure(Failure.CANNOT_OPEN, file + ": no permission to read the file");
    }
    Target.requireNew(target);
    long pages = Stores.length(file) / PageHeader.PAGE_SIZE;
    SalvageReport report;
    try (Progress progress = progressChoice.start(streams, "reading", pages, " pages", 1)) {
      report = Salvage.copy(file, target, Stores.options(), progress::to);
    } catch (FormatException | StoreLockedException e) {
      throw Stores.cannotOpen(e);
    }
    if (json) {
      streams.line("%s", Json.of(object(report)));
    } else {
      print(report);
    }
    return report.isWhole() ? Failure.OK : Failure.PROBLEM;
  }

  private Map<String, @Nullable Object> object(SalvageReport report) {
    List<Map<String, @Nullable Object>> maps =
        report.maps().stream()
            .map(
                map ->
                    Json.object(
                        "name", map.name(),
                        "entries", map.entries(),
                        "expected", map.expected().isPresent() ? map.expected().getAsLong() : null))
            .toList();
    return Json.object(
        "ok", report.isWhole(),
        "file", target,
        "maps", maps,
        "commitsAfterCheckpoint", report.commits(),
        "commitsReplayed", report.replayed(),
        "losses", report.losses().stream().map(SalvageCommand::object).toList());
  }

  private static Map<String, @Nullable Object> object(Loss loss) {
    Map<String, @Nullable Object> object =
        Json.object(
            "page", loss.page() < 0 ? null : loss.page(),
            "reason", loss.reason(),
            "lost", loss.isLost());
    if (loss.hasKeys()) {
      object.putAll(
          Json.object(
              "map", loss.map(),
              "from", loss.from(),
              "to", loss.to(),
              "leavesFound", loss.leavesFound()));
    }
    return object;
  }

  private void print(SalvageReport report) {
    report.losses().forEach(loss -> streams.line("%s", Text.printable(loss.toString())));
    if (report.commits() > 0) {
      streams.line(
          "ring     %s after the last checkpoint, %s replayed",
          Text.count(report.commits(), "commit", "commits"),
          report.replayed() == report.commits() ? "all" : Text.count(report.replayed()));
    }
    for (SalvagedMap map : report.maps()) {
      String last =
          map.expected().isEmpty()
              ? ""
              : ", " + Text.count(map.expected().getAsLong()) + " at the last checkpoint";
      String size = MapForm.of(map.type()).count(map.entries());
      streams.line("map      %s: %s%s", Text.printable(map.name()), size, last);
    }
    streams.line(
        "file     %s: %s bytes%s",
        target,
        Text.count(Stores.length(target)),
        report.isWhole() ? "" : "; entries are or may be lost");
  }
}
