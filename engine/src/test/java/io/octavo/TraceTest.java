package io.octavo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.map.LongMap;
import io.octavo.replay.TraceReplay;
import io.octavo.trace.RecordedStore;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TraceTest {
  /** Bytes of the header that say nothing yet. */
  private static final int UNUSED_FROM = 10;

  private static final int UNUSED_TO = 16;

  @TempDir Path directory;
  private RecordedStore recorded;
  private Path file;
  private Path trace;
  private StoreOptions options;

  @BeforeEach
  void name() {
    recorded = new RecordedStore(directory);
    file = recorded.file();
    trace = recorded.trace();
    options = recorded.options();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void aReplayHoldsWhatTheRecordedStoreHolds(Durability durability) throws IOException {
    recorded.work(1, options.durability(durability));
    List<TraceEvent> events = recorded.events();
    TraceEvent last = events.remove(events.size() - 1);
    assertThat(last).isInstanceOf(TraceEvent.Closed.class);
    long digest = 0;
    for (int round = 0; round < 2; round++) {
      try (TraceReplay replay =
          round == 0 ? TraceReplay.inMemory() : TraceReplay.into(directory.resolve("again.oct"))) {
        events.forEach(replay::apply);
        Store store = replay.store();
        assertThat(RecordedStore.contents(store)).isEqualTo(recorded.contents()).isNotEmpty();
        assertThat(store.check().problems()).isEmpty();
        assertThat(round == 0 || digest == replay.digest()).isTrue();
        digest = replay.digest();
      }
    }
  }

  @Test
  void eachChangeIsToldOnceInOrder() throws IOException {
    try (Store store = Store.open(file, options)) {
      store.write(
          tx -> {
            LongMap map = tx.longMap("m");
            map.put(1, 2);
            map.remove(1);
          });
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("m").put(3, 4);
      }
      store.checkpoint();
      store.write(tx -> {});
    }
    List<TraceEvent> events = recorded.events();
    assertThat(events.get(0)).isInstanceOf(TraceEvent.Opened.class);
    events.removeIf(
        event -> event instanceof TraceEvent.Checkpointed ofCommit && ofCommit.isOfCommit());
    assertThat(events.subList(1, events.size()))
        .containsExactly(
            new TraceEvent.Create(1, 1, "m"),
            new TraceEvent.Put(1, 1, 2),
            new TraceEvent.Remove(1, 1),
            new TraceEvent.Committed(1),
            new TraceEvent.Put(1, 3, 4),
            new TraceEvent.RolledBack(),
            new TraceEvent.Closed());
  }

  @Test
  void aLargeValueThatFailsIsRolledBackInTheReplayToo() throws IOException {
    byte[] large = new byte[1 << 20];
    new java.util.Random(1).nextBytes(large);
    InputStream shorter = new ByteArrayInputStream(large, 0, 500_000);
    try (Store store = Store.open(file, options)) {
      assertThatThrownBy(
              () ->
                  store.writeThrowing(
                      tx -> tx.bytesMap("strings").put(bytes("a"), shorter, large.length)))
          .isInstanceOf(IOException.class);
      store.writeThrowing(
          tx ->
              tx.bytesMap("strings")
                  .put(bytes("b"), new ByteArrayInputStream(large), large.length));
    }
    List<TraceEvent> events = recorded.events();
    events.remove(events.size() - 1);
    try (TraceReplay replay = TraceReplay.inMemory()) {
      events.forEach(replay::apply);
      byte[] found = replay.store().read(tx -> tx.bytesMap("strings").get(bytes("b")));
      assertThat(found).isEqualTo(large);
      assertThat(RecordedStore.contents(replay.store())).hasSize(1);
    }
  }

  @Test
  void aTraceOfALaterTimeNeedsTheStoreAsItWas() throws IOException {
    try (Store store = Store.open(file)) {
      store.write(tx -> tx.longMap("longs").put(1, 1));
    }
    Path copy = directory.resolve("copy.oct");
    Files.copy(file, copy);
    try (Store store = Store.open(file, options)) {
      store.write(tx -> tx.longMap("longs").put(2, 2));
    }
    List<TraceEvent> events = recorded.events();
    events.remove(events.size() - 1);
    try (TraceReplay replay = TraceReplay.inMemory()) {
      assertThatThrownBy(() -> events.forEach(replay::apply))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("after commit 1")
          .hasMessageContaining("copy of the store as it was");
    }
    try (TraceReplay replay = TraceReplay.into(copy)) {
      assertThat(replay.collections()).isEmpty();
      assertThat(replay.sequence()).isZero();
      events.forEach(replay::apply);
      assertThat(replay.collections()).containsExactly(new TraceEvent.Create(1, 1, "longs"));
      assertThat(replay.sequence()).isEqualTo(2);
      assertThat(RecordedStore.contents(replay.store())).isEqualTo(recorded.contents()).hasSize(2);
    }
  }

  @Test
  void aTraceThatWasCutOffGoesOnAtTheNextOpening() throws IOException {
    recorded.work(3, options);
    int whole = recorded.events().size();
    byte[] bytes = Files.readAllBytes(trace);
    Files.write(trace, Arrays.copyOf(bytes, bytes.length - 3));
    try (TraceReader reader = TraceReader.open(trace)) {
      int count = 0;
      while (reader.next() != null) {
        count++;
      }
      assertThat(count).isLessThan(whole);
      assertThat(reader.isCut()).isTrue();
    }
    try (Store store = Store.open(file, options)) {
      store.write(tx -> tx.longMap("longs").put(1, 1));
    }
    List<TraceEvent> events = recorded.events();
    assertThat(events.get(events.size() - 1)).isInstanceOf(TraceEvent.Closed.class);
  }

  /** What was left of a frame may be longer than all that is written in its place. */
  @Test
  void nothingOfAFrameThatWasCutOffStaysInTheTrace() throws IOException {
    byte[] value = new byte[200_000];
    new java.util.Random(1).nextBytes(value);
    try (Store store = Store.open(file, options)) {
      store.write(tx -> tx.bytesMap("strings").put(bytes("a"), value));
    }
    byte[] bytes = Files.readAllBytes(trace);
    for (int cut = 10_000; cut < 80_000; cut += 10_000) {
      Files.write(trace, Arrays.copyOf(bytes, bytes.length - cut));
      long key = cut;
      try (Store store = Store.open(file, options)) {
        store.write(tx -> tx.longMap("longs").put(key, 2));
      }
      List<TraceEvent> events = recorded.events();
      assertThat(events).anyMatch(e -> e instanceof TraceEvent.Put put && put.key() == key);
      assertThat(events.get(events.size() - 1)).isInstanceOf(TraceEvent.Closed.class);
    }
  }

  /** Only a length may pass for a frame that was cut off, and the last six bytes of the header. */
  @Test
  void everyDamagedByteIsFoundOrCutsTheTraceOff() throws IOException {
    try (Store store = Store.open(file, options)) {
      store.write(tx -> tx.longMap("longs").put(1, 1));
      store.write(tx -> tx.bytesMap("strings").put(bytes("a"), new byte[70_000]));
    }
    int whole = recorded.events().size();
    byte[] sound = Files.readAllBytes(trace);
    SplittableRandom random = new SplittableRandom(5);
    int cut = 0;
    for (int i = 0; i < sound.length; i++) {
      byte[] damaged = sound.clone();
      damaged[i] ^= (byte) (1 + random.nextInt(255));
      Files.write(trace, damaged);
      int count = 0;
      try (TraceReader reader = TraceReader.open(trace)) {
        while (reader.next() != null) {
          count++;
        }
        if (i >= UNUSED_FROM && i < UNUSED_TO) {
          assertThat(count).isEqualTo(whole);
        } else {
          assertThat(reader.isCut() && count < whole).as("byte %d", i).isTrue();
          cut++;
        }
      } catch (FormatException e) {
        assertThat(e).hasMessageContaining(trace.toString());
      }
    }
    assertThat(cut).isLessThanOrEqualTo(20);
  }

  @Test
  void aFileThatIsNoTraceIsLeftAlone() throws IOException {
    Files.writeString(trace, "a text that somebody needs");
    assertThatThrownBy(() -> Store.open(file, options))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not a trace");
    assertThat(Files.readString(trace)).isEqualTo("a text that somebody needs");
    try (Store store = Store.open(file)) {
      // The lock was let go.
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
