package io.octavo.command.series;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.command.cli.Failure;
import io.octavo.command.cli.Stores;
import io.octavo.command.collection.SeriesTextMap;
import io.octavo.command.text.Json;
import io.octavo.command.text.Places;
import io.octavo.command.text.TimeForm;
import io.octavo.command.web.ViewQuestion;
import io.octavo.command.web.Viewed;
import io.octavo.page.meta.SeriesUnits;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Series as a page for a browser asks for them. Each answer is of one snapshot, and says of which
 * commit at least.
 *
 * <p>Windows come in tiles: tile i of level k has the {@value #TILE} windows of 2^k times each that
 * begin at time {@code i * TILE * 2^k}. A window so has a name that does not depend on what is in
 * sight, and is asked for once.
 */
public final class ViewedSeries implements Viewed {
  /** Windows of a tile. */
  public static final int TILE = 512;

  /** The level at which two tiles are all times: level 0 has windows of one time. */
  public static final int MOST_LEVEL = Long.SIZE - 1 - Integer.numberOfTrailingZeros(TILE);

  /** Bytes of a tile: count, mean, least and greatest of each window. */
  public static final int TILE_BYTES = 4 * TILE * Double.BYTES;

  private static final int MOST_TILES = 64;
  private static final String QUANTILES = "quantiles";

  private final Path file;
  private final Store store;
  private final List<String> names;
  private final TimeForm times;
  private final Places.Choice places;

  /** The quantiles that are being found: one question at a time, which the next one ends. */
  private final AtomicReference<@Nullable Future<?>> search = new AtomicReference<>();

  public ViewedSeries(
      Path file, Store store, List<String> names, TimeForm times, Places.Choice places) {
    this.file = file;
    this.store = store;
    this.names = names;
    this.times = times;
    this.places = places;
  }

  @Override
  public @Nullable Answer<?> answer(ViewQuestion asked) {
    switch (asked.path()) {
      case "" -> {
        asked.requireOnly();
        return page();
      }
      case "about" -> {
        asked.requireOnly();
        var unused = store.refresh();
        return about();
      }
      case "tiles" -> {
        asked.requireOnly("series", "level", "index", "count");
        return tiles(
            asked.integers("series"),
            asked.integer("level"),
            asked.number("index"),
            asked.integer("count"));
      }
      case "summary" -> {
        asked.requireOnly("series", "from", "to");
        return summaries(asked.integers("series"), asked.number("from"), asked.number("to"));
      }
      case QUANTILES -> {
        asked.requireOnly("series", "from", "to", "of");
        return lastQuantiles(
            asked.integer("series"),
            asked.number("from"),
            asked.number("to"),
            asked.quantiles("of"));
      }
      default -> {
        return null;
      }
    }
  }

  /** Finds quantiles, which reads the entries of the range; ends the search before. */
  private Answer<?> lastQuantiles(int number, long from, long to, double[] quantiles) {
    FutureTask<Answer<?>> task = new FutureTask<>(() -> quantiles(number, from, to, quantiles));
    cancel(search.getAndSet(task));
    try {
      // In this thread, which a later question interrupts.
      task.run();
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new CancellationException();
    } finally {
      // The answer is sent through a channel, which an interrupt would close.
      Thread.interrupted();
    }
  }

  private static void cancel(@Nullable Future<?> task) {
    if (task != null) {
      task.cancel(true);
    }
  }

  @Override
  public boolean isSearch(String path) {
    return path.equals(QUANTILES);
  }

  @Override
  public void close() {
    cancel(search.get());
  }

  private <T> Answer<T> read(Function<Transaction, T> question) {
    return read((transaction, sequence) -> question.apply(transaction));
  }

  private <T> Answer<T> read(BiFunction<Transaction, Long, T> question) {
    return Answer.of(store, question);
  }

  private Series series(Transaction transaction, int number) {
    if (number < 0 || number >= names.size()) {
      throw new Failure(
          Failure.USAGE, "series=" + number + " is not from 0 to " + (names.size() - 1));
    }
    String name = names.get(number);
    if (!transaction.exists(name)) {
      throw Stores.noMap(file, name, transaction.names());
    }
    return transaction.series(name);
  }

  /** Returns the page that asks the server it comes from. */
  Answer<String> page() {
    return read((transaction, sequence) -> ViewPage.html(about(transaction, sequence), null));
  }

  /**
   * Returns a page that cannot ask.
   *
   * @param most how many characters its windows may have
   */
  Answer<String> pageWithTiles(int most) {
    return read(
        (transaction, sequence) -> {
          List<Series> all = new ArrayList<>();
          for (int i = 0; i < names.size(); i++) {
            all.add(series(transaction, i));
          }
          return ViewPage.html(about(transaction, sequence), ViewPage.levels(all, most));
        });
  }

  /** Returns what the page has to know of the series. */
  Answer<Map<String, @Nullable Object>> about() {
    return read(this::about);
  }

  /** Longs are text, because numbers have 53 bits in the page. */
  private Map<String, @Nullable Object> about(Transaction transaction, long sequence) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Series series = series(transaction, i);
      long size = series.size();
      all.add(
          Json.object(
              "name", names.get(i),
              "entries", Long.toString(size),
              "first", size == 0 ? null : Long.toString(series.timeAt(0)),
              "last", size == 0 ? null : Long.toString(series.timeAt(size - 1)),
              "places", placesOf(series).places(),
              "events", series.isOfEvents()));
    }
    return Json.object(
        "file", file.getFileName(),
        "sequence", Long.toString(sequence),
        "time", times.name(),
        "series", all);
  }

  /**
   * Returns tiles of series.
   *
   * @param numbers the numbers of the series
   * @param level the level
   * @param first the index of the first tile
   * @param count how many tiles of each series
   * @return for each series the tiles, for each tile the counts of its windows, then means, least
   *     and greatest values, as numbers of JavaScript; NaN where there are no entries
   */
  Answer<byte[]> tiles(int[] numbers, int level, long first, int count) {
    if (level < 0 || level > MOST_LEVEL) {
      throw new Failure(Failure.USAGE, "level=" + level + " is not from 0 to " + MOST_LEVEL);
    }
    if (numbers.length == 0 || count < 1 || count > MOST_TILES / numbers.length) {
      throw new Failure(
          Failure.USAGE,
          "count=" + count + " of " + numbers.length + " series is not 1 to " + MOST_TILES);
    }
    long most = (Long.MAX_VALUE / TILE) >> level;
    if (first < -most - 1 || first > most - count + 1) {
      throw new Failure(Failure.USAGE, "index=" + first + " is beyond all times of the level");
    }
    return read(
        transaction -> {
          ByteBuffer tiles =
              ByteBuffer.allocate(numbers.length * count * TILE_BYTES)
                  .order(ByteOrder.LITTLE_ENDIAN);
          for (int number : numbers) {
            Series series = series(transaction, number);
            for (int i = 0; i < count; i++) {
              put(series, level, first + i, tiles);
            }
          }
          return tiles.array();
        });
  }

  /** Returns the index of the tile of a time. */
  static long tile(int level, long time) {
    return time >> level >> Integer.numberOfTrailingZeros(TILE);
  }

  private static long first(int level, long index) {
    return (index * TILE) << level;
  }

  /** Returns the last time of a tile. */
  static long last(int level, long index) {
    return first(level, index) + ((long) TILE << level) - 1;
  }

  /** Writes a tile to a buffer. */
  static void put(Series series, int level, long index, ByteBuffer into) {
    int begin = into.position();
    series.windows(
        first(level, index),
        last(level, index),
        TILE,
        (i, from, to, window) -> {
          int at = begin + i * Double.BYTES;
          into.putDouble(at, (double) window.count());
          into.putDouble(at + TILE * Double.BYTES, window.mean());
          double least = window.isEmpty() ? Double.NaN : window.least();
          double greatest = window.isEmpty() ? Double.NaN : window.greatest();
          into.putDouble(at + 2 * TILE * Double.BYTES, least);
          into.putDouble(at + 3 * TILE * Double.BYTES, greatest);
        });
    into.position(begin + TILE_BYTES);
  }

  /** Returns for each series the exact figures of a range as text, and its greatest entry. */
  Answer<Map<String, @Nullable Object>> summaries(int[] numbers, long from, long to) {
    return read(
        transaction ->
            Json.object(
                "series",
                Arrays.stream(numbers)
                    .mapToObj(number -> figures(series(transaction, number), from, to))
                    .toList()));
  }

  /** Returns the figures of a range, and quantiles. */
  Answer<Map<String, @Nullable Object>> quantiles(
      int number, long from, long to, double... quantiles) {
    return read(
        transaction -> {
          Series series = series(transaction, number);
          Map<String, @Nullable Object> figures = figures(series, from, to);
          List<Object> found = new ArrayList<>();
          if (figures.get("time") != null) {
            for (long value : series.quantiles(from, to, quantiles)) {
              found.add(Places.text(placesOf(series).of(value)));
            }
          }
          figures.put(QUANTILES, found);
          return figures;
        });
  }

  /** Returns the places of the values; durations of events are in the unit of the times. */
  private Places placesOf(Series series) {
    SeriesUnits units = SeriesTextMap.unitsOf(series);
    return units.isOfEvents() ? new Places(0) : places.of(units);
  }

  private Map<String, @Nullable Object> figures(Series series, long from, long to) {
    Summary summary = series.summary(from, to);
    Map<String, @Nullable Object> figures = placesOf(series).figures(summary);
    figures.replaceAll((name, figure) -> Places.text(figure));
    long rank = series.rankOfGreatest(from, to);
    long[] time = new long[1];
    if (rank != Series.ABSENT) {
      series.read(rank, time, new long[1]);
    }
    figures.put("time", rank == Series.ABSENT ? null : Long.toString(time[0]));
    return figures;
  }
}
