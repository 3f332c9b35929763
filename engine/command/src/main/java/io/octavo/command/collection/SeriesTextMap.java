package io.octavo.command.collection;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.text.BadField;
import io.octavo.command.text.Decimal;
import io.octavo.command.text.Json;
import io.octavo.command.text.Output;
import io.octavo.command.text.Places;
import io.octavo.command.text.Range;
import io.octavo.command.text.TextCursor;
import io.octavo.command.text.TimeForm;
import io.octavo.map.LongPairs;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A series as text: the key of an entry is its time, which other entries may have. Times are in ISO
 * 8601 if the series keeps their unit, values have the decimal places that it keeps. In a dump both
 * are plain numbers.
 */
public final class SeriesTextMap implements TextMap {
  /** Begins the line of a dump with the units of a series. */
  public static final String UNITS = "units ";

  private final String name;

  /** What the series keeps, or will keep if it is new. */
  private final SeriesUnits units;

  private final boolean isDump;
  private final TimeForm times;
  private final Places places;

  /** The transaction in which the series is known to exist with its units, null for none. */
  private @Nullable Transaction known;

  private long time;
  private long value;

  public SeriesTextMap(String name, SeriesUnits units, boolean isDump) {
    this.name = name;
    this.units = units;
    this.isDump = isDump;
    this.times = TimeForm.of(isDump ? null : units.time());
    this.places = new Places(isDump ? 0 : units.places());
  }

  /** Returns a series that exists. */
  static SeriesTextMap of(Transaction transaction, String name) {
    return new SeriesTextMap(name, unitsOf(transaction.series(name)), false);
  }

  /** Returns what a series keeps. */
  public static SeriesUnits unitsOf(Series series) {
    return new SeriesUnits(series.timeUnit().orElse(null), series.places(), series.isOfEvents());
  }

  public SeriesUnits units() {
    return units;
  }

  @Override
  public TextMap inDump() {
    return new SeriesTextMap(name, units, true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return MapForm.SERIES.noun() + " " + name();
  }

  @Override
  public String form() {
    return MapForm.SERIES.text();
  }

  @Override
  public String jsonForm() {
    String form = "\"type\":\"" + MapForm.SERIES.text() + "\"";
    String text = units.text();
    return text.isEmpty() ? form : form + ",\"units\":" + Json.of(text);
  }

  @Override
  public String head() {
    String text = units.text();
    return text.isEmpty() ? "" : UNITS + text + "\n";
  }

  /** Returns whether times and values are read and written as something else than integers. */
  public boolean hasForms() {
    return !isDump && !units.equals(SeriesUnits.NONE);
  }

  @Override
  public void read(String newKey, String newValue) {
    try {
      time = times.read("the time", newKey);
      value =
          hasForms() ? places.read("the value", newValue) : Decimal.number("the value", newValue);
    } catch (BadField e) {
      throw new BadField(e.getMessage() + hint(), e.text(), e);
    }
  }

  /** Returns what to add to the message about a text that is not an integer. */
  public String hint() {
    return hasForms() || isDump
        ? ""
        : "; for other times and values a new series takes --time and --places";
  }

  /** Adds the entry that was read, behind those of the same time. */
  @Override
  public void put(Transaction transaction) {
    add(transaction, time, value);
  }

  /** Adds an entry, behind those of the same time. */
  public void add(Transaction transaction, long addedTime, long addedValue) {
    open(transaction).add(addedTime, addedValue);
  }

  /**
   * Opens the series for writing; a new one gets the units, one that exists must not have others.
   */
  private Series open(Transaction transaction) {
    if (known == transaction) {
      return transaction.series(name);
    }
    boolean isNew = !transaction.exists(name) && !units.equals(SeriesUnits.NONE);
    Series series = transaction.series(name);
    SeriesUnits kept = unitsOf(series);
    TimeUnit unit = units.time();
    if (isNew && unit != null && units.isOfEvents()) {
      series.describeEvents(unit);
    } else if (isNew) {
      series.describe(unit, units.places());
    } else if (!units.equals(kept) && !units.equals(SeriesUnits.NONE)) {
      throw new IllegalArgumentException(
          "series " + name + " has " + textOf(kept) + ", not " + textOf(units));
    }
    known = transaction;
    return series;
  }

  private static String textOf(SeriesUnits units) {
    return units.equals(SeriesUnits.NONE) ? "no units" : "the units \"" + units.text() + "\"";
  }

  /** Returns entries of this series as a source. */
  public Source source(LongPairs pairs) {
    return new LongSource(
        this,
        pairs,
        transaction -> {
          Series series = open(transaction);
          return series::add;
        });
  }

  @Override
  public void create(Transaction transaction) {
    open(transaction);
  }

  @Override
  public long size(Transaction transaction) {
    return transaction.series(name).size();
  }

  @Override
  public boolean remove(Transaction transaction, String text) {
    return removeRange(transaction, Range.only(text)) > 0;
  }

  @Override
  public long removeRange(Transaction transaction, Range range) {
    return transaction.series(name).removeRange(from(range), to(range));
  }

  @Override
  public long count(Transaction transaction, Range range) {
    return transaction.series(name).summary(from(range), to(range)).count();
  }

  @Override
  public TextCursor cursor(Transaction transaction, Range range) {
    return new Cursor(transaction.series(name).cursor(from(range), to(range)));
  }

  private long from(Range range) {
    requireNoPrefix(range);
    return bound(range.from(), Long.MIN_VALUE);
  }

  private long to(Range range) {
    requireNoPrefix(range);
    return bound(range.to(), Long.MAX_VALUE);
  }

  private void requireNoPrefix(Range range) {
    if (range.prefix() != null) {
      throw Failure.wrongType("--prefix", name, form(), "bytes; give --from and --to");
    }
  }

  private long bound(@Nullable String text, long otherwise) {
    return text == null ? otherwise : times.read("'" + text + "'", text);
  }

  @Override
  public void writeKey(String text, Output out) {
    writeKey(bound(text, 0), out);
  }

  @Override
  public void writeKey(long written, Output out) {
    Object text = times.json(written);
    out.ascii(out.isJson() ? Json.of(text) : text.toString());
  }

  @Override
  public void writeValue(long ofTime, long written, Output out) {
    out.ascii(Places.text(places.of(written)));
  }

  private final class Cursor implements TextCursor {
    private final SeriesCursor cursor;

    Cursor(SeriesCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public boolean previous() {
      return cursor.previous();
    }

    @Override
    public void writeKey(Output out) {
      SeriesTextMap.this.writeKey(cursor.time(), out);
    }

    @Override
    public void writeValue(Output out) {
      SeriesTextMap.this.writeValue(cursor.time(), cursor.value(), out);
    }

    @Override
    public void writeRaw(Output out) {
      throw Failure.wrongType("--raw", name, MapForm.SERIES.text(), "bytes; omit --raw");
    }
  }
}
