package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.error.StoreFullException;
import io.octavo.file.NoSpaceException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.util.List;
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
    FULL("the disk is full");

    private final String message;

    Failure(String message) {
      this.message = message;
    }
  }

  /**
   * When commits reach the disk.
   *
   * @param durability level of the store
   * @param every after how many commits a checkpoint is asked for; 0 for never
   */
  private record Scenario(Durability durability, int every) {
    /** Whether a commit that has returned is never lost. */
    boolean isDurable() {
      return durability != Durability.CHECKPOINT;
    }
  }

  /** Commits through the ring, by checkpoints, and in between. */
  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario(Durability.SYNC, 0),
          new Scenario(Durability.SYNC, 1),
          new Scenario(Durability.SYNC, 2),
          new Scenario(Durability.CHECKPOINT, 2));

  /** What happened in a run of the scenario. */
  private static final class Run {
    final HeapFile file = new HeapFile();
    final TreeMap<Long, Long> model = new TreeMap<>();
    TreeMap<Long, Long> attempted = model;
    Throwable thrown;
    long failedAt = Long.MIN_VALUE;
    long spills;

    /** Whether all commits were done, and the close failed if anything did. */
    boolean isClosed;
  }

  private static Store open(HeapFile file, Durability durability) {
    return EngineAccess.open(file, null, SMALL.durability(durability), LIMITS);
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
    IOException thrown =
        failure == Failure.FULL
            ? new NoSpaceException(failure.message)
            : new IOException(failure.message);
    return failing(kind, number, failure != Failure.ONCE, run, thrown);
  }

  private static HeapFile.Fault failing(
      Call kind, int number, boolean forEver, Run run, IOException failure) {
    AtomicInteger calls = new AtomicInteger();
    return (call, position) -> {
      if (call == kind) {
        int count = calls.incrementAndGet();
        if (forEver ? count >= number : count == number) {
          if (run.failedAt == Long.MIN_VALUE) {
            run.failedAt = position;
          }
          throw failure;
        }
      }
    };
  }

  /** Runs the scenario, the close included, until a call fails; leaves the store open then. */
  private static Store runUntilFailure(Run run, Scenario scenario, HeapFile.Fault fault) {
    Pager.create(run.file, new UUID(1, 1));
    Store store = open(run.file, scenario.durability());
    run.file.setFault(fault);
    for (int commit = 0; commit < COMMITS; commit++) {
      int number = commit;
      run.attempted = new TreeMap<>(run.model);
      run.thrown =
          catchThrowable(
              () -> {
                store.write(tx -> change(number, tx.longMap("m"), run.attempted));
                run.model.clear();
                run.model.putAll(run.attempted);
                if (scenario.every() > 0 && (number + 1) % scenario.every() == 0) {
                  store.checkpoint();
                }
              });
      if (run.thrown != null) {
        return store;
      }
    }
    run.spills = store.stats().pageSpills();
    run.thrown = catchThrowable(store::close);
    run.isClosed = true;
    return store;
  }

  @ParameterizedTest
  @EnumSource
  void aFailedWriteOfDataRollsTheTransactionBackAndTheStoreGoesOn(Failure failure) {
    for (Scenario scenario : SCENARIOS) {
      int failures = 0;
      int madeUp = 0;
      for (int number = 1; ; number += 1 + number / Effort.times(16)) {
        Run run = new Run();
        Store store = runUntilFailure(run, scenario, failing(Call.WRITE, number, failure, run));
        if (run.thrown == null) {
          assertThat(run.spills).isPositive();
          if (run.failedAt == Long.MIN_VALUE) {
            break;
          }
          // Only the growth before a commit failed, or the write of swept leaves, which a
          // checkpoint
          // or the next one made up for.
          madeUp++;
          assertReopens(run, run.model);
          continue;
        }
        if (run.failedAt < METAS_END) {
          assertFailed(run, store, scenario);
          continue;
        }
        failures++;
        assertThat(run.thrown)
            .as("write %d, %s", number, scenario)
            .isExactlyInstanceOf(
                failure == Failure.FULL ? StoreFullException.class : StoreException.class)
            .hasMessageStartingWith("heap: ")
            .hasMessageContaining(
                failure == Failure.FULL
                    ? "the disk is full, cannot write page"
                    : "cannot write page")
            .hasRootCauseMessage(failure.message);
        run.file.heal();
        if (scenario.isDurable()) {
          // A process that is killed now has lost nothing but the transaction.
          assertReopens(run, run.model);
        }
        if (run.isClosed) {
          assertThat(run.file.isClosed()).isTrue();
          assertReopensEarlier(run, scenario);
          continue;
        }
        assertHolds(store, run.model);
        assertThat(store.check().problems()).isEmpty();
        assertReopens(run, run.model);
        goOn(store, run.model);
        store.close();
        assertReopens(run, run.model);
      }
      assertThat(failures).as("%s", scenario).isPositive();
      assertThat(failures + madeUp).as("%s", scenario).isGreaterThan(8);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ONCE", "FOR_EVER"})
  void aFailedForceEndsAllWritingUntilTheStoreIsOpenedAgain(Failure failure) {
    for (Scenario scenario : SCENARIOS) {
      int number = 1;
      for (; ; number++) {
        Run run = new Run();
        Store store = runUntilFailure(run, scenario, failing(Call.FORCE, number, failure, run));
        if (run.thrown == null) {
          break;
        }
        assertFailed(run, store, scenario);
      }
      assertThat(number).as("%s", scenario).isGreaterThan(COMMITS);
    }
  }

  /** Whatever part of the record is there: a commit is durable as a whole or not at all. */
  @ParameterizedTest
  @EnumSource(names = {"ONCE", "FOR_EVER"})
  void aFailedWriteOfARecordEndsAllWritingUntilTheStoreIsOpenedAgain(Failure failure) {
    int sets = 0;
    for (Scenario scenario : SCENARIOS) {
      for (int done : new int[] {0, 8, 512, 2048, 4096, 6000, 1 << 20}) {
        int number = 1;
        for (; ; number++) {
          Run run = new Run();
          HeapFile.Torn torn = new HeapFile.Torn(failure.message, done);
          boolean forEver = failure == Failure.FOR_EVER;
          Store store =
              runUntilFailure(
                  run, scenario, failing(Call.WRITE_DURABLE, number, forEver, run, torn));
          if (run.thrown == null) {
            break;
          }
          assertThat(run.isClosed).isFalse();
          NavigableMap<Long, Long> found = assertFailed(run, store, scenario);
          if (done == 0) {
            assertThat(found).isEqualTo(run.model);
          } else if (done == 1 << 20) {
            assertThat(found).isEqualTo(run.attempted);
          }
          sets += found.equals(run.attempted) ? 1 : 0;
        }
        // The first commit makes the ring, in a checkpoint; all others have a record.
        assertThat(number - 1).isEqualTo(scenario.isDurable() ? COMMITS - 1 : 0);
      }
    }
    assertThat(sets).isPositive();
  }

  @Test
  void aFailedWriteOfAMetaPageEndsAllWritingUntilTheStoreIsOpenedAgain() {
    for (Scenario scenario : SCENARIOS) {
      int failures = 0;
      for (int number = 1; ; number++) {
        int nth = number;
        AtomicInteger metas = new AtomicInteger();
        Run run = new Run();
        Store store =
            runUntilFailure(
                run,
                scenario,
                (call, position) -> {
                  if (call == Call.WRITE
                      && position < METAS_END
                      && metas.incrementAndGet() == nth) {
                    throw new IOException("Input/output error");
                  }
                });
        if (run.thrown == null) {
          break;
        }
        failures++;
        assertFailed(run, store, scenario);
      }
      if (scenario.every() == 1) {
        // One checkpoint for each commit, and one that lets the ring go.
        assertThat(failures).isEqualTo(2 * COMMITS + 2);
      }
      assertThat(failures).as("%s", scenario).isGreaterThanOrEqualTo(4);
    }
  }

  /** A store whose close failed is closed, and the next one finds all that was committed. */
  private static void assertReopensEarlier(Run run, Scenario scenario) {
    HeapFile again = new HeapFile(run.file.content());
    try (Store reopened = open(again, scenario.durability())) {
      assertThat(reopened.check().problems()).isEmpty();
      NavigableMap<Long, Long> found = contents(reopened);
      assertThat(found.equals(run.model) || (!scenario.isDurable() && isEarlier(run, found)))
          .isTrue();
      goOn(reopened, found);
    }
  }

  /**
   * Reads go on, writes do not, a close writes nothing, and the file holds the state before the
   * failed commit or the one after it; gives what it holds. Where commits need not be durable, it
   * may be an earlier one.
   */
  private static NavigableMap<Long, Long> assertFailed(Run run, Store store, Scenario scenario) {
    assertThat(run.thrown)
        .isExactlyInstanceOf(StoreFailedException.class)
        .hasMessageContaining("heap: the contents of the file are unknown after an earlier failure")
        .hasMessageContaining("close the store and open it again")
        .hasCauseInstanceOf(IOException.class);
    run.file.heal();
    if (!run.isClosed) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(store::beginWrite).isExactlyInstanceOf(StoreFailedException.class);
        assertThatThrownBy(store::checkpoint).isExactlyInstanceOf(StoreFailedException.class);
      }
      assertHolds(store, run.model);
    }
    long writes = run.file.writes();
    Throwable atClose = catchThrowable(store::close);
    if (atClose != null) {
      // Nobody has been told that commits which returned before they were durable may be lost.
      assertThat(atClose).isExactlyInstanceOf(StoreFailedException.class);
      assertThat(scenario.isDurable()).isFalse();
    }
    assertThat(run.file.writes()).isEqualTo(writes);
    assertThat(run.file.isClosed()).isTrue();
    HeapFile again = new HeapFile(run.file.content());
    try (Store reopened = open(again, scenario.durability())) {
      assertThat(reopened.check().problems()).isEmpty();
      NavigableMap<Long, Long> found = contents(reopened);
      assertThat(
              found.equals(run.attempted)
                  || found.equals(run.model)
                  || (!scenario.isDurable() && isEarlier(run, found)))
          .isTrue();
      goOn(reopened, new TreeMap<>(found));
      return found;
    }
  }

  /** Returns whether a state is one that the scenario went through before the failure. */
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
      store.checkpoint();
      store.write(tx -> tx.longMap("m").put(1, 1));
      store.checkpoint();
      store.write(tx -> tx.longMap("m").put(1, 2));
      store.checkpoint();
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
