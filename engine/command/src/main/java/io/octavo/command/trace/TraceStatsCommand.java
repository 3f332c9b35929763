package io.octavo.command.trace;

import io.octavo.command.cli.Failure;
import io.octavo.command.cli.PagerChoice;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.cli.Verb;
import io.octavo.command.text.Json;
import io.octavo.trace.TraceEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo trace stats}: counts the events of a trace. */
@Command(
    name = "stats",
    header = "Show statistics of a trace.",
    description = {
      "Count the events of a trace by kind, its operations by collection and its transactions by"
          + " size, and list its openings with their options.%n"
    },
    footer = {
      "  octavo trace stats orders.trace",
      "  octavo trace stats orders.trace --json | jq .events"
    })
final class TraceStatsCommand extends Verb {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace.")
  Path trace;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  private final Map<String, Long> kinds = new TreeMap<>();
  private final Map<String, Long> collections = new TreeMap<>();

  /** The last names of the collections, by identifier. */
  private final Map<Integer, String> names = new TreeMap<>();

  /** The number of transactions by their number of operations, rounded down to a power of two. */
  private final Map<Long, Long> sizes = new TreeMap<>();

  private final List<TraceEvent.Opened> openings = new ArrayList<>();
  private long operations;
  private long inTransaction;

  @Mixin PagerChoice pager;

  TraceStatsCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() {
    try (TraceFiles source = TraceFiles.open(trace)) {
      for (TraceEvent event = source.next(); event != null; event = source.next()) {
        count(event);
      }
      source.warnOfCut(streams);
      long bytes = Stores.length(trace);
      long contents = source.reader().contentBytes();
      if (json) {
        streams.line("%s", Json.of(object(bytes, contents, source.reader().frames())));
      } else {
        print(bytes, contents, source.reader().frames());
      }
    }
    return Failure.OK;
  }

  private void count(TraceEvent event) {
    String line = TraceText.of(event);
    int tab = line.indexOf('\t');
    kinds.merge(tab < 0 ? line : line.substring(0, tab), 1L, Long::sum);
    if (event instanceof TraceEvent.Operation operation) {
      operations++;
      inTransaction++;
      if (event instanceof TraceEvent.Create create) {
        names.put(create.collection(), create.name());
      } else if (event instanceof TraceEvent.Rename rename) {
        names.put(rename.collection(), rename.name());
      }
      // The name of a collection that existed before the recording is unknown.
      String id = Integer.toUnsignedString(operation.collection());
      String name = names.get(operation.collection());
      collections.merge(name == null ? id : id + " " + name, 1L, Long::sum);
    } else if (event instanceof TraceEvent.Committed || event instanceof TraceEvent.RolledBack) {
      sizes.merge(Long.highestOneBit(inTransaction), 1L, Long::sum);
      inTransaction = 0;
    } else if (event instanceof TraceEvent.Opened opened) {
      openings.add(opened);
      inTransaction = 0;
    }
  }

  private Map<String, @Nullable Object> object(long bytes, long contents, long frames) {
    List<Object> opened = new ArrayList<>();
    for (TraceEvent.Opened opening : openings) {
      opened.add(
          Json.object(
              "store", opening.storeId(),
              "formatVersion", opening.formatVersion(),
              "sequence", opening.sequence(),
              "durability", opening.durability(),
              "cacheBytes", opening.cacheBytes(),
              "maxBytes", opening.maxBytes(),
              "leafLimit", opening.leafLimit(),
              "branchLimit", opening.branchLimit(),
              "compactWhileOpen", opening.movePercent()));
    }
    return Json.object(
        "bytes", bytes,
        "contentBytes", contents,
        "frames", frames,
        "operations", operations,
        "events", kinds,
        "collections", collections,
        "transactions", sizes,
        "openings", opened);
  }

  private void print(long bytes, long contents, long frames) {
    streams.line(
        "trace    %s bytes, %s of events in %s, %s",
        Text.count(bytes),
        Text.count(contents),
        Text.count(frames, "frame", "frames"),
        Text.percent(Text.share(bytes, contents)));
    if (operations > 0) {
      streams.line(
          "events   %s, %s bytes per operation",
          Text.count(operations, "operation", "operations"),
          Text.decimal((double) bytes / operations, 2));
    }
    kinds.forEach((kind, count) -> streams.line("%22s %14s", kind, Text.count(count)));
    streams.line("collections, by operations");
    collections.forEach(
        (name, count) -> streams.line("%22s %14s", Text.printable(name), Text.count(count)));
    streams.line("transactions, by operations");
    sizes.forEach(
        (size, count) ->
            streams.line(
                "%22s %14s",
                size <= 1 ? "1" : Text.count(size) + " to " + Text.count(2 * size - 1),
                Text.count(count)));
    streams.line("openings");
    for (TraceEvent.Opened opening : openings) {
      streams.line(
          "  after commit %s: %s, %s bytes of cache%s",
          Text.count(opening.sequence()),
          opening.durability(),
          Text.count(opening.cacheBytes()),
          opening.maxBytes() == Long.MAX_VALUE
              ? ""
              : ", at most " + Text.count(opening.maxBytes()) + " bytes");
    }
  }
}
