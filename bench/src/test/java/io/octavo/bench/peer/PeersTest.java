package io.octavo.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.bench.data.DataSet;
import io.octavo.bench.data.Entries;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.peer.PeerFigure.Work;
import io.octavo.bench.peer.PeerStore.Reader;
import io.octavo.bench.peer.PeerStore.Use;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Before they race, peers give the same answers; and every work of the race runs. */
class PeersTest {
  private static final int COUNT = 600;
  private static final int COMMIT = 100;

  /** Those that are measured with a snapshot for each get. */
  private static final Set<Peer> SNAPSHOTS = EnumSet.of(Peer.OCTAVO, Peer.LMDB, Peer.LMDB_WRITEMAP);

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void loadedEntriesAreReadAlike(Peer peer) throws Exception {
    for (DataSet kind : DataSet.values()) {
      Entries data = kind.draw(COUNT);
      Path place = Files.createDirectory(directory.resolve(kind.name()));
      try (PeerStore store = peer.open(place, Use.LOAD, kind.shape())) {
        store.load(data);
      }
      try (PeerStore store = peer.open(place, Use.READ, kind.shape())) {
        assertHolds(store, data);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomInsertsAndDeletesAreReadAlike(Peer peer) throws Exception {
    for (DataSet kind : List.of(DataSet.UNIFORM, DataSet.STRINGS)) {
      randomInsertsAndDeletesAreReadAlike(peer, kind.draw(COUNT));
    }
  }

  private void randomInsertsAndDeletesAreReadAlike(Peer peer, Entries data) throws Exception {
    for (Use use : List.of(Use.END, Use.EACH)) {
      Entries shuffled = data.take(data.shuffled(1));
      Path place = Files.createDirectory(directory.resolve(data.shape() + use.name()));
      try (PeerStore store = peer.open(place, use, data.shape())) {
        for (int from = 0; from < COUNT; from += COMMIT) {
          store.begin();
          for (int i = from; i < Math.min(COUNT, from + COMMIT); i++) {
            store.put(shuffled, i);
          }
          store.commit();
        }
        store.force();
      }
      PeerWrites writes = new PeerWrites(options(peer, place), data, new Results());
      writes.verify(place, data);
      writes.delete(place, 2);
      int[] kept = Arrays.copyOfRange(data.shuffled(2), COUNT / 2, COUNT);
      Arrays.sort(kept);
      writes.verify(place, data.take(kept));
    }
  }

  private static void assertHolds(PeerStore store, Entries data) throws Exception {
    int count = data.count();
    Entries misses = data.misses(count, 1);
    long[] values = new long[count];
    try (Reader reader = store.reader()) {
      for (int i = 0; i < count; i++) {
        assertThat(reader.get(data, i)).isEqualTo(data.values()[i]);
        assertThat(reader.get(misses, i)).isEqualTo(PeerStore.MISSING);
      }
      reader.getAll(data, values);
      assertThat(values).isEqualTo(data.values());
      reader.getAll(misses, values);
      assertThat(values).containsOnly(PeerStore.MISSING);
      for (int from : new int[] {0, 1, count / 2, count - 1}) {
        long[] keys = Arrays.copyOfRange(data.keys(), from, count);
        assertThat(keysFrom(reader, data, from)).containsExactly(keys);
      }
      assertThat(keysFrom(reader, data.least(), 0)).containsExactly(data.keys());
    }
  }

  private static long[] keysFrom(Reader reader, Entries data, int from) throws Exception {
    LongStream.Builder keys = LongStream.builder();
    for (boolean isOn = reader.seek(data, from); isOn; isOn = reader.next()) {
      keys.add(reader.key());
    }
    return keys.build().toArray();
  }

  @Test
  void aSparseFileCountsUpToItsLastPage() throws Exception {
    Entries data = DataSet.STRINGS.draw(COUNT);
    Path usual = Files.createDirectory(directory.resolve("usual"));
    Path sparse = Files.createDirectory(directory.resolve("sparse"));
    try (PeerStore one = Peer.LMDB.open(usual, Use.LOAD, data.shape());
        PeerStore other = Peer.LMDB_WRITEMAP.open(sparse, Use.LOAD, data.shape())) {
      one.load(data);
      other.load(data);
    }
    assertThat(Peer.LMDB_WRITEMAP.bytes(sparse, data.shape()))
        .isEqualTo(Peer.LMDB.bytes(usual, data.shape()))
        .isLessThan(Directories.bytes(sparse));
  }

  private static PeerRun.Options options(Peer peer, Path place) {
    return new PeerRun.Options(peer, place, EnumSet.allOf(Work.class), 0, 60, 60, 256, 1);
  }

  private static final class Results implements PeerRun.Report {
    private final Map<PeerFigure, Double> figures = new EnumMap<>(PeerFigure.class);
    private final Map<PeerFigure, Double> stops = new EnumMap<>(PeerFigure.class);
    private final List<String> settings = new ArrayList<>();

    @Override
    public void figure(PeerFigure figure, double number) {
      figures.put(figure, number);
    }

    @Override
    public void stopped(PeerFigure figure, double percent) {
      stops.put(figure, percent);
    }

    @Override
    public void settings(String text) {
      settings.add(text);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyWorkRuns(Peer peer) throws Exception {
    everyWorkRuns(peer, DataSet.REALISTIC);
    everyWorkRuns(peer, DataSet.STRINGS);
  }

  private void everyWorkRuns(Peer peer, DataSet kind) throws Exception {
    Results results = new Results();
    Path place = Files.createDirectory(directory.resolve(kind.name()));
    new PeerRun(options(peer, place), kind.draw(COUNT), results).run();
    Set<PeerFigure> missing = EnumSet.allOf(PeerFigure.class);
    missing.removeAll(results.figures.keySet());
    if (kind != DataSet.REALISTIC) {
      missing.remove(PeerFigure.GET_ALL);
    }
    if (peer != Peer.OCTAVO) {
      missing.removeIf(figure -> figure.name().startsWith("ALLOCATED"));
    }
    if (!SNAPSHOTS.contains(peer)) {
      missing.remove(PeerFigure.GET_SNAPSHOT);
    }
    assertThat(missing).isEmpty();
    assertThat(results.stops).isEmpty();
    assertThat(results.settings).hasSize(1);
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void entriesSurviveTheirFile() throws Exception {
    for (DataSet kind : List.of(DataSet.REALISTIC, DataSet.STRINGS)) {
      Entries data = kind.draw(100_000);
      Path file = directory.resolve(kind.name());
      data.write(file);
      Entries read = kind.read(file);
      assertThat(read.keys()).isEqualTo(data.keys());
      assertThat(read.values()).isEqualTo(data.values());
    }
  }

  @Test
  void aRatioIsTheMedianOfTheRatiosInEachRound() {
    PeerFigures figures = new PeerFigures();
    PeerFigures.Place octavo =
        new PeerFigures.Place(DataSet.UNIFORM, 1000, Peer.OCTAVO, PeerFigure.GET_HIT);
    double[] numbers = {100, 210, 120};
    for (int round = 0; round < 3; round++) {
      figures.rounds().add(octavo, round, numbers[round]);
      figures.rounds().add(octavo.of(Peer.LMDB), round, round == 0 ? 400 : 420);
      figures.rounds().add(octavo.of(Peer.SQLITE), round, 2000);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new PeerTable(figures, List.of(Peer.OCTAVO, Peer.SQLITE, Peer.LMDB), out)
        .print(DataSet.UNIFORM, 1000);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("| work | unit | octavo | least..most | lmdb | sqlite | best other |")
        .contains("| get, present | ns | 120 | 100..210 | 420 | 2,000 | lmdb | 400..420 | 0.29 |")
        .contains("Octavo loses 0 of 1.");
  }

  private static String table(PeerFigures figures, DataSet kind) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    new PeerTable(figures, List.of(Peer.values()), out).print(kind, 1000);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Returns a row without the stores that have no figure. */
  private static String row(PeerFigures figures, PeerFigure figure) {
    return table(figures, DataSet.STRINGS)
        .lines()
        .filter(line -> line.contains(figure.title()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theBetterVariantCounts() {
    PeerFigures figures = new PeerFigures();
    PeerFigures.Place octavo =
        new PeerFigures.Place(DataSet.STRINGS, 1000, Peer.OCTAVO, PeerFigure.INSERT_EACH);
    figures.rounds().add(octavo, 0, 100);
    figures.rounds().add(octavo.of(Peer.LMDB), 0, 90);
    figures.rounds().add(octavo.of(Peer.LMDB_WRITEMAP), 0, 110);
    figures.rounds().add(octavo.of(Peer.ROCKSDB), 0, 50);
    figures.rounds().add(octavo.of(Peer.ROCKSDB_FILTERS), 0, 40);
    assertThat(row(figures, PeerFigure.INSERT_EACH))
        .isEqualTo(
            "| **random insert, each commit durable** | k/s | 100 | 100..100 | 110, writemap | 50.0"
                + " |  |  | lmdb writemap | 110..110 | **0.91** |");
    assertThat(table(figures, DataSet.STRINGS)).contains("Octavo loses 1 of 1.");
  }

  @Test
  void whatALimitStoppedOrFailedSaysSo() {
    PeerFigures figures = new PeerFigures();
    PeerFigures.Place octavo =
        new PeerFigures.Place(DataSet.STRINGS, 1000, Peer.OCTAVO, PeerFigure.INSERT_END);
    figures.rounds().add(octavo, 0, 100);
    figures.rounds().add(octavo.of(Peer.SQLITE), 0, 50);
    figures.addStop(octavo.of(Peer.SQLITE), 41.9);
    figures.addFailure(DataSet.STRINGS, 1000, Peer.MVSTORE);
    assertThat(row(figures, PeerFigure.INSERT_END))
        .contains("|  |  | failed | 50.0, stopped at 41 % | sqlite |");
  }

  @Test
  void limitsStopInsertsAndWhatNeedsThem() throws Exception {
    Results results = new Results();
    PeerRun.Options options =
        new PeerRun.Options(Peer.OCTAVO, directory, EnumSet.allOf(Work.class), 0, 0, 0, 256, 1);
    new PeerRun(options, DataSet.REALISTIC.draw(40_000), results).run();
    assertThat(results.figures)
        .containsKeys(PeerFigure.INSERT_END, PeerFigure.INSERT_EACH)
        .doesNotContainKeys(PeerFigure.DELETE, PeerFigure.INSERT_EACH_BYTES);
    assertThat(results.stops)
        .containsOnlyKeys(
            PeerFigure.INSERT_END,
            PeerFigure.INSERT_END_BYTES,
            PeerFigure.GET_RANDOM_HIT,
            PeerFigure.GET_RANDOM_MISS,
            PeerFigure.SCAN_RANDOM,
            PeerFigure.RANGE_RANDOM,
            PeerFigure.DELETE,
            PeerFigure.INSERT_EACH,
            PeerFigure.INSERT_EACH_BYTES)
        .containsValue(25.0);
  }

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private static PeerSettings settings(String... namesAndValues) {
    return PeerSettings.read(properties(namesAndValues));
  }

  @Test
  void nothingIsLeftOutUnlessItIsSaid() {
    PeerSettings all = settings();
    assertThat(all.peers())
        .containsExactly(
            Peer.OCTAVO,
            Peer.LMDB,
            Peer.LMDB_WRITEMAP,
            Peer.ROCKSDB,
            Peer.ROCKSDB_FILTERS,
            Peer.MVSTORE,
            Peer.SQLITE);
    assertThat(all.works()).containsExactly(Work.values());
    assertThat(all.sets()).containsExactly(DataSet.REALISTIC, DataSet.SEQUENTIAL, DataSet.STRINGS);
    assertThat(settings("stores", "octavo, LMDB-writemap").peers())
        .containsExactly(Peer.OCTAVO, Peer.LMDB_WRITEMAP);
    assertThatThrownBy(() -> settings("stores", "octavo,lmbd"))
        .hasMessageStartingWith("stores=lmbd is none of octavo,lmdb,");
  }

  @Test
  void noRoundBeginsThatWouldEndTooLate() {
    assertThat(PeerRace.hasTime(1, 0, 0)).isTrue();
    assertThat(PeerRace.hasTime(1, 1, 0)).isFalse();
    assertThat(PeerRace.hasTime(30, 1, 1)).isTrue();
    assertThat(PeerRace.hasTime(31, 1, 1)).isFalse();
  }

  @Test
  void oneCommandRunsEachStoreInAJvmOfItsOwn() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Path csv = directory.resolve("peers.csv");
    Properties properties =
        properties(
            "sizes",
            "500",
            "sets",
            "strings",
            "stores",
            "octavo,lmdb-writemap",
            "seconds",
            "0",
            "works",
            "load,insertEach",
            "rounds",
            "2",
            "minutes",
            "0",
            "heap",
            "256m",
            "directory",
            directory.toString(),
            "csv",
            csv.toString());
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PeerRace.run(
        properties,
        out,
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("strings, 500 entries", ", writemap |", "| lmdb writemap |", "Octavo loses ")
        .contains("- octavo: ", "- lmdb-writemap: LMDB ")
        .contains("- 1 of 2 rounds: the next one would have ended after more than 0 minutes")
        .doesNotContain("failed");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 4 + 5).startsWith(PeerFigures.HEAD);
    assertThat(directory).isDirectoryNotContaining("glob:peers[0-9]*");
  }
}
