package io.octavo.bench.series;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.bench.data.Entries;
import io.octavo.series.Series;
import io.octavo.series.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A store that holds entries of a time and a value: a series of Octavo, or what a program would use
 * in its place. Its answers are numbers that tell whether they are right.
 */
interface SeriesPeer extends AutoCloseable {
  /** Heap or memory for pages, in each store. */
  long CACHE_BYTES = 1L << 30;

  /** Tells version and settings. */
  String settings() throws Exception;

  /** Takes all entries, and makes them durable. */
  void load(Entries entries) throws Exception;

  /** Finds count, sum, least and greatest value of a range of times that has entries. */
  long summary(long from, long to) throws Exception;

  /** Finds the same of the parts of a range that have entries. */
  long windows(long from, long to, int count) throws Exception;

  @Override
  void close() throws IOException, SQLException;

  /** Returns a number that depends on all four figures. */
  static long number(long count, long sum, long least, long greatest) {
    return ((count * 31 + sum) * 31 + least) * 31 + greatest;
  }

  /** Returns the number of a part, to be added to those of the other parts. */
  static long number(long index, long part) {
    return (index + 1) * part;
  }

  /** A series. */
  final class Octavo implements SeriesPeer {
    private final Store store;

    Octavo(Path directory) {
      store =
          Store.open(
              directory.resolve("series.oct"),
              StoreOptions.defaults().cacheBytes(CACHE_BYTES).durability(Durability.CHECKPOINT));
    }

    @Override
    public String settings() {
      return "Octavo, one transaction, CHECKPOINT, cacheBytes 1 GiB; a read transaction a query";
    }

    private static Series series(io.octavo.Transaction transaction) {
      return transaction.series(SeriesFile.NAME);
    }

    @Override
    public void load(Entries entries) {
      int count = entries.count();
      store.write(tx -> series(tx).addAll(entries.keys(), entries.values(), 0, count));
      store.checkpoint();
    }

    private static long number(Summary summary) {
      return summary.isEmpty()
          ? 0
          : SeriesPeer.number(summary.count(), summary.sum(), summary.least(), summary.greatest());
    }

    @Override
    public long summary(long from, long to) {
      return store.readLong(tx -> number(series(tx).summary(from, to)));
    }

    @Override
    public long windows(long from, long to, int count) {
      long[] number = new long[1];
      store.read(
          tx -> {
            series(tx)
                .windows(
                    from,
                    to,
                    count,
                    (index, begin, end, part) ->
                        number[0] += SeriesPeer.number(index, number(part)));
            return number;
          });
      return number[0];
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
