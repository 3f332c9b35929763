package io.octavo.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.OpenedFile;
import io.octavo.replay.TraceReplay;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace tells how many pages the recorded store may move, and a replay moves the same. */
class TraceMovesTest {
  private static final int DEFAULT = StoreOptions.defaults().compactWhileOpen();
  private static final int KEYS = 20_000;
  private static final TreeLimits LIMITS = new TreeLimits(16, 64);

  @TempDir Path directory;
  private RecordedStore recorded;

  /**
   * Records a store from which most entries are removed and a few are changed. The same thread
   * makes the checkpoints.
   *
   * @return the number of bytes that were moved
   */
  private long record(int percent) {
    recorded = new RecordedStore(directory);
    StoreOptions options =
        recorded
            .options()
            // So much that no checkpoint is due: it might move the ring, which a replay does not.
            .cacheBytes(1 << 22)
            .compactOnClose(Duration.ZERO)
            .compactWhileOpen(percent);
    OpenedFile opened = OpenedFile.create(recorded.file(), new UUID(1, 2));
    try (Store store = EngineAccess.open(opened.file(), opened, options, LIMITS)) {
      change(store, 0, KEYS, 1);
      store.write(tx -> tx.longMap("m").removeRange(0, KEYS - KEYS / 10));
      store.checkpoint();
      for (int i = 0; i < 60; i++) {
        change(store, KEYS - KEYS / 10 + i, KEYS, 60);
        if (i % 5 == 0) {
          store.checkpoint();
        }
      }
      return store.stats().movedBytes();
    }
  }

  private static void change(Store store, int from, int to, int step) {
    store.write(
        tx -> {
          for (int key = from; key < to; key += step) {
            tx.longMap("m").put(key, from + 1L);
          }
        });
  }

  private static void replay(Path file, List<TraceEvent> events) {
    try (TraceReplay replay = TraceReplay.into(file)) {
      events.forEach(replay::apply);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12, 13, 100})
  void aReplayWritesTheFileOfTheRecordedStore(int percent) throws IOException {
    assertThat(record(percent) > 0).isEqualTo(percent > 0);
    Path again = directory.resolve("again.oct");
    replay(again, recorded.events());
    assertThat(Files.mismatch(recorded.file(), again)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void anotherNumberOfMovesWritesAnotherFile(int percent) throws IOException {
    record(percent);
    List<TraceEvent> events = new ArrayList<>(recorded.events());
    events.set(0, moving((TraceEvent.Opened) events.get(0), DEFAULT));
    Path again = directory.resolve("again.oct");
    replay(again, events);
    assertThat(Files.mismatch(recorded.file(), again)).isNotEqualTo(-1);
  }

  private static TraceEvent.Opened moving(TraceEvent.Opened opened, int percent) {
    return new TraceEvent.Opened(
        opened.formatVersion(),
        opened.storeId(),
        opened.sequence(),
        opened.cacheBytes(),
        opened.durability(),
        opened.maxBytes(),
        opened.leafLimit(),
        opened.branchLimit(),
        percent);
  }

  @Test
  void aTraceThatDoesNotTellIsOfTheDefault() throws IOException {
    assertThat(TraceEvent.Opened.DEFAULT_MOVE_PERCENT).isEqualTo(DEFAULT);
    record(100);
    TraceEvent.Opened opened = (TraceEvent.Opened) recorded.events().get(0);
    assertThat(opened.movePercent()).isEqualTo(100);
    assertThat(opened.at(7).movePercent()).isEqualTo(100);
    assertThat(opened.limited(4, 4).movePercent()).isEqualTo(100);
    Files.delete(recorded.trace());
    try (TraceOutput out = TraceOutput.create(recorded.trace())) {
      out.write(moving(opened, DEFAULT));
      out.write(opened);
    }
    assertThat(recorded.events()).containsExactly(moving(opened, DEFAULT), opened);
  }

  @Test
  void aNumberOfMovesThatNoStoreHasIsRefused() throws IOException {
    record(0);
    TraceEvent.Opened opened = moving((TraceEvent.Opened) recorded.events().get(0), 101);
    try (TraceReplay replay = TraceReplay.inMemory()) {
      assertThatThrownBy(() -> replay.apply(opened))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("compactWhileOpen=101 is not from 0 to 100");
    }
  }
}
