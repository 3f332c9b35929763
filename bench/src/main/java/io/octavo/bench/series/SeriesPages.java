package io.octavo.bench.series;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.OpenedFile;
import io.octavo.series.Series;
import io.octavo.tree.TreeLimits;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The pages of each level that queries of a series read.
 *
 * <p>Each query has a store of its own, whose cache is empty: every page that the query needs is
 * read from the file, once.
 */
final class SeriesPages {
  /** The most pages of a level that one query may read. */
  static final int MOST = 2;

  private int[] most = {};
  private long[] sums = {};
  private int queries;

  /** Counts the pages of one query. */
  void count(Path file, Consumer<Series> query) {
    OpenedFile opened = OpenedFile.of(file, true);
    CountedFile counted = new CountedFile(opened.file());
    StoreOptions options = StoreOptions.defaults().readOnly(true);
    try (Store store = EngineAccess.open(counted, opened, options, TreeLimits.PAGE);
        Transaction tx = store.beginRead()) {
      Series series = tx.series(SeriesFile.NAME);
      counted.take();
      query.accept(series);
      add(counted.take());
    }
  }

  private void add(int[] pages) {
    int levels = Math.max(most.length, pages.length);
    most = Arrays.copyOf(most, levels);
    sums = Arrays.copyOf(sums, levels);
    for (int i = 0; i < pages.length; i++) {
      most[i] = Math.max(most[i], pages[i]);
      sums[i] += pages[i];
    }
    queries++;
  }

  /**
   * Fails if a query has read more pages of a level than {@link #MOST}, or if none has read any.
   */
  void requireFew() {
    if (most.length == 0 || Arrays.stream(most).anyMatch(pages -> pages > MOST)) {
      throw new IllegalStateException("pages read: " + this);
    }
  }

  /** Returns mean and most pages of each level, the leaves first. */
  @Override
  public String toString() {
    return IntStream.range(0, most.length)
        .mapToObj(
            i ->
                String.format(
                    Locale.ROOT,
                    "level %d %.2f, at most %d",
                    i,
                    (double) sums[i] / queries,
                    most[i]))
        .collect(Collectors.joining("; "));
  }
}
