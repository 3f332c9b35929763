package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.HeapFile.Call;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.error.StoreFullException;
import io.octavo.page.MetaPage;
import io.octavo.page.PageHeader;
import io.octavo.pager.Pager;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The disk fails at every call of a scenario, one after the other, until nothing fails. */
class FaultTest {
  private static final long METAS_END = (long) MetaPage.COUNT * PageHeader.PAGE_SIZE;
  private static final TreeLimits LIMITS = new TreeLimits(8, 6);
  private static final int COMMITS = 4;

  private static final StoreOptions SMALL = StoreOptions.defaults().cacheBytes(1 << 20);

  private enum Failure {
    /** One call fails, the next one works. */
    ONCE("Input/output error"),
    /** All calls of the kind fail from then on. */
    FOR_EVER("Input/output error"),
    /** The disk is full. */
    FULL("No space left on device");

    private final String message;

    Failure(String message) {
      this.message = message;
    }
  }

  /** What happened in a run of the scenario. */
  private static final class Run {
    final HeapFile file = new HeapFile();
    final TreeMap<Long, Long> model = new TreeMap<>();
    TreeMap<Long, Long> attempted = model;
    Throwable thrown;
    long failedAt = Long.MIN_VALUE;
  }

  private static Store open(HeapFile file, Durability durability) {
    return Store.open(file, null, SMALL.durability(durability), LIMITS);
  }

  /** Changes a map, by the number of the commit alone; the third transaction outgrows the cache. */
  private static void change(int commit, LongMap map, NavigableMap<Long, Long> model) {
    SplittableRandom random = new SplittableRandom(commit);
    int count = commit == 2 ? 1_200 : 60;
    for (int i = 0; i < count; i++) {
      long key = random.nextInt(4_000);
      long value = random.nextLong();
      if (random.nextInt(4) == 0) {
        map.remove(key);
        model.remove(key);
      } else {
        map.put(key, value);
        model.put(key, value);
      }
    }
  }

  private static HeapFile.Fault failing(Call kind, int number, Failure failure, Run run) {
    AtomicInteger calls = new AtomicInteger();
    return (call, position) -> {
      if (call == kind) {
        int count = calls.incrementAndGet();
        if (failure == Failure.ONCE ? count == number : count >= number) {
          if (run.failedAt == Long.MIN_VALUE) {
            run.failedAt = position;
          }
          throw new IOException(failure.message);
        }
      }
    };
  }

  /** Runs the scenario until a call fails; leaves the store open. */
  private static Store runUntilFailure(Run run, Durability durability, HeapFile.Fault fault) {
    Pager.create(run.file, new UUID(1, 1));
    Store store = open(run.file, durability);
    run.file.setFault(fault);
    for (int commit = 0; commit < COMMITS; commit++) {
      int number = commit;
      run.attempted = new TreeMap<>(run.model);
      run.thrown =
          catchThrowable(
              () -> {
                store.write(tx -> change(number, tx.longMap("m"), run.attempted));
                if (durability == Durability.CHECKPOINT && number % 2 == 1) {
                  run.model.clear();
                  run.model.putAll(run.attempted);
                  store.checkpoint();
                }
              });
      if (run.thrown != null) {
        return store;
      }
      run.model.clear();
      run.model.putAll(run.attempted);
    }
    return store;
  }

  @ParameterizedTest
  @EnumSource
  void aFailedWriteOfDataRollsTheTransactionBackAndTheStoreGoesOn(Failure failure) {
    for (Durability durability : Durability.values()) {
      int failures = 0;
      for (int number = 1; ; number += 1 + number / 32) {
        Run run = new Run();
        Store store = runUntilFailure(run, durability, failing(Call.WRITE, number, failure, run));
        if (run.thrown == null) {
          assertThat(store.stats().pageSpills()).isPositive();
          store.close();
          break;
        }
        if (run.failedAt < METAS_END) {
          assertFailed(run, store);
          continue;
        }
        failures++;
        assertThat(run.thrown)
            .as("write %d, %s", number, durability)
            .isExactlyInstanceOf(
                failure == Failure.FULL ? StoreFullException.class : StoreException.class)
            .hasMessageStartingWith("heap: ")
            .hasMessageContaining(
                failure == Failure.FULL
                    ? "the disk is full; the transaction is rolled back, make room"
                    : "cannot write page")
            .hasRootCauseMessage(failure.message);
        run.file.heal();
        assertHolds(store, run.model);
        assertThat(store.check().problems()).isEmpty();
        goOn(store, run.model);
        store.close();
        assertReopens(run, run.model);
      }
      assertThat(failures).isGreaterThan(8);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ONCE", "FOR_EVER"})
  void aFailedForceEndsAllWritingUntilTheStoreIsOpenedAgain(Failure failure) {
    for (Durability durability : Durability.values()) {
      int number = 1;
      for (; ; number++) {
        Run run = new Run();
        Store store = runUntilFailure(run, durability, failing(Call.FORCE, number, failure, run));
        if (run.thrown == null) {
          store.close();
          break;
        }
        assertFailed(run, store);
      }
      assertThat(number).isGreaterThan(COMMITS);
    }
  }

  @Test
  void aFailedWriteOfAMetaPageEndsAllWritingUntilTheStoreIsOpenedAgain() {
    int failures = 0;
    for (int number = 1; number <= 2 * COMMITS; number++) {
      int nth = number;
      AtomicInteger metas = new AtomicInteger();
      Run run = new Run();
      Store store =
          runUntilFailure(
              run,
              Durability.SYNC,
              (call, position) -> {
                if (call == Call.WRITE && position < METAS_END && metas.incrementAndGet() == nth) {
                  throw new IOException("Input/output error");
                }
              });
      assertThat(run.thrown).isNotNull();
      failures++;
      assertFailed(run, store);
    }
    assertThat(failures).isEqualTo(2 * COMMITS);
  }

  /** Reads go on, writes do not, a close writes nothing, and the file holds one of two states. */
  private static void assertFailed(Run run, Store store) {
    assertThat(run.thrown)
        .isExactlyInstanceOf(StoreFailedException.class)
        .hasMessageContaining("heap: an earlier write failed and left open what the disk holds")
        .hasMessageContaining("close the store and open it again")
        .hasCauseInstanceOf(IOException.class);
    run.file.heal();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(store::beginWrite).isExactlyInstanceOf(StoreFailedException.class);
      assertThatThrownBy(store::checkpoint).isExactlyInstanceOf(StoreFailedException.class);
    }
    assertHolds(store, run.model);
    long writes = run.file.writes();
    store.close();
    assertThat(run.file.writes()).isEqualTo(writes);
    assertThat(run.file.isClosed()).isTrue();
    HeapFile again = new HeapFile(run.file.content());
    try (Store reopened = open(again, Durability.SYNC)) {
      assertThat(reopened.check().problems()).isEmpty();
      NavigableMap<Long, Long> found = contents(reopened);
      assertThat(found.equals(run.attempted) || isEarlier(run, found)).isTrue();
      goOn(reopened, found);
    }
  }

  /** Tells whether a state is one that the scenario went through before the failure. */
  private static boolean isEarlier(Run run, NavigableMap<Long, Long> found) {
    if (found.equals(run.model) || found.isEmpty()) {
      return true;
    }
    Run other = new Run();
    Pager.create(other.file, new UUID(1, 1));
    try (Store store = open(other.file, Durability.CHECKPOINT)) {
      for (int commit = 0; commit < COMMITS; commit++) {
        int number = commit;
        store.write(tx -> change(number, tx.longMap("m"), other.model));
        if (other.model.equals(found)) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void aFailedReadFailsTheCallAndNothingElse() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    TreeMap<Long, Long> model = new TreeMap<>();
    try (Store store = open(file, Durability.SYNC)) {
      store.write(tx -> change(2, tx.longMap("m"), model));
    }
    int failures = 0;
    for (int number = 1; ; number += 7) {
      int nth = number;
      AtomicInteger reads = new AtomicInteger();
      try (Store store = open(file, Durability.SYNC)) {
        file.setFault(
            (call, position) -> {
              if (call == Call.READ && reads.incrementAndGet() == nth) {
                throw new IOException("Input/output error");
              }
            });
        Throwable thrown = catchThrowable(() -> contents(store));
        file.heal();
        if (thrown == null) {
          break;
        }
        failures++;
        assertThat(thrown)
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageStartingWith("heap: cannot read page ")
            .hasRootCauseMessage("Input/output error");
        assertHolds(store, model);
      }
    }
    assertThat(failures).isGreaterThan(10);
  }

  @Test
  void aFailedReadInsideAChangeFailsTheTransaction() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    TreeMap<Long, Long> model = new TreeMap<>();
    try (Store store = open(file, Durability.SYNC)) {
      store.write(tx -> change(2, tx.longMap("m"), model));
    }
    int failures = 0;
    for (int number = 1; ; number += 5) {
      int nth = number;
      AtomicInteger reads = new AtomicInteger();
      try (Store store = open(file, Durability.SYNC)) {
        file.setFault(
            (call, position) -> {
              if (call == Call.READ && reads.incrementAndGet() == nth) {
                throw new IOException("Input/output error");
              }
            });
        Throwable thrown =
            catchThrowable(
                () ->
                    store.write(
                        tx -> {
                          LongMap map = tx.longMap("m");
                          map.removeRange(500, 3_500);
                          map.put(1, 1);
                        }));
        file.heal();
        if (thrown == null) {
          model.subMap(500L, true, 3_500L, true).clear();
          model.put(1L, 1L);
          assertHolds(store, model);
          break;
        }
        failures++;
        assertThat(thrown)
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageStartingWith("heap: cannot read page ");
        assertHolds(store, model);
        assertThat(store.check().problems()).isEmpty();
      }
    }
    assertThat(failures).isGreaterThan(10);
  }

  @Test
  void aFileThatCannotBeForcedIsNotOpenedForWriting() {
    HeapFile file = new HeapFile(FileImage.sample().bytes());
    file.setFault(
        (call, position) -> {
          if (call == Call.FORCE) {
            throw new IOException("Input/output error");
          }
        });
    assertThatThrownBy(() -> open(file, Durability.SYNC))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessage("heap: cannot open the store: java.io.IOException: Input/output error");
    assertThat(file.isClosed()).isTrue();
  }

  @Test
  void aFileThatCannotBeCutOffIsAsGoodAsOneThatCan() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    AtomicInteger truncations = new AtomicInteger();
    try (Store store = open(file, Durability.SYNC)) {
      store.write(
          tx -> {
            for (long key = 0; key < 20_000; key++) {
              tx.longMap("m").put(key, key);
            }
          });
      file.setFault(
          (call, position) -> {
            if (call == Call.TRUNCATE) {
              truncations.incrementAndGet();
              throw new IOException("Operation not permitted");
            }
          });
      store.write(tx -> tx.longMap("m").clear());
      store.write(tx -> tx.longMap("m").put(1, 1));
      store.write(tx -> tx.longMap("m").put(1, 2));
    }
    assertThat(truncations).hasPositiveValue();
    file.heal();
    long length = file.length();
    try (Store store = open(file, Durability.SYNC)) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(contents(store)).isEqualTo(new TreeMap<>(Map.of(1L, 2L)));
    }
    assertThat(file.length()).isLessThan(length / 10);
  }

  private static void goOn(Store store, NavigableMap<Long, Long> from) {
    TreeMap<Long, Long> model = new TreeMap<>(from);
    for (int commit = 10; commit < 13; commit++) {
      int number = commit;
      store.write(tx -> change(number, tx.longMap("m"), model));
    }
    from.clear();
    from.putAll(model);
    assertHolds(store, model);
    assertThat(store.check().problems()).isEmpty();
  }

  private static void assertReopens(Run run, NavigableMap<Long, Long> model) {
    try (Store store = open(new HeapFile(run.file.content()), Durability.SYNC)) {
      assertHolds(store, model);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private static void assertHolds(Store store, NavigableMap<Long, Long> model) {
    assertThat(contents(store).equals(model)).isTrue();
  }

  private static NavigableMap<Long, Long> contents(Store store) {
    TreeMap<Long, Long> contents = new TreeMap<>();
    return store.read(
        tx -> {
          for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
            contents.put(c.key(), c.value());
          }
          assertThat(tx.longMap("m").size()).isEqualTo(contents.size());
          return contents;
        });
  }
}
