package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.file.KeptFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A file is a function of the store's identity, the operations, and the boundaries of commits and
 * checkpoints. Where a transaction outgrows the cache that holds for the contents only: a spilled
 * leaf has been laid out in key order, so it has room for an entry where the leaf that stayed in
 * memory would have been built anew with other bases, or split.
 */
class DeterminismTest {
  private static final int LENGTH = 300;
  private static final int SEEDS = Integer.getInteger("octavo.effort", 1) > 1 ? 10 : 4;
  private static final StoreOptions LARGE = StoreOptions.defaults().cacheBytes(128 << 20);

  @Test
  void twoRunsOfAScenarioWriteTheSameBytes() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(contentAfter(Scenario.of(seed, LENGTH)))
          .as("seed %d", seed)
          .isEqualTo(contentAfter(Scenario.of(seed, LENGTH)));
    }
  }

  @Test
  void cachesOfOtherSizesWriteTheSameBytesAsLongAsNothingSpills() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Scenario scenario = withoutReopening(Scenario.of(seed, LENGTH));
      StoreOptions large = LARGE.durability(scenario.options().durability());
      assertThat(contentAfter(scenario.with(large)))
          .as("seed %d", seed)
          .isEqualTo(contentAfter(scenario.with(large.cacheBytes(512 << 20))));
    }
  }

  @Test
  void aTransactionThatSpillsLeavesTheSameContents() throws Exception {
    // With one entry less, maps would have fronts of a few changes, and sweeps that spill.
    TreeLimits limits = new TreeLimits(65, 16);
    KeptFile small = new KeptFile();
    KeptFile large = new KeptFile();
    long spilled = fill(small, LARGE.cacheBytes(1 << 20), limits, 0);
    assertThat(spilled).isPositive();
    assertThat(fill(large, LARGE, limits, 0)).isZero();
    assertThat(entries(small)).isEqualTo(entries(large));
  }

  @Test
  void readersBesideTheWriterChangeNoContents() throws Exception {
    TreeLimits limits = new TreeLimits(8, 8);
    KeptFile alone = new KeptFile();
    KeptFile beside = new KeptFile();
    fill(alone, LARGE, limits, 0);
    fill(beside, LARGE.cacheBytes(1 << 20), limits, 3);
    assertThat(entries(beside)).isEqualTo(entries(alone));
  }

  private static byte[] contentAfter(Scenario scenario) {
    Execution execution = new Execution(scenario);
    execution.run();
    return execution.content();
  }

  /** Reopening draws another cache size. */
  private static Scenario withoutReopening(Scenario scenario) {
    List<Operation> operations = new ArrayList<>(scenario.operations());
    operations.removeIf(operation -> operation.kind() == Operation.Kind.REOPEN);
    return new Scenario(
        scenario.seed(), scenario.options(), scenario.limits(), scenario.families(), operations);
  }

  /** Fills a store in a few commits beside some readers; gives how many pages were spilled. */
  private static long fill(KeptFile file, StoreOptions options, TreeLimits limits, int readers)
      throws Exception {
    TestStores.create(file, new UUID(1, 2));
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Store store = TestStores.open(file, options, limits)) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        running.add(threads.submit(() -> readUntil(done, store)));
      }
      SplittableRandom random = new SplittableRandom(99);
      for (int commit = 0; commit < 12; commit++) {
        store.write(
            tx -> {
              LongMap map = tx.longMap("m");
              for (int i = 0; i < 2_000; i++) {
                map.put(random.nextInt(20_000), random.nextLong() >>> random.nextInt(64));
                map.remove(random.nextInt(20_000));
              }
            });
      }
      done.set(true);
      for (Future<Long> reader : running) {
        assertThat(reader.get()).isPositive();
      }
      return store.stats().pageSpills();
    } finally {
      done.set(true);
      threads.shutdown();
    }
  }

  /** Reads at least once; gives how many times. */
  private static long readUntil(AtomicBoolean done, Store store) {
    long rounds = 0;
    do {
      store.read(
          tx -> {
            long seen = 0;
            for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
              seen++;
            }
            return assertThat(seen).isEqualTo(tx.longMap("m").size());
          });
      rounds++;
    } while (!done.get());
    return rounds;
  }

  private static List<Long> entries(KeptFile file) {
    List<Long> entries = new ArrayList<>();
    try (Store store = TestStores.open(file, StoreOptions.defaults(), TreeLimits.PAGE)) {
      store.read(
          tx -> {
            for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
              entries.add(c.key());
              entries.add(c.value());
            }
            return true;
          });
      assertThat(store.check().problems()).isEmpty();
    }
    return entries;
  }
}
