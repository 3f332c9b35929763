package io.octavo;

import static io.octavo.fixture.RingFile.LIMITS;
import static io.octavo.fixture.RingFile.PAGE;
import static io.octavo.fixture.RingFile.READ_ONLY;
import static io.octavo.fixture.RingFile.SYNC;
import static io.octavo.fixture.RingFile.assertRecovers;
import static io.octavo.fixture.RingFile.contents;
import static io.octavo.fixture.RingFile.get;
import static io.octavo.fixture.RingFile.meta;
import static io.octavo.fixture.RingFile.open;
import static io.octavo.fixture.RingFile.put;
import static io.octavo.fixture.RingFile.ringPages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.check.StoreCheck;
import io.octavo.check.TreeShape;
import io.octavo.collection.Recovery;
import io.octavo.commit.Pager;
import io.octavo.commit.PagerOptions;
import io.octavo.commit.RingLimits;
import io.octavo.error.StoreException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.fixture.RingFile;
import io.octavo.fixture.RingFile.Model;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store that was not closed is recovered, however often that is begun. */
@Timeout(120)
class RingRecoveryTest {
  private final HeapFile file = new HeapFile();

  /** The ring of another session is done again and let go, whatever the new one is like. */
  @Test
  void aRingIsRecoveredBySessionsOfEveryDurability() {
    try (Store store = open(file, SYNC)) {
      put(store, 1, 1);
      put(store, 2, 2);
    }
    for (Durability durability : Durability.values()) {
      Store killed = open(file, SYNC);
      put(killed, 3, 3);
      long value = durability.name().hashCode();
      put(killed, 4, value);
      HeapFile image = new HeapFile(file.content());
      assertThat(ringPages(image)).isPositive();
      try (Store store = Store.open(image, null, SYNC.durability(durability), LIMITS)) {
        assertThat(ringPages(image)).isZero();
        assertThat(get(store, 4)).isEqualTo(value);
      }
      killed.close();
    }
  }

  @Test
  void aReadOnlyOpenSeesAllCommitsOfAStoreThatWasNotClosedAndWritesNothing() {
    Model model = new Model();
    model.put("m", new TreeMap<>());
    try (Store store = open(file, SYNC)) {
      for (long commit = 0; commit < 11; commit++) {
        put(store, commit, commit);
        model.get("m").put(commit, commit);
      }
      byte[] killed = file.content();
      HeapFile image = new HeapFile(killed);
      try (Store reader = Store.open(image, null, READ_ONLY, LIMITS)) {
        assertThat(contents(reader)).isEqualTo(model);
        assertThat(reader.stats().commits()).isEqualTo(11);
        assertThat(reader.check().problems()).isEmpty();
        assertThatThrownBy(reader::beginWrite).isExactlyInstanceOf(IllegalStateException.class);
        assertThatThrownBy(reader::checkpoint).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(reader.stats().pageWrites()).isZero();
      }
      assertThat(image.writes()).isZero();
      assertThat(image.content()).isEqualTo(killed);
    }
  }

  /** Fills the longest ring almost to the end; gives the file as a kill leaves it. */
  private byte[] killedWithFullRing(Model model) {
    SplittableRandom random = new SplittableRandom(5);
    TreeMap<Long, Long> map = new TreeMap<>();
    model.put("m", map);
    RingFile.create(file);
    // A checkpoint that is begun is not run before a commit waits for it.
    Store store = Store.open(file, null, SYNC, TreeLimits.PAGE, checkpoint -> {});
    store.write(
        tx -> {
          for (long key = 0; key < 120_000; key++) {
            tx.longMap("m").put(key * 11, key);
            map.put(key * 11, key);
          }
        });
    byte[] killed = {};
    for (int commit = 0; commit < 40; commit++) {
      store.write(
          tx -> {
            // Runs of keys: each goes to a page or two, which a small cache mostly does not hold.
            for (int run = 0; run < 200; run++) {
              long start = random.nextInt(1_320_000);
              for (long key = start; key < start + 100; key++) {
                long value = random.nextLong();
                tx.longMap("m").put(key, value);
                map.put(key, value);
              }
            }
          });
      Meta meta = meta(file.content());
      if (meta.ring().pages() == 512 && store.stats().commits() - meta.sequence() == 10) {
        killed = file.content();
        break;
      }
    }
    file.setFault(
        (call, position) -> {
          throw new IOException("killed");
        });
    assertThatThrownBy(store::close).isInstanceOf(StoreException.class);
    assertThat(killed).isNotEmpty();
    return killed;
  }

  @Test
  void aFullRingIsRecoveredWithTheSmallestCache() {
    Model model = new Model();
    byte[] killed = killedWithFullRing(model);
    HeapFile image = new HeapFile(killed);
    StoreOptions tiny = SYNC.cacheBytes(1 << 20);
    try (Store store = Store.open(image, null, tiny, TreeLimits.PAGE)) {
      assertThat(contents(store).equals(model)).isTrue();
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.stats().cacheBytes()).isLessThanOrEqualTo(store.stats().cacheLimit());
      assertThat(ringPages(image)).isZero();
    }
    // Where nothing can be written, all of it has to fit the memory.
    HeapFile untouched = new HeapFile(killed);
    assertThatThrownBy(() -> Store.open(untouched, null, tiny.readOnly(true), TreeLimits.PAGE))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageStartingWith("heap: was not closed, and what must be recovered does not fit")
        .hasMessageContaining("cacheBytes=1048576; raise it, or open the store for writing once");
    assertThat(untouched.isClosed()).isTrue();
    assertThat(untouched.writes()).isZero();
    assertThat(untouched.content()).isEqualTo(killed);
    StoreOptions roomy = SYNC.cacheBytes(256 << 20).readOnly(true);
    try (Store store = Store.open(untouched, null, roomy, TreeLimits.PAGE)) {
      assertThat(contents(store).equals(model)).isTrue();
    }
    assertThat(untouched.writes()).isZero();
  }

  /** What examines a store does so with little memory, and leaves the file. */
  @Test
  void aFullRingIsRecoveredBesideItsFileWithTheSmallestCache() {
    Model model = new Model();
    HeapFile image = new HeapFile(killedWithFullRing(model));
    byte[] before = image.content();
    PagerOptions options =
        new PagerOptions(
            1 << 20, false, false, Long.MAX_VALUE, Runnable::run, RingLimits.DEFAULT, null);
    try (Pager pager = Recovery.beside(image, options)) {
      StoreCheck check = StoreCheck.of(pager.durable());
      assertThat(check.problems()).isEmpty();
      TreeShape shape = Objects.requireNonNull(check.shapes().get("m"));
      // The front has new values of keys that the main tree has too.
      assertThat((long) model.get("m").size())
          .isBetween(shape.entries(), shape.entries() + shape.frontEntries());
      assertThat(shape.frontEntries()).isPositive();
      assertThat(pager.stats().dirtyPages()).isZero();
    }
    assertThat(image.writes()).isZero();
    assertThat(image.isClosed()).isFalse();
    assertThat(image.content()).isEqualTo(before);
  }

  /**
   * Moments of a recovery in many steps, picked from all of them, at which the process is killed.
   */
  @Test
  @Timeout(300)
  void aRecoveryThatIsKilledIsDoneAgain() {
    Model model = new Model();
    byte[] killed = killedWithFullRing(model);
    HeapFile image = new HeapFile(killed);
    List<byte[]> moments = new ArrayList<>();
    int[] writes = {0};
    int[] seen = {0};
    Set<Long> steps = new HashSet<>();
    SplittableRandom choice = new SplittableRandom(6);
    image.setFault(
        (call, position) -> {
          // What lies between is data pages in great numbers, to free places.
          boolean isMeta = call == Call.WRITE && position < (long) MetaPage.COUNT * PAGE;
          if (call != Call.READ && (isMeta || call != Call.WRITE || writes[0]++ % 50 == 0)) {
            if (isMeta) {
              steps.add(meta(image.content()).epoch());
            }
            int place = seen[0]++ < 3 ? moments.size() : choice.nextInt(seen[0]);
            if (place == moments.size()) {
              moments.add(image.content());
            } else if (place < 3) {
              moments.set(place, image.content());
            }
          }
        });
    Store.open(image, null, SYNC.cacheBytes(1 << 20), TreeLimits.PAGE).close();
    assertThat(seen[0]).isGreaterThan(20);
    assertThat(steps).as("checkpoints on the way").hasSizeGreaterThan(3);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < moments.size(); i++) {
      HeapFile again = new HeapFile(moments.get(i));
      long cache = random.nextBoolean() ? 1 << 20 : 64 << 20;
      try (Store store = Store.open(again, null, SYNC.cacheBytes(cache), TreeLimits.PAGE)) {
        assertThat(contents(store).equals(model)).as("moment %d", i).isTrue();
        assertThat(store.check().problems()).as("moment %d", i).isEmpty();
      }
    }
  }

  /** The same with all writes, of a small store; and torn ones. */
  @Test
  void aSmallRecoveryThatIsKilledAtAnyWriteIsDoneAgain() {
    Model model = new Model();
    model.put("m", new TreeMap<>());
    byte[] killed;
    try (Store store = open(file, SYNC)) {
      for (long commit = 0; commit < 30; commit++) {
        put(store, commit, commit);
        model.get("m").put(commit, commit);
      }
      killed = file.content();
    }
    int moments = 0;
    for (int number = 1; ; number++) {
      int nth = number;
      int[] calls = {0};
      HeapFile image = new HeapFile(killed);
      image.setFault(
          (call, position) -> {
            if (call != Call.READ && ++calls[0] >= nth) {
              throw new HeapFile.Torn("killed", calls[0] == nth ? nth * 997 % PAGE : 0);
            }
          });
      Throwable thrown = catchThrowable(() -> Store.open(image, null, SYNC, LIMITS).close());
      if (thrown == null) {
        break;
      }
      moments++;
      assertRecovers(image.content(), model);
    }
    assertThat(moments).isGreaterThan(10);
  }

  /** A file of the system, with its own channel for durable writes. */
  @Test
  void aKilledStoreOnDiskIsRecovered(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("a.oct");
    Path copy = directory.resolve("b.oct");
    try (Store store = Store.open(path)) {
      for (long commit = 0; commit < 30; commit++) {
        put(store, commit, commit);
      }
      Files.copy(path, copy);
      try (Store again = Store.open(copy, READ_ONLY)) {
        assertThat(get(again, 29)).isEqualTo(29);
      }
      try (Store again = Store.open(copy)) {
        for (long key = 0; key < 30; key++) {
          assertThat(get(again, key)).isEqualTo(key);
        }
        assertThat(again.check().problems()).isEmpty();
      }
    }
  }
}
