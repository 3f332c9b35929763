package io.octavo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.codec.Codecs;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.replay.TraceReplay;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest {
  /** Bytes of the header that say nothing yet. */
  private static final int UNUSED_FROM = 10;

  private static final int UNUSED_TO = 16;

  @TempDir Path directory;
  private Path file;
  private Path trace;
  private StoreOptions options;

  @BeforeEach
  void name() {
    file = directory.resolve("store.oct");
    trace = directory.resolve("store.trace");
    options = StoreOptions.defaults().cacheBytes(1 << 20).recordTo(trace);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Does something of everything, with two openings. */
  private void work(long seed, StoreOptions used) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int opening = 0; opening < 2; opening++) {
      try (Store store = Store.open(file, used)) {
        for (int i = 0; i < 40; i++) {
          transaction(store, random);
        }
      }
    }
  }

  private static void transaction(Store store, SplittableRandom random) {
    try (Transaction tx = store.beginWrite()) {
      int count = 1 << random.nextInt(11);
      for (int i = 0; i < count; i++) {
        change(tx, random);
      }
      if (random.nextInt(8) != 0) {
        tx.commit();
      }
    }
    if (random.nextInt(10) == 0) {
      store.checkpoint();
    }
    if (random.nextInt(15) == 0) {
      store.compact(1 << 20);
    }
  }

  private static void change(Transaction tx, SplittableRandom random) {
    long key = random.nextInt(20_000);
    byte[] string = bytes("key " + key);
    switch (random.nextInt(200)) {
      case 0 -> tx.longMap("longs").removeRange(key, key + 100);
      case 1 -> tx.bytesMap("strings").removeRange(string, null);
      case 2 -> tx.bytesMap("strings").put(string, new byte[random.nextInt(100_000)]);
      case 3 -> {
        if (random.nextInt(100) == 0) {
          tx.longMap("longs").clear();
          tx.drop("strings");
        }
      }
      case 4 -> tx.map("typed", Codecs.STRING, Codecs.LONG).put("k" + key, key);
      default -> {
        if (random.nextInt(3) == 0) {
          tx.longMap("longs").remove(key);
          tx.bytesMap("strings").remove(string);
        } else {
          tx.longMap("longs").put(key, random.nextLong() >>> random.nextInt(64));
          tx.bytesMap("strings").put(string, bytes("value " + random.nextInt()));
        }
      }
    }
  }

  private List<TraceEvent> events() throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }
    return events;
  }

  private static List<String> contents(Store store) {
    return store.read(
        tx -> {
          List<String> contents = new ArrayList<>();
          for (LongCursor c = tx.longMap("longs").cursor(); c.next(); ) {
            contents.add(c.key() + "=" + c.value());
          }
          for (BytesCursor c = tx.bytesMap("strings").cursor(); c.next(); ) {
            contents.add(Arrays.toString(c.key()) + "=" + Arrays.hashCode(c.value()));
          }
          tx.map("typed", Codecs.STRING, Codecs.LONG)
              .forEach((key, value) -> contents.add(key + "=" + value));
          return contents;
        });
  }

  private List<String> recorded() {
    try (Store store = Store.open(file, StoreOptions.defaults().readOnly(true))) {
      return contents(store);
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void aReplayHoldsWhatTheRecordedStoreHolds(Durability durability) throws IOException {
    work(1, options.durability(durability));
    List<TraceEvent> events = events();
    TraceEvent last = events.remove(events.size() - 1);
    assertThat(last).isInstanceOf(TraceEvent.Closed.class);
    long digest = 0;
    for (int round = 0; round < 2; round++) {
      try (TraceReplay replay =
          round == 0
              ? TraceReplay.inMemory(0)
              : TraceReplay.into(directory.resolve("again.oct"), 0)) {
        events.forEach(replay::apply);
        Store store = replay.store();
        assertThat(contents(store)).isEqualTo(recorded()).isNotEmpty();
        assertThat(store.check().problems()).isEmpty();
        assertThat(round == 0 || digest == replay.digest()).isTrue();
        digest = replay.digest();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1000})
  void commitsCanBeMadeAnew(int commitEvery) throws IOException {
    work(2, options.durability(Durability.CHECKPOINT));
    List<TraceEvent> events = events();
    events.remove(events.size() - 1);
    try (TraceReplay replay = TraceReplay.inMemory(commitEvery)) {
      // The last ones are committed by the closing.
      events.forEach(replay::apply);
      replay.apply(new TraceEvent.Closed());
      assertThat(replay.commits()).isGreaterThan(replay.operations() / commitEvery / 2);
      replay.apply(reopened(events, replay));
      assertThat(contents(replay.store())).isEqualTo(recorded());
    }
  }

  private static TraceEvent reopened(List<TraceEvent> events, TraceReplay replay) {
    TraceEvent.Opened opened = (TraceEvent.Opened) events.get(0);
    return new TraceEvent.Opened(
        opened.formatVersion(),
        opened.storeId(),
        replay.commits(),
        opened.cacheBytes(),
        opened.durability(),
        0,
        opened.maxBytes(),
        opened.leafLimit(),
        opened.branchLimit());
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
    List<TraceEvent> events = events();
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
  void aTransactionThatErrorsLeftIsToldOfBeforeTheNext() throws IOException {
    try (Store store = Store.open(file, options)) {
      Transaction left = store.beginWrite();
      left.longMap("m").put(1, 1);
      left.changes().pages().log().flush();
      // All that is done of the end of a transaction where every call fails.
      left.hold.lease.isHeld = false;
      try (Transaction next = store.beginWrite()) {
        next.longMap("m").put(2, 2);
        next.changes().pages().log().flush();
        left.end();
        next.commit();
      }
    }
    List<TraceEvent> events = events();
    events.removeIf(event -> event instanceof TraceEvent.Checkpointed);
    assertThat(events.subList(1, events.size()))
        .containsExactly(
            new TraceEvent.Create(1, 1, "m"),
            new TraceEvent.Put(1, 1, 1),
            new TraceEvent.RolledBack(),
            new TraceEvent.Create(1, 1, "m"),
            new TraceEvent.Put(1, 2, 2),
            new TraceEvent.Committed(1),
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
                  store.write(tx -> tx.bytesMap("strings").put(bytes("a"), shorter, large.length)))
          .isInstanceOf(IOException.class);
      store.write(
          tx ->
              tx.bytesMap("strings")
                  .put(bytes("b"), new ByteArrayInputStream(large), large.length));
    }
    List<TraceEvent> events = events();
    events.remove(events.size() - 1);
    try (TraceReplay replay = TraceReplay.inMemory(0)) {
      events.forEach(replay::apply);
      byte[] found = replay.store().read(tx -> tx.bytesMap("strings").get(bytes("b")));
      assertThat(found).isEqualTo(large);
      assertThat(contents(replay.store())).hasSize(1);
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
    List<TraceEvent> events = events();
    events.remove(events.size() - 1);
    try (TraceReplay replay = TraceReplay.inMemory(0)) {
      assertThatThrownBy(() -> events.forEach(replay::apply))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("behind commit 1")
          .hasMessageContaining("copy of the store as it was");
    }
    try (TraceReplay replay = TraceReplay.into(copy, 0)) {
      events.forEach(replay::apply);
      assertThat(contents(replay.store())).isEqualTo(recorded()).hasSize(2);
    }
  }

  @Test
  void aTraceThatWasCutOffGoesOnAtTheNextOpening() throws IOException {
    work(3, options);
    int whole = events().size();
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
    List<TraceEvent> events = events();
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
      List<TraceEvent> events = events();
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
    int whole = events().size();
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
        .hasMessageContaining("is no trace");
    assertThat(Files.readString(trace)).isEqualTo("a text that somebody needs");
    try (Store store = Store.open(file)) {
      // The lock was let go.
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
