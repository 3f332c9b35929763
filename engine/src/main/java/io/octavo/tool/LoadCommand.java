package io.octavo.tool;

import io.octavo.LongMap;
import io.octavo.LongPairs;
import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo load}: puts many pairs. */
@Command(
    name = "load",
    header = "Put many pairs into a map.",
    description = {
      "Put many pairs into a map; store and map are created where they are missing.",
      "",
      "The input has a pair a line: two integers of 64 bits, apart by blanks, a tab, a comma or a"
          + " semicolon. Empty lines and lines that begin with # are passed over. Its order does"
          + " not matter, sorted input loads fastest. Of equal keys the last one counts. gzip is"
          + " recognised.",
      "",
      "All is one transaction: a malformed line, a full disk or a crash leaves the store as it"
          + " was.%n"
    },
    footer = {
      "  octavo load orders.oct offsets pairs.tsv.gz",
      "  seq 1000000 | awk '{ print $1, $1 * 100 }' | octavo load demo.oct squares",
      "  octavo load orders.oct offsets --binary --commit-every 1000000 pairs.bin"
    })
final class LoadCommand extends StoreVerb {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(index = "1", paramLabel = "MAP", description = "The map.")
  String map;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "INPUT",
      description = "A file of pairs; standard input where it is missing or -.")
  @Nullable Path source;

  @Option(
      names = "--binary",
      description = "The input has 16 bytes a pair: key and value, both little-endian.")
  boolean binary;

  @Option(names = "--no-gzip", description = "Take the input as it is, also if it looks like gzip.")
  boolean plain;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "Commit after every N pairs instead of once.")
  long commitEvery = Long.MAX_VALUE;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  private long pairs;
  private long committed;
  private long entries;
  private long entriesOfAll;

  LoadCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    Stores.requireName(map);
    Path path = source == null || source.toString().equals("-") ? null : source;
    long start = System.nanoTime();
    try (Input input = Input.open(path, streams.in(), !plain)) {
      LongPairs reader = binary ? new BinaryReader(input) : new PairReader(input);
      // Before the store is opened: input that is no pairs at all creates none.
      boolean hasFirst = reader.next();
      try (Store store = Stores.openToWrite(file)) {
        load(store, input, reader, hasFirst);
        count(store);
      }
    } catch (Failure e) {
      if (e.exitCode() == Failure.PROBLEM) {
        String kept = Text.count(committed, "pair", "pairs") + " before it stay loaded";
        throw new Failure(
            e.exitCode(),
            e.getMessage() + "; " + (committed == 0 ? "nothing was loaded" : kept),
            e);
      }
      throw e;
    }
    report(System.nanoTime() - start);
    return Failure.OK;
  }

  private void load(Store store, Input input, LongPairs reader, boolean hasFirst) {
    Transaction transaction = store.beginWrite();
    try (Progress progress =
        progressChoice.start(streams, "loading", input.length(), " MB", MEGABYTE)) {
      LongMap target = transaction.longMap(map);
      for (boolean on = hasFirst; on; on = reader.next()) {
        target.put(reader.key(), reader.value());
        pairs++;
        if ((pairs & PROGRESS_MASK) == 0) {
          progress.to(input.position());
        }
        if (pairs % commitEvery == 0) {
          transaction.commit();
          committed = pairs;
          transaction = store.beginWrite();
          target = transaction.longMap(map);
        }
      }
      transaction.commit();
    } finally {
      transaction.close();
    }
  }

  private void count(Store store) {
    try (Transaction transaction = store.beginRead()) {
      entries = transaction.longMap(map).size();
      for (String name : transaction.names()) {
        entriesOfAll += size(transaction, name);
      }
    }
  }

  private static long size(Transaction transaction, String name) {
    try {
      return transaction.longMap(name).size();
    } catch (IllegalArgumentException e) {
      // The other maps of the store may be of byte strings.
      return transaction.bytesMap(name).size();
    }
  }

  private void report(long nanos) {
    long fileBytes = Stores.length(file);
    double bytesPerEntry = entriesOfAll == 0 ? Double.NaN : (double) fileBytes / entriesOfAll;
    if (json) {
      streams.line(
          "%s",
          Json.of(
              Json.object(
                  "map", map,
                  "pairs", pairs,
                  "entries", entries,
                  "seconds", Text.seconds(nanos),
                  "pairsPerSecond", pairs / Text.seconds(nanos),
                  "fileBytes", fileBytes,
                  "bytesPerEntry", bytesPerEntry)));
      return;
    }
    String perEntry =
        entriesOfAll == 0 ? "" : ", " + Text.decimal(bytesPerEntry, 2) + " bytes per entry";
    streams.line(
        "loaded   %s in %s s, %s",
        Text.count(pairs, "pair", "pairs"),
        Text.decimal(Text.seconds(nanos), 2),
        Text.rate(pairs, nanos));
    streams.line("map      %s: %s", Text.printable(map), Text.count(entries, "entry", "entries"));
    streams.line("file     %s: %s bytes%s", file, Text.count(fileBytes), perEntry);
  }
}
