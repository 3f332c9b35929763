package io.octavo.tool;

import io.octavo.Store;
import io.octavo.Transaction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo load}: puts many entries. */
@Command(
    name = "load",
    header = "Put many entries into a map.",
    description = {
      "Put many entries into a map; store and map are created where they are missing. A new map is"
          + " of byte strings where --utf8, --hex or --base64 is there, else of longs.",
      "",
      "For longs the input has a pair a line: two integers of 64 bits, apart by blanks, a tab, a"
          + " comma or a semicolon. Empty lines and lines that begin with # are passed over. For"
          + " byte strings a line is key, tab and value; only the first tab separates. With"
          + " --postings a line is a key and ids, which go into its posting list.",
      "",
      "With --dump or --ndjson there is no MAP: the input, from octavo dump, names the maps.",
      "",
      "The order of the input does not matter, sorted input loads fastest. Of equal keys the last"
          + " one counts. gzip is recognised.",
      "",
      "All is one transaction: a malformed line, a full disk or a crash leaves the store as it"
          + " was.%n"
    },
    footer = {
      "  octavo load orders.oct offsets pairs.tsv.gz",
      "  seq 1000000 | awk '{ print $1, $1 * 100 }' | octavo load demo.oct squares",
      "  octavo load orders.oct offsets --binary --commit-every 1000000 pairs.bin",
      "  find . -type f -printf '%%p\\t%%s\\n' | octavo load files.oct sizes --utf8",
      "  octavo load index.oct words --postings lists.txt",
      "  octavo load copy.oct --dump orders.dump.gz"
    })
final class LoadCommand extends StoreVerb {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "MAP",
      description = "The map; none with --dump and --ndjson.")
  @Nullable String first;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "INPUT",
      description = "A file of entries; standard input where it is missing or -.")
  @Nullable String second;

  @Option(names = "--dump", description = "The input is what octavo dump writes.")
  boolean dump;

  @Option(names = "--ndjson", description = "The input is what octavo dump --ndjson writes.")
  boolean ndjson;

  @Mixin Notation.Choice notation;

  @Option(
      names = "--postings",
      description = "A line is a key and one id or more, which are added to its posting list.")
  boolean postings;

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
  private final Map<String, Long> entries = new LinkedHashMap<>();
  private long entriesOfAll;

  LoadCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    if (dump || ndjson) {
      requireNoMap();
    } else if (first == null) {
      throw new Failure(Failure.USAGE, "MAP is missing; see octavo load --help");
    } else {
      Stores.requireName(first);
    }
    String name = dump || ndjson ? first : second;
    Path path = name == null || name.equals("-") ? null : Path.of(name);
    long start = System.nanoTime();
    try (Input input = Input.open(path, streams.in(), !plain)) {
      Source source = source(input);
      // Before the store is opened: input that is no entries at all creates none.
      boolean hasFirst = source.next();
      try (Store store = Stores.openToWrite(streams, file)) {
        load(store, input, source, hasFirst);
        count(store, source);
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

  private void requireNoMap() {
    if (dump && ndjson) {
      throw new Failure(Failure.USAGE, "only one of --dump and --ndjson can be");
    }
    String option = dump ? "--dump" : "--ndjson";
    if (second != null || binary || postings || notation.given() != null) {
      throw new Failure(
          Failure.USAGE, option + ": the input names maps, types and notations; give none");
    }
    if (dump && commitEvery < Long.MAX_VALUE) {
      throw new Failure(
          Failure.USAGE, "--commit-every: whether a dump is whole is known at its end only");
    }
  }

  private Source source(Input input) {
    if (dump || ndjson) {
      return dump ? new DumpSource(input) : new NdjsonSource(input);
    }
    Notation given = notation.given();
    if (postings) {
      return new PostingSource(postingsToWrite(given), input);
    }
    TextMap map = Stores.mapToWrite(file, String.valueOf(first), given, given);
    if (map instanceof PostingTextMap lists) {
      return new PostingSource(lists, input);
    }
    if (map instanceof LongTextMap) {
      return new LongSource(map, binary ? new BinaryReader(input) : new PairReader(input));
    }
    if (binary) {
      throw new Failure(Failure.USAGE, "--binary: map " + first + " is of bytes, not of longs");
    }
    return new LineSource(map, input);
  }

  private PostingTextMap postingsToWrite(@Nullable Notation given) {
    if (binary || given != null) {
      throw new Failure(Failure.USAGE, "--postings: keys and ids are decimal; give no notation");
    }
    PostingTextMap map = new PostingTextMap(String.valueOf(first));
    TextMap found = Stores.existing(file, map.name());
    if (found != null && !(found instanceof PostingTextMap)) {
      throw new Failure(Failure.USAGE, "--postings: map " + map.name() + " is of " + found.form());
    }
    return map;
  }

  private void load(Store store, Input input, Source source, boolean hasFirst) {
    Transaction transaction = store.beginWrite();
    try (Progress progress =
        progressChoice.start(streams, "loading", input.length(), " MB", MEGABYTE)) {
      for (boolean on = hasFirst; on; on = source.next()) {
        source.put(transaction);
        pairs++;
        if ((pairs & PROGRESS_MASK) == 0) {
          progress.to(input.position());
        }
        if (pairs % commitEvery == 0) {
          transaction.commit();
          committed = pairs;
          transaction = store.beginWrite();
        }
      }
      source.createMaps(transaction);
      transaction.commit();
    } finally {
      transaction.close();
    }
  }

  private void count(Store store, Source source) {
    try (Transaction transaction = store.beginRead()) {
      for (TextMap map : source.maps()) {
        entries.put(map.name(), map.size(transaction));
      }
      for (String name : transaction.names()) {
        entriesOfAll += Stores.map(transaction, file, name, null).size(transaction);
      }
    }
  }

  private void report(long nanos) {
    long fileBytes = Stores.length(file);
    double bytesPerEntry = entriesOfAll == 0 ? Double.NaN : (double) fileBytes / entriesOfAll;
    if (json) {
      Map<String, @Nullable Object> report = Json.object();
      if (dump || ndjson) {
        report.put("maps", entries);
        report.put("pairs", pairs);
      } else {
        report.put("map", first);
        report.put("pairs", pairs);
        entries.forEach((map, count) -> report.put("entries", count));
      }
      report.put("seconds", Text.seconds(nanos));
      report.put("pairsPerSecond", pairs / Text.seconds(nanos));
      report.put("fileBytes", fileBytes);
      report.put("bytesPerEntry", bytesPerEntry);
      streams.line("%s", Json.of(report));
      return;
    }
    String perEntry =
        entriesOfAll == 0 ? "" : ", " + Text.decimal(bytesPerEntry, 2) + " bytes per entry";
    streams.line(
        "loaded   %s in %s s, %s",
        Text.count(pairs, "pair", "pairs"),
        Text.decimal(Text.seconds(nanos), 2),
        Text.rate(pairs, nanos));
    entries.forEach(
        (map, count) ->
            streams.line(
                "map      %s: %s", Text.printable(map), Text.count(count, "entry", "entries")));
    streams.line("file     %s: %s bytes%s", file, Text.count(fileBytes), perEntry);
  }
}
