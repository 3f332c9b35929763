package io.octavo.command.series;

import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Text;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.collection.Source;
import io.octavo.command.collection.TextMap;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.SeriesUnits;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Events from CSV: each kind has a series of its own, of durations by the times of the begins. */
final class EventSource implements Source {
  /** The most kinds. A column of more is hardly one of kinds, and each takes a series. */
  private static final int MOST_KINDS = 1000;

  private final String name;
  private final SeriesUnits units;
  private final CsvReader reader;
  private final Map<String, TextMap> kinds = new TreeMap<>();
  private SeriesTextMap series;

  /**
   * Reads events.
   *
   * @param name what the names of the series begin with, before a slash and the kind
   * @param unit what the begins and durations count
   */
  EventSource(String name, TimeUnit unit, CsvReader reader) {
    this.name = name;
    this.units = new SeriesUnits(unit, 0, true);
    this.reader = reader;
    this.series = new SeriesTextMap(name, units, false);
  }

  @Override
  public boolean next() {
    if (!reader.next()) {
      return false;
    }
    if (reader.value() < 0) {
      throw reader.malformed("the duration is negative");
    }
    if (reader.key() > Long.MAX_VALUE - reader.value()) {
      throw reader.malformed("the event ends behind the last time");
    }
    series = (SeriesTextMap) kinds.computeIfAbsent(reader.kind(), this::series);
    return true;
  }

  private TextMap series(String kind) {
    String full = name + "/" + kind;
    int length = full.getBytes(StandardCharsets.UTF_8).length;
    if (length > CatalogueRecord.MAX_NAME) {
      throw reader.malformed(
          "the kind is too long: with "
              + name
              + "/ it has "
              + length
              + " bytes, and a name at most "
              + CatalogueRecord.MAX_NAME);
    }
    if (kinds.size() == MOST_KINDS) {
      throw reader.malformed("there are more than " + Text.count(MOST_KINDS) + " kinds");
    }
    return new SeriesTextMap(full, units, false);
  }

  @Override
  public void put(Transaction transaction) {
    try {
      series.add(transaction, reader.key(), reader.value());
    } catch (IllegalArgumentException e) {
      throw new Failure(
          Failure.WRONG_TYPE,
          String.valueOf(reader.malformed(String.valueOf(e.getMessage())).getMessage()),
          e);
    }
  }

  /** There is no series without an event. */
  @Override
  public void createMaps(Transaction transaction) {}

  @Override
  public Collection<TextMap> maps() {
    return kinds.values();
  }
}
