package io.octavo.command.data;

import io.octavo.ChangeFeed;
import io.octavo.ChangeFeed.Change;
import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.collection.ChangeText;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Output;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo tail}: prints changes as they are committed. */
@Command(
    name = "tail",
    header = "Print changes as they are committed.",
    description = {
      "Print the changes of a store while another process writes it, one per line: the number of"
          + " the commit, the map, the change (put, remove, remove-range, clear, add, change, create,"
          + " describe, rename or drop), the key and the value, separated by tabs. Interrupt the"
          + " command to end it.",
      "",
      "The changes are read from the commit ring, which contains recent commits. Commits"
          + " that are not in it are a gap: a line with their first and last number and the"
          + " word gap. The ring never contains the first commit after a store was opened, a"
          + " commit that is larger than the ring, or a commit of a store that is durable by"
          + " checkpoints only.",
      "",
      "With --json every line is one commit: {\"commit\":N,\"changes\":[...]}, or"
          + " {\"gap\":{\"from\":N,\"to\":N}}.%n"
    },
    footer = {
      "  octavo tail orders.oct",
      "  octavo tail orders.oct offsets users --json | jq .changes",
      "  octavo tail orders.oct --from 1200"
    })
public final class TailCommand extends StoreVerb {
  private static final Duration PATIENCE = Duration.ofMillis(200);

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "MAP",
      description = "The maps; default: all.")
  List<String> maps = List.of();

  @Option(
      names = "--from",
      paramLabel = "COMMIT",
      description = "The number of the first commit; default: the next one.")
  @Nullable Long from;

  @Option(
      names = "--to",
      paramLabel = "COMMIT",
      description = "The number of the last commit; default: none.")
  long to = Long.MAX_VALUE;

  @Option(names = "--json", description = "Write one JSON object per commit.")
  boolean json;

  @Mixin Notation.Choice notation;

  public TailCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws InterruptedException {
    Notation given = notation.given();
    Output out = new Output(streams, json);
    try (Store store = Stores.openToRead(file);
        ChangeFeed feed = store.changes(first(store))) {
      Notation form = given == null ? Notation.UTF8 : given;
      ChangeText text = new ChangeText(file, store, feed, form, out);
      long next = 0;
      while (next <= to && out.isHeard()) {
        Change change = feed.poll();
        if (change == null) {
          out.flush();
          change = feed.next(PATIENCE);
        }
        if (change instanceof ChangeFeed.Gap gap) {
          text.gap(gap);
          next = gap.last() + 1;
        } else if (change instanceof ChangeFeed.Commit commit) {
          text.commit(commit, maps);
          next = commit.sequence() + 1;
        }
      }
      out.flush();
    }
    return Failure.OK;
  }

  private long first(Store store) {
    Set<String> names = store.read(Transaction::names);
    for (String map : maps) {
      if (!names.contains(map)) {
        throw Stores.noMap(file, map, names);
      }
    }
    return from == null ? store.stats().commits() + 1 : from;
  }
}
