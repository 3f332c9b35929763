package io.octavo.command.salvage;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.cli.CountedFile;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Target;
import io.octavo.command.cli.Text;
import io.octavo.command.text.Json;
import io.octavo.commit.DamagedFile;
import io.octavo.commit.OpenedFile;
import io.octavo.error.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private Map<String, Long> sizes = Map.of();
  private Set<String> lists = Set.of();
  private Map<String, Long> expected = Map.of();
  private List<Loss> losses = List.of();
  private int commits;
  private int replayed;

  public SalvageCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    Stores.requireFile(file);
    Target.requireNew(target);
    // The file gets its name when it is complete. The lock file next to it is deleted with the
    // directory.
    Path directory = Files.createTempDirectory(target.toAbsolutePath().getParent(), ".salvage");
    Path draft = directory.resolve("draft.oct");
    try {
      salvage(draft);
      Files.move(draft, target);
    } finally {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(directory.resolve("draft.oct.lock"));
      Files.delete(directory);
    }
    return report();
  }

  private void salvage(Path draft) throws IOException {
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    try (OpenedFile opened = open();
        CountedFile counted = new CountedFile(opened.file())) {
      DamagedFile damaged = new DamagedFile(counted);
      try (Progress progress =
              progressChoice.start(streams, "reading", damaged.pages(), " pages", 1);
          Store store = Store.open(draft, options)) {
        counted.onRead(progress::to);
        store.write(
            transaction -> {
              SalvageTarget left = new SalvageTarget(transaction);
              Salvage salvage = new Salvage(damaged, left);
              if (!salvage.run()) {
                throw new Failure(Failure.CANNOT_OPEN, file + ": no page of a store found");
              }
              sizes = left.sizes();
              lists = left.lists();
              expected = salvage.expected();
              losses = salvage.losses();
              RingSalvage ring = salvage.ring();
              commits = ring == null ? 0 : ring.commits();
              replayed = ring == null ? 0 : ring.replayed();
            });
      }
    }
  }

  private OpenedFile open() {
    try {
      return Stores.openDamaged(file);
    } catch (StoreException e) {
      throw Stores.cannotOpen(e);
    }
  }

  private int report() {
    boolean ok = losses.stream().noneMatch(Loss::isLost);
    if (json) {
      List<Map<String, @Nullable Object>> maps = new ArrayList<>();
      sizes.forEach(
          (name, size) ->
              maps.add(Json.object("name", name, "entries", size, "expected", expected.get(name))));
      List<Map<String, @Nullable Object>> lost = losses.stream().map(Loss::json).toList();
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "ok", ok,
                  "file", target,
                  "maps", maps,
                  "commitsAfterCheckpoint", commits,
                  "commitsReplayed", replayed,
                  "losses", lost)));
      return ok ? Failure.OK : Failure.PROBLEM;
    }
    losses.forEach(loss -> streams.line("%s", Text.printable(loss.text())));
    if (commits > 0) {
      streams.line(
          "ring     %s after the last checkpoint, %s replayed",
          Text.count(commits, "commit", "commits"),
          replayed == commits ? "all" : Text.count(replayed));
    }
    sizes.forEach(
        (name, size) -> {
          Long wanted = expected.get(name);
          String last = wanted == null ? "" : ", " + Text.count(wanted) + " at the last checkpoint";
          streams.line(
              "map      %s: %s%s",
              Text.printable(name),
              lists.contains(name)
                  ? Text.count(size, "list", "lists")
                  : Text.count(size, "entry", "entries"),
              last);
        });
    streams.line(
        "file     %s: %s bytes%s",
        target, Text.count(Stores.length(target)), ok ? "" : "; entries are or may be lost");
    return ok ? Failure.OK : Failure.PROBLEM;
  }
}
