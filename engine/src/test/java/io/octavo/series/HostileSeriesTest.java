package io.octavo.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.CorruptionException;
import io.octavo.error.StoreException;
import io.octavo.fixture.ForgedFile;
import io.octavo.fixture.HeapFile;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.series.SeriesLeaf;
import io.octavo.page.series.SeriesRun;
import io.octavo.page.tree.Aggregate;
import io.octavo.page.tree.BranchPage;
import io.octavo.page.tree.SummedPage;
import io.octavo.tree.TreeLimits;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Series whose pages are sound one by one, and wrong together. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostileSeriesTest {
  private static final int OWNER = 5;
  private static final int MOST_CHILDREN = 112;

  private final ForgedFile file = new ForgedFile();

  private PageRef leaf(long... times) {
    byte[] page = PageHeader.newPage();
    SeriesLeaf.format(page, file.next(), OWNER);
    if (times.length > 0) {
      SeriesRun run = new SeriesRun();
      run.append(times, times, 0, times.length);
      run.build(0, run.count(), page);
    }
    return file.add(page);
  }

  /** Adds a branch whose children, from time 0 on, are each said to have entries. */
  private PageRef branch(long entries, long greatest, long step, PageRef... below) {
    byte[] page = PageHeader.newPage();
    BranchPage.format(page, PageKind.SUMMED_BRANCH, below[0].level() + 1, file.next(), OWNER);
    Aggregate row = new Aggregate();
    for (int i = 0; i < below.length; i++) {
      long separator = i == 0 ? Long.MIN_VALUE : i * step;
      BranchPage.insert(page, i, separator, BranchPage.childOf(below[i].number(), below[i].crc()));
      row.clear();
      row.addExcess(entries, 0, greatest, 0, i * step);
      SummedPage.setRow(page, i, row);
    }
    return file.add(page);
  }

  private byte[] store(PageRef root, long entries) {
    CatalogueRecord record =
        CatalogueRecord.empty("s", OWNER, CatalogueRecord.SERIES, 1).with(root, entries);
    return file.bytes(file.catalogue(record));
  }

  private static void assertRefused(byte[] bytes, Consumer<Series> use) {
    try (Store store =
        EngineAccess.open(new HeapFile(bytes), null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertThatThrownBy(() -> store.view(tx -> use.accept(tx.series("s"))))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("breaks rule R");
      assertWriteRefused(store, use);
    }
  }

  private static void assertWriteRefused(Store store, Consumer<Series> use) {
    assertThatThrownBy(() -> store.write(tx -> use.accept(tx.series("s"))))
        .isExactlyInstanceOf(CorruptionException.class)
        .hasMessageContaining("breaks rule R");
    // The transaction is rolled back, and the store is none the worse.
    store.write(tx -> tx.longMap("other").put(1, 1));
  }

  private static void assertWriteRefused(byte[] bytes, Consumer<Series> use) {
    try (Store store =
        EngineAccess.open(new HeapFile(bytes), null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertWriteRefused(store, use);
    }
  }

  @Test
  void walksOverATreeThatRepeatsAPageEnd() {
    PageRef root = leaf(0);
    while (root.level() < BranchPage.MAX_LEVEL) {
      PageRef[] below = new PageRef[MOST_CHILDREN];
      Arrays.fill(below, root);
      root = branch(1, 9, 0, below);
    }
    byte[] bytes = store(root, 1000);
    assertRefused(bytes, series -> series.rankOfGreatest(-5, Long.MAX_VALUE));
    assertRefused(bytes, series -> series.quantiles(-5, Long.MAX_VALUE, 0.5));
    assertWriteRefused(bytes, Series::clear);
  }

  @Test
  void anEmptyLeafIsRefused() {
    assertWriteRefused(store(leaf(), 5), series -> series.add(7, 7));
  }

  @Test
  void aRecordOfFewerEntriesThanThePagesHaveIsRefused() {
    byte[] bytes = store(branch(3, 12, 10, leaf(0, 0, 0), leaf(10, 11, 12)), 1);
    assertRefused(
        bytes,
        series -> {
          SeriesCursor cursor = series.cursor(Long.MIN_VALUE, 100);
          while (cursor.next()) {
            cursor.value();
          }
        });
    assertWriteRefused(bytes, series -> series.removeRange(Long.MIN_VALUE, 5));
  }

  @Test
  void rowsThatCountMoreThanTheirChildrenHaveAreRefused() {
    byte[] bytes = store(branch(50, 12, 10, leaf(0, 0, 0), leaf(10, 10, 10)), 100);
    assertRefused(bytes, series -> series.timeAt(40));
    assertRefused(bytes, series -> series.quantiles(Long.MIN_VALUE, Long.MAX_VALUE, 0.9));
    assertWriteRefused(bytes, series -> series.removeRange(0, Long.MAX_VALUE));
  }

  @Test
  void forgedUnitsAreRefused() {
    String[] problems = {
      "time unit 8 is not from 0 to 7",
      "places=19 is not from 0 to 18",
      "events have a time unit, and no decimal places",
      "a tail of 3 bytes, expected 0 or 2"
    };
    byte[][] tails = {{8, 0}, {1, 19}, {0, -1}, {1, 1, 1}};
    for (int i = 0; i < tails.length; i++) {
      assertUnitsRefused(0, tails[i], problems[i]);
    }
    assertUnitsRefused(7, new byte[0], "a series has no codecs");
  }

  private static void assertUnitsRefused(int codec, byte[] tail, String problem) {
    ForgedFile file = new ForgedFile();
    CatalogueRecord record =
        CatalogueRecord.empty("s", OWNER, CatalogueRecord.SERIES, 1).described(codec, 0, tail);
    byte[] bytes = file.bytes(file.catalogue(record));
    try (Store store =
        EngineAccess.open(new HeapFile(bytes), null, StoreOptions.defaults(), TreeLimits.PAGE)) {
      assertThat(store.check().problems())
          .containsExactly("map s: " + problem + " (R20, catalogue record)");
      assertThatThrownBy(() -> store.view(tx -> tx.series("s")))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining("name=s is a series of units that this version")
          .hasMessageContaining(problem);
      assertThatThrownBy(() -> store.write(tx -> tx.series("s")))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining(problem);
      store.write(tx -> assertThat(tx.drop("s")).isTrue());
      store.checkpoint();
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
