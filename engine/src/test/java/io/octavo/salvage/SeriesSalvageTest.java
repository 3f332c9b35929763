package io.octavo.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.series.Series;
import io.octavo.series.SeriesCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries stay in their order, whatever of a damaged series is lost. */
class SeriesSalvageTest {
  private static final int COUNT = 40_000;
  private static final int PAGE = PageHeader.PAGE_SIZE;

  @TempDir static Path shared;
  @TempDir Path directory;

  private static byte[] sound = new byte[0];

  @BeforeAll
  static void makeStore() throws IOException {
    Path path = shared.resolve("sound.oct");
    try (Store store =
        Store.open(path, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      // Older pages that salvage must not take for those of today.
      for (int round = 0; round < 2; round++) {
        boolean isLast = round == 1;
        store.write(tx -> fill(tx.series("series"), isLast));
        store.checkpoint();
      }
    }
    sound = Files.readAllBytes(path);
  }

  private static void fill(Series series, boolean isLast) {
    series.clear();
    for (int i = 0; i < COUNT; i++) {
      series.add(time(i), value(i, isLast));
    }
  }

  /** Times repeat, also from one leaf to the next. */
  private static long time(int index) {
    return index / 3;
  }

  /** Values of the last round are odd, and take less space, so that its leaves are longer. */
  private static long value(int index, boolean isLast) {
    long mixed = index * 0x9E3779B97F4A7C15L;
    return isLast ? mixed >>> 32 | 1 : mixed & -2;
  }

  private SalvageReport run = new SalvageReport(List.of(), List.of(), 0, 0);

  private List<List<Long>> salvage(byte[] file) throws IOException {
    return salvage(file, "series");
  }

  /** Salvages a file; gives what is left. */
  private List<List<Long>> salvage(byte[] file, String name) throws IOException {
    Path damaged = Files.write(directory.resolve("damaged.oct"), file);
    Path saved = directory.resolve("saved.oct");
    Files.deleteIfExists(saved);
    run = Salvage.copy(damaged, saved);
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true));
        Transaction tx = store.beginRead()) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(tx.names()).containsExactly(name);
      return entries(tx.series(name));
    }
  }

  private static List<List<Long>> entries(Series series) {
    List<List<Long>> entries = new ArrayList<>();
    for (SeriesCursor cursor = series.cursor(); cursor.next(); ) {
      entries.add(List.of(cursor.time(), cursor.value()));
    }
    return entries;
  }

  private static List<List<Long>> all() {
    List<List<Long>> entries = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      entries.add(List.of(time(i), value(i, true)));
    }
    return entries;
  }

  /** Returns the pages of a kind that are in use. */
  private static BitSet pages(PageKind kind) {
    return SalvagePages.used(sound, kind);
  }

  @Test
  void aSoundStoreLosesNothing() throws IOException {
    assertThat(salvage(sound)).isEqualTo(all());
    assertThat(run.isWhole()).isTrue();
  }

  @Test
  void theRestKeepsItsOrderWhereALeafIsLost() throws IOException {
    List<List<Long>> all = all();
    int[] leaves = pages(PageKind.PACKED_LEAF).stream().toArray();
    assertThat(leaves).hasSizeGreaterThan(10);
    for (int i = 0; i < leaves.length; i++) {
      byte[] damaged = sound.clone();
      damaged[leaves[i] * PAGE + 4_000] ^= 1;
      List<List<Long>> left = salvage(damaged);
      List<List<Long>> expected = new ArrayList<>(all);
      expected.removeAll(minus(all, left));
      assertThat(left).as("page %d", leaves[i]).isEqualTo(expected).hasSizeGreaterThan(COUNT / 2);
      assertThat(left).as("page %d", leaves[i]).hasSizeLessThan(COUNT);
      assertThat(run.isWhole()).isFalse();
    }
  }

  private static Set<List<Long>> minus(List<List<Long>> all, List<List<Long>> left) {
    Set<List<Long>> missing = new HashSet<>(all);
    left.forEach(missing::remove);
    return missing;
  }

  @Test
  void leavesAreFoundWithoutTheBranchAboveThem() throws IOException {
    BitSet branches = pages(PageKind.SUMMED_BRANCH);
    assertThat(branches.cardinality()).isGreaterThan(0);
    for (int page : branches.stream().toArray()) {
      byte[] damaged = sound.clone();
      damaged[page * PAGE + 100] ^= 1;
      assertThat(salvage(damaged)).as("page %d", page).isEqualTo(all());
      assertThat(run.isWhole()).isFalse();
      assertThat(run.losses().toString()).containsPattern("map series, .*; [0-9]+ leaves found");
    }
  }

  /** A leaf of one time could stand anywhere among those of that time, which salvage tells. */
  @Test
  void leavesOfOneTimeAreDoubtful() throws IOException {
    Path path = directory.resolve("same.oct");
    try (Store store = Store.open(path)) {
      for (int round = 0; round < 2; round++) {
        boolean isLast = round == 1;
        store.write(
            tx -> {
              tx.series("series").clear();
              for (int i = 0; i < 9_000; i++) {
                tx.series("series").add(7, value(i, isLast));
              }
            });
        store.checkpoint();
      }
    }
    byte[] bytes = Files.readAllBytes(path);

    List<List<Long>> left = salvage(damaged(bytes, PageKind.SUMMED_BRANCH, PageKind.SPACE));

    assertThat(left).hasSize(9_000);
    assertThat(new HashSet<>(left)).hasSize(9_000).allMatch(entry -> entry.get(1) % 2 != 0);
    assertThat(run.losses().toString())
        .containsPattern("map series has [0-9]+ leaves of one time each that may");
    left = salvage(damaged(bytes, PageKind.SUMMED_BRANCH));
    assertThat(new HashSet<>(left)).hasSize(9_000).allMatch(entry -> entry.get(1) % 2 != 0);
    assertThat(run.losses().toString())
        .containsPattern("map series has [0-9]+ leaves of one time each that may");
    assertThat(run.isWhole()).isFalse();
  }

  /** Leaves of one time are put in the order in which they were written, not in that of pages. */
  @Test
  void leavesOfOneTimeAreInTheOrderOfTheirEpochs() throws IOException {
    Path path = directory.resolve("same.oct");
    int count = 40_000;
    try (Store store = Store.open(path)) {
      store.write(tx -> fillPages(tx.longMap("before")));
      store.checkpoint();
      addAtOneTime(store, 0, count / 2);
      store.write(tx -> tx.drop("before"));
      // The next leaves get the pages of the map, which are before the first leaves.
      store.checkpoint();
      addAtOneTime(store, count / 2, count);
    }
    byte[] bytes = Files.readAllBytes(path);
    List<Integer> leaves = numbersByEpoch(bytes);
    assertThat(leaves.get(leaves.size() - 1)).isLessThan(leaves.get(1));

    List<List<Long>> left = salvage(damaged(bytes, PageKind.SUMMED_BRANCH));

    List<List<Long>> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expected.add(List.of(7L, value(i, true)));
    }
    assertThat(left).isEqualTo(expected);
    assertThat(run.losses().toString())
        .containsPattern("map series has [0-9]+ leaves of one time each that may");
  }

  private static void fillPages(LongMap map) {
    for (int i = 0; i < 20_000; i++) {
      map.put(i, i);
    }
  }

  private static void addAtOneTime(Store store, int from, int to) {
    store.write(
        tx -> {
          for (int i = from; i < to; i++) {
            tx.series("series").add(7, value(i, true));
          }
        });
    store.checkpoint();
  }

  /** Returns the numbers of the leaves, those that were written first at the beginning. */
  private static List<Integer> numbersByEpoch(byte[] file) {
    List<Integer> leaves = new ArrayList<>();
    for (int page = 4; page < file.length / PAGE; page++) {
      if (file[page * PAGE + PageHeader.KIND] == PageKind.PACKED_LEAF.code()) {
        leaves.add(page);
      }
    }
    leaves.sort(Comparator.comparingLong(page -> epoch(file, page)));
    return leaves;
  }

  private static long epoch(byte[] file, int page) {
    return ByteBuffer.wrap(file)
        .order(ByteOrder.LITTLE_ENDIAN)
        .getLong(page * PAGE + PageHeader.EPOCH);
  }

  @Test
  void aSeriesIsFoundWithoutACatalogue() throws IOException {
    assertThat(salvage(damaged(sound, PageKind.CATALOGUE), "lost-1")).isEqualTo(all());
    assertThat(run.isWhole()).isFalse();
  }

  /** The newest come first, and older ones do not stand between them. */
  @Test
  void leavesAreOfOneStateWithoutBitmaps() throws IOException {
    List<List<Long>> left = salvage(damaged(sound, PageKind.CATALOGUE, PageKind.SPACE), "lost-1");

    assertThat(run.isWhole()).isFalse();
    List<List<Long>> last = left.stream().filter(entry -> entry.get(1) % 2 != 0).toList();
    assertThat(last).isEqualTo(all());
    assertThat(left).isEqualTo(last);
  }

  private static byte[] damaged(byte[] file, PageKind... kinds) {
    byte[] damaged = file.clone();
    for (int page = 4; page < file.length / PAGE; page++) {
      for (PageKind kind : kinds) {
        boolean isOfKind = file[page * PAGE + PageHeader.KIND] == kind.code();
        damaged[page * PAGE + 100] ^= (byte) (isOfKind ? 1 : 0);
      }
    }
    return damaged;
  }

  @Test
  void commitsOfTheRingAreSaved() throws IOException {
    Path file = Files.write(directory.resolve("killed.oct"), sound);
    Path copy = directory.resolve("copy.oct");
    try (Store store = Store.open(file)) {
      store.write(tx -> tx.series("series").add(time(COUNT) + 1, 5));
      store.checkpoint();
      store.write(tx -> tx.series("series").add(time(COUNT) + 1, 6));
      store.write(tx -> tx.series("series").removeRange(2, time(COUNT)));
      store.write(tx -> tx.series("gone").add(1, 1));
      store.write(tx -> tx.drop("gone"));
      store.write(tx -> tx.series("cleared").add(1, 1));
      store.write(tx -> tx.series("cleared").clear());
      store.write(tx -> tx.rename("cleared", "again"));
      store.write(tx -> tx.series("again").add(3, 4));
      store.write(tx -> tx.longMap("behind").put(1, 1));
      Files.copy(file, copy);
    }
    Files.write(copy, damaged(Files.readAllBytes(copy), PageKind.SUMMED_BRANCH));
    Path saved = directory.resolve("saved.oct");

    SalvageReport salvaged = Salvage.copy(copy, saved);

    assertThat(salvaged.commits()).isEqualTo(9);
    assertThat(salvaged.replayed()).isEqualTo(9);
    try (Store store = Store.open(saved);
        Transaction tx = store.beginRead()) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(tx.names()).containsExactlyInAnyOrder("series", "again", "behind");
      List<List<Long>> expected = new ArrayList<>(all().subList(0, 6));
      expected.add(List.of(time(COUNT) + 1, 5L));
      expected.add(List.of(time(COUNT) + 1, 6L));
      assertThat(entries(tx.series("series"))).isEqualTo(expected);
      assertThat(entries(tx.series("again"))).containsExactly(List.of(3L, 4L));
    }
  }
}
