package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Input;
import io.octavo.command.cli.Progress;
import io.octavo.command.cli.Stores;
import io.octavo.command.cli.Streams;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.Source;
import io.octavo.command.collection.TextMap;
import io.octavo.command.collection.TextMaps;
import io.octavo.command.text.Notation;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.error.StoreFullException;
import io.octavo.page.meta.SeriesUnits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code octavo series import}: adds entries of CSV to a series. */
@Command(
    name = "import",
    header = "Add entries from CSV to a series.",
    description = {
      "Add an entry for each line of CSV to a series; store and series are created if"
          + " missing. Commas separate fields, which can be quoted (RFC 4180). The first line"
          + " is skipped as a header if --columns has a name, or if neither its time nor its"
          + " value can be parsed. gzip is recognised.",
      "",
      "With --events, each line holds the begin, the duration and the kind of an event. An event is"
          + " added to the series MAP/KIND of its kind: the time of the entry is the begin, its"
          + " value is the duration, a whole number of the unit of --time.",
      "",
      SeriesCommand.FORMS + " A new series keeps unit and places.",
      "",
      "The import is one transaction: after a malformed line, a full disk or a crash, the"
          + " store is unchanged. With --commit-every, entries that were committed remain.%n"
    },
    footer = {
      "  octavo series import metrics.oct latency latency.csv.gz --time ms --places 3",
      "  octavo series import metrics.oct load - --time iso --columns when,load1 --places 2",
      "  octavo series import trace.oct http calls.csv --events --time us --columns start,us,path"
    })
final class SeriesImportCommand extends SeriesVerb {
  private static final int PROGRESS_MASK = (1 << 12) - 1;
  private static final long MEGABYTE = 1_000_000;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "INPUT",
      description = "A file of CSV; default, or -: standard input.")
  @Nullable String name;

  @Mixin Places.Choice choice;

  @Option(
      names = "--columns",
      paramLabel = "TIME,VALUE",
      description = {
        "The two columns, by number from 1 or by name; default: 1,2. With --events the three columns",
        "of begin, duration and kind; default: 1,2,3."
      })
  @Nullable String columns;

  @Option(
      names = "--events",
      description = "Add events to a series for each kind, MAP/KIND; needs --time.")
  boolean events;

  @Option(names = "--no-gzip", description = "Do not decompress gzip input.")
  boolean plain;

  @Option(
      names = "--commit-every",
      paramLabel = "N",
      description = "Commit after every N entries; default: once, at the end.")
  long commitEvery = Long.MAX_VALUE;

  @Mixin Progress.Choice progressChoice;

  private long entries;
  private long committed;

  SeriesImportCommand(Streams streams) {
    super(streams);
  }

  @Override
  public Integer call() throws IOException {
    Stores.requireName(map);
    choice.require();
    if (commitEvery < 1) {
      throw new Failure(Failure.USAGE, "--commit-every=" + commitEvery + " is less than 1");
    }
    // Before input is read, which a person may have to type.
    Function<Input, Source> opener = events ? events(columns()) : entries(columns());
    Path path = name == null || name.equals("-") ? null : Path.of(name);
    long start = System.nanoTime();
    try (Input input = Input.open(path, streams.in(), !plain)) {
      Source source = opener.apply(input);
      // Before the store is opened, so that malformed input does not create a store.
      boolean hasFirst = source.next();
      Stores.write(
          streams,
          file,
          store -> {
            add(store, input, source, hasFirst);
            report(System.nanoTime() - start, store, source);
          });
    } catch (StoreFullException e) {
      throw new Failure(Failure.FULL, e.getMessage() + "; " + kept(), e);
    } catch (Failure e) {
      throw e.exitCode() == Failure.PROBLEM || e.exitCode() == Failure.WRONG_TYPE
          ? new Failure(e.exitCode(), e.getMessage() + "; " + kept(), e)
          : e;
    }
    return Failure.OK;
  }

  private List<String> columns() {
    int count = events ? 3 : 2;
    String text = columns != null ? columns : events ? "1,2,3" : "1,2";
    List<String> chosen = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (chosen.size() != count || chosen.contains("")) {
      throw new Failure(
          Failure.USAGE,
          "--columns=" + text + " is not " + (events ? "three" : "two") + " columns");
    }
    return chosen;
  }

  private Function<Input, Source> entries(List<String> chosen) {
    TextMap found = TextMaps.existing(file, map, Notation.UTF8);
    SeriesTextMap series = found == null ? describedAsAsked() : requireAsked(requireSeries(found));
    TimeForm form = times.form == null ? TimeForm.of(series.units().time()) : times.form;
    return input -> series.source(new CsvReader(input, form, choice.of(series.units()), chosen));
  }

  private Function<Input, Source> events(List<String> chosen) {
    TimeForm form = times.form;
    TimeUnit unit = form == null ? null : form.unit();
    if (form == null || unit == null) {
      throw new Failure(
          Failure.USAGE, "--events: give --time, the unit of begins and durations, such as ms");
    }
    if (choice.places != null) {
      throw new Failure(Failure.USAGE, "--places: not with --events; durations are whole numbers");
    }
    return input -> new EventSource(map, unit, new CsvReader(input, form, new Places(0), chosen));
  }

  /** Returns a new series, which keeps what the options say. */
  private SeriesTextMap describedAsAsked() {
    TimeUnit unit = times.form == null ? null : times.form.unit();
    return new SeriesTextMap(
        map, new SeriesUnits(unit, choice.of(SeriesUnits.NONE).places(), false), false);
  }

  /** Refuses options that contradict what a series keeps. */
  private SeriesTextMap requireAsked(SeriesTextMap series) {
    SeriesUnits kept = series.units();
    boolean isOther =
        (times.form != null && times.form.unit() != kept.time())
            || choice.of(kept).places() != kept.places();
    if (isOther && !kept.equals(SeriesUnits.NONE)) {
      throw new Failure(
          Failure.USAGE,
          "series "
              + map
              + " keeps \""
              + kept.text()
              + "\", not "
              + asked()
              + "; omit the options");
    }
    return series;
  }

  private String asked() {
    String time = times.form == null ? "" : "--time " + times.form;
    return choice.places == null ? time : (time + " --places " + choice.places).strip();
  }

  private String kept() {
    return committed == 0
        ? "nothing was imported"
        : Text.count(committed, "entry", "entries") + " committed before the error";
  }

  private void add(Store store, Input input, Source source, boolean hasFirst) {
    Transaction transaction = store.beginWrite();
    try (Progress progress =
        progressChoice.start(streams, "importing", input.length(), " MB", MEGABYTE)) {
      for (boolean on = hasFirst; on; on = source.next()) {
        source.put(transaction);
        entries++;
        if ((entries & PROGRESS_MASK) == 0) {
          progress.to(input.position());
          streams.requireGoingOn();
        }
        if (entries % commitEvery == 0) {
          transaction.commit();
          committed = entries;
          transaction = store.beginWrite();
        }
      }
      source.createMaps(transaction);
      transaction.commit();
      committed = entries;
    } finally {
      transaction.close();
    }
  }

  private void report(long nanos, Store store, Source source) {
    streams.line(
        "imported %s in %s s, %s",
        Text.count(entries, "entry", "entries"),
        Text.decimal(Text.seconds(nanos), 2),
        Text.rate(entries, nanos));
    for (TextMap each : source.maps()) {
      long size = store.readLong(each::size);
      String name = Text.printable(each.name());
      streams.line("map      %s: %s", name, Text.count(size, "entry", "entries"));
    }
  }
}
