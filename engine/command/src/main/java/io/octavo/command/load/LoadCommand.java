package io.octavo.command.load;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.StoreVerb;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.LongTextMap;
import io.octavo.command.collection.MapForm;
import io.octavo.command.collection.PostingTextMap;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.Source;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.CodecChoice;
import io.octavo.command.text.Json;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.error.StoreFullException;
import io.octavo.map.LongPairs;
import io.octavo.page.meta.CodecNames;
import io.octavo.page.meta.SeriesUnits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo load}: puts entries from a file or standard input. */
@Command(
    name = "load",
    header = "Load entries into a map.",
    description = {
      "Load entries into a map; store and map are created if missing. A new map has the"
          + " codecs of --keys and --values if they are given. A program opens it by the same"
          + " codecs of io.octavo.codec.Codecs; octavo maps prints the codecs of existing maps."
          + " Otherwise it holds byte strings without codecs if --utf8, --raw, --hex or"
          + " --base64 is given, else longs.",
      "",
      "For longs, each line holds two 64-bit integers, separated by blanks, a tab, a comma or a"
          + " semicolon. Empty lines and lines that begin with # are skipped. For byte strings and"
          + " codecs, each line holds key, tab and value; only the first tab separates. Text has the"
          + " escapes of --utf8, so that \\n is a line feed; give --raw if it has none. Tuples,"
          + " records, lists and sets are JSON. With --postings,"
          + " each line holds a key and the ids to add to its posting list. With --series, each line"
          + " holds a time and a value, as lines for longs do, or, if the series keeps their units, as"
          + " octavo scan prints them with a tab between; octavo series import reads CSV.",
      "",
      "With --strings, --pairs or --stacks, each line holds an id, a tab and the item of that"
          + " id: a byte string; a 64-bit integer; the id of the parent, -1 for none, a tab and the"
          + " frame. Ids begin with the number of items in the map and follow each other.",
      "",
      "With --csv, the first line names the columns; fields can be quoted, and have no"
          + " escapes. An entry of a map has a column for the key and one for the value; of a"
          + " codec RECORD one for each component, found by its name, of TUPLE one for each"
          + " part, of other codecs with parts one of JSON. With --postings, a line has a key"
          + " and one or more columns of ids. With --strings, a line has a string, which gets"
          + " the next id unless it has one. With --series, a line has a time and a value, or a"
          + " value for each of several series MAP/COLUMN.",
      "",
      "With --dump or --ndjson, omit MAP: the input, written by octavo dump, names the maps.",
      "",
      "The input may be in any order; sorted input loads fastest. If a key occurs more"
          + " than once, its last value is stored; a series stores all entries of a time, in"
          + " the order of the input. gzip is recognised.",
      "",
      "The load is one transaction: after a malformed line, a full disk, a signal or a"
          + " crash, the store is unchanged. A store that the load created is deleted, except"
          + " after a crash. With --commit-every, pairs that were committed remain.%n"
    },
    footer = {
      "  octavo load orders.oct offsets pairs.tsv.gz",
      "  seq 1000000 | awk '{ print $1, $1 * 100 }' | octavo load demo.oct squares",
      "  octavo load orders.oct offsets --binary --commit-every 1000000 pairs.bin",
      "  octavo load people.oct ages --keys STRING --values INT ages.tsv",
      "  find . -type f -printf '%%p\\t%%s\\n' | octavo load files.oct sizes --utf8",
      "  octavo load index.oct words --postings lists.txt",
      "  octavo load metrics.oct latency --series times.tsv",
      "  octavo load people.oct people people.csv --csv --columns id,name,born --null '' \\",
      "    --keys LONG --values 'RECORD(name:STRING,born:OPTIONAL(LOCAL_DATE))'",
      "  octavo load metrics.oct host load.csv --csv --series --time iso --places 2",
      "  nl -v0 -w1 hosts.txt | octavo load log.oct hosts --strings",
      "  octavo load copy.oct --dump orders.dump.gz"
    })
public final class LoadCommand extends StoreVerb {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "MAP",
      description = "The map; omitted with --dump and --ndjson.")
  @Nullable String first;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "INPUT",
      description = {
        "A file of entries; default, or -: standard input.",
        "Not optional if there is a file named MAP."
      })
  @Nullable String second;

  @Option(names = "--dump", description = "The input is the output of octavo dump.")
  boolean dump;

  @Option(names = "--ndjson", description = "The input is the output of octavo dump --ndjson.")
  boolean ndjson;

  @Option(
      names = "--raw",
      description = {
        "Keys and values are bytes without escapes: a backslash is a backslash.",
        "A line still ends with a line feed, and its first tab still separates."
      })
  boolean raw;

  @Mixin CodecChoice codecs;

  @Mixin Notation.Choice notation;

  @Option(
      names = "--postings",
      description = "Each line holds a key and one or more ids to add to its posting list.")
  boolean postings;

  @Option(names = "--strings", description = "Each line holds an id and a byte string.")
  boolean strings;

  @Option(names = "--pairs", description = "Each line holds an id and a 64-bit integer.")
  boolean tableOfPairs;

  @Option(names = "--stacks", description = "Each line holds an id, the parent's id and a frame.")
  boolean stacks;

  @Option(names = "--series", description = "Each line holds a time and a value.")
  boolean series;

  @Mixin TimeForm.Choice times;

  @Mixin Places.Choice places;

  @Mixin CsvChoice csv;

  @Option(
      names = "--binary",
      description = "The input has 16 bytes per pair: key and value, little-endian.")
  boolean binary;

  @Option(names = "--no-gzip", description = "Do not decompress gzip input.")
  boolean plain;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "Commit after every N pairs; default: once, at the end.")
  long commitEvery = Long.MAX_VALUE;

  @Option(names = "--json", description = "Report as JSON.")
  boolean json;

  @Mixin Progress.Choice progressChoice;

  private long pairs;
  private long committed;
  private final Map<String, Long> entries = new LinkedHashMap<>();
  private final Set<String> lists = new HashSet<>();
  private boolean hasOthers;

  public LoadCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    if (dump || ndjson) {
      requireNoMap();
    } else if (first == null) {
      throw new Failure(Failure.USAGE, "MAP is missing; see octavo load --help");
    } else {
      Stores.requireName(first);
      requireInput(first);
    }
    String name = dump || ndjson ? first : second;
    Path path = name == null || name.equals("-") ? null : Path.of(name);
    long start = System.nanoTime();
    try (Input input = Input.open(path, streams.in(), !plain)) {
      Source source = source(input);
      // Before the store is opened, so that malformed input does not create a store.
      boolean hasFirst = source.next();
      Stores.write(
          streams,
          file,
          store -> {
            load(store, input, source, hasFirst);
            count(store, source);
          });
    } catch (StoreFullException e) {
      throw new Failure(Failure.FULL, e.getMessage() + "; " + kept(), e);
    } catch (Failure e) {
      if (e.exitCode() == Failure.PROBLEM || e.exitCode() == Failure.WRONG_TYPE) {
        throw new Failure(e.exitCode(), e.getMessage() + hint(path) + "; " + kept(), e);
      }
      throw e;
    }
    report(System.nanoTime() - start);
    return Failure.OK;
  }

  /** Returns what to add to the failure on a file whose name says that it is CSV. */
  private String hint(@Nullable Path path) {
    boolean isOfCsv = path != null && path.toString().matches(".*\\.csv(\\.gz)?");
    return isOfCsv && !csv.csv && Files.exists(path) ? "; give --csv" : "";
  }

  private String kept() {
    return committed == 0
        ? "nothing was loaded"
        : Text.count(committed, "pair", "pairs") + " committed before the error";
  }

  /** Refuses a file in the place of the map, because the load would wait for standard input. */
  private void requireInput(String map) {
    // No Path: a name of a map may be none.
    if (second == null && new File(map).isFile()) {
      throw new Failure(
          Failure.USAGE,
          map
              + " is a file: give the map before it; or, for a map of that name, give - as the"
              + " input");
    }
  }

  private void requireNoMap() {
    if (dump && ndjson) {
      throw new Failure(Failure.USAGE, "give only one of --dump and --ndjson");
    }
    String option = dump ? "--dump" : "--ndjson";
    boolean isOfType =
        binary
            || csv.isGiven()
            || asked() != null
            || !codecs.given().equals(CodecNames.NONE)
            || times.form != null
            || places.places != null;
    if (second != null || isOfType || notation.given(raw) != null) {
      throw new Failure(
          Failure.USAGE, option + ": omit map, type, codecs and notation; the input names them");
    }
    if (dump && commitEvery < Long.MAX_VALUE) {
      throw new Failure(
          Failure.USAGE, "--commit-every: not with " + option + ", which loads in one transaction");
    }
  }

  private Source source(Input input) {
    if (dump || ndjson) {
      return dump ? new DumpSource(input) : new NdjsonSource(input);
    }
    Notation given = notation.given(raw);
    if (binary && given != null) {
      throw new Failure(
          Failure.USAGE, "--binary: not with " + (raw ? "--raw" : "--" + given.label()));
    }
    MapForm asked = asked();
    if (asked != MapForm.SERIES && (times.form != null || places.places != null)) {
      throw new Failure(Failure.USAGE, "--time and --places: only with --series");
    }
    places.require();
    String name = String.valueOf(first);
    TextMap map =
        asked == null
            ? TextMaps.mapToWrite(file, name, given, given, codecs.given())
            : mapOf(name, asked, given);
    if (csv.isGiven()) {
      if (binary) {
        throw new Failure(Failure.USAGE, "give only one of --csv and --binary");
      }
      return new CsvSource(csv, map, series -> mapOf(series, MapForm.SERIES, null), input);
    }
    if (map instanceof LongTextMap longs) {
      return longs.source(pairs(input, longs.hint()));
    }
    if (map instanceof SeriesTextMap times && (binary || !times.hasForms())) {
      return times.source(pairs(input, times.hint()));
    }
    if (map instanceof PostingTextMap lists && !binary) {
      return new PostingSource(lists, input);
    }
    if (binary) {
      throw Failure.wrongType("--binary", map.name(), map.contents(), "longs; omit --binary");
    }
    return new LineSource(map, raw, input);
  }

  private LongPairs pairs(Input input, String hint) {
    return binary ? new BinaryReader(input) : new PairReader(input, hint);
  }

  /** Returns the type that was asked for by an option of its name, null if none was. */
  private @Nullable MapForm asked() {
    List<MapForm> asked = new ArrayList<>();
    asked.addAll(postings ? List.of(MapForm.POSTINGS) : List.of());
    asked.addAll(strings ? List.of(MapForm.STRINGS) : List.of());
    asked.addAll(tableOfPairs ? List.of(MapForm.PAIRS) : List.of());
    asked.addAll(stacks ? List.of(MapForm.STACKS) : List.of());
    asked.addAll(series ? List.of(MapForm.SERIES) : List.of());
    if (asked.size() > 1) {
      throw new Failure(
          Failure.USAGE, "give only one of --postings, --strings, --pairs, --stacks and --series");
    }
    return asked.isEmpty() ? null : asked.get(0);
  }

  private TextMap mapOf(String name, MapForm asked, @Nullable Notation given) {
    String option = "--" + asked.text();
    if ((binary && asked != MapForm.SERIES) || (given != null && asked != MapForm.STRINGS)) {
      throw new Failure(Failure.USAGE, option + ": omit the notation; numbers are decimal");
    }
    if (!codecs.given().equals(CodecNames.NONE)) {
      throw new Failure(
          Failure.USAGE, "--keys and --values: not with " + option + "; only maps have codecs");
    }
    Notation form = given == null ? Notation.UTF8 : given;
    TextMap map =
        asked == MapForm.SERIES
            ? new SeriesTextMap(name, unitsAsked(), false)
            : asked.map(name, form, CodecNames.NONE, false);
    TextMap found = TextMaps.existing(file, map.name(), form);
    if (found != null && !found.form().equals(map.form())) {
      throw Failure.wrongType(
          option, map.name(), found.contents(), asked.text() + "; omit " + option);
    }
    if (!(found instanceof SeriesTextMap series)) {
      return map;
    }
    // A series that exists knows how its times and values are written.
    if (!unitsAsked().equals(SeriesUnits.NONE) && !unitsAsked().equals(series.units())) {
      String kept = series.units().text();
      throw new Failure(
          Failure.USAGE,
          "series "
              + name
              + " keeps "
              + (kept.isEmpty() ? "no units" : "\"" + kept + "\"")
              + "; omit --time and --places");
    }
    return series;
  }

  private SeriesUnits unitsAsked() {
    TimeUnit unit = times.form == null ? null : times.form.unit();
    return new SeriesUnits(unit, places.of(SeriesUnits.NONE).places(), false);
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
          streams.requireGoingOn();
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
        if (map instanceof PostingTextMap) {
          lists.add(map.name());
        }
      }
      hasOthers = !entries.keySet().containsAll(transaction.names());
    }
  }

  private void report(long nanos) {
    long fileBytes = Stores.length(file);
    // The size of a file with other maps does not measure these maps.
    long all = entries.values().stream().mapToLong(Long::longValue).sum();
    boolean isMeasured = all > 0 && !hasOthers && lists.isEmpty();
    double bytesPerEntry = isMeasured ? (double) fileBytes / all : Double.NaN;
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
    String perEntry = !isMeasured ? "" : ", " + Text.decimal(bytesPerEntry, 2) + " bytes per entry";
    streams.line(
        "loaded   %s in %s s, %s",
        Text.count(pairs, "pair", "pairs"),
        Text.decimal(Text.seconds(nanos), 2),
        Text.rate(pairs, nanos));
    entries.forEach(
        (map, count) ->
            streams.line(
                "map      %s: %s",
                Text.printable(map),
                lists.contains(map)
                    ? Text.count(count, "list", "lists")
                    : Text.count(count, "entry", "entries")));
    streams.line("file     %s: %s bytes%s", file, Text.count(fileBytes), perEntry);
  }
}
