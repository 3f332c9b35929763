package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ten thousand virtual threads use one store at once; some of them are interrupted. */
@EnabledForJreRange(min = JRE.JAVA_21)
@Timeout(120)
class VirtualThreadsTest {
  private static final int THREADS = 10_000;
  private static final int KEYS = 5_000;

  @TempDir private Path directory;

  /** Returns what only later JDKs than the one that compiles this have. */
  private static ExecutorService virtualThreads() throws Throwable {
    MethodType type = MethodType.methodType(ExecutorService.class);
    return (ExecutorService)
        MethodHandles.publicLookup()
            .findStatic(Executors.class, "newVirtualThreadPerTaskExecutor", type)
            .invoke();
  }

  @ParameterizedTest
  @EnumSource
  void tenThousandThreadsReadAndWriteOneStore(Durability durability) throws Throwable {
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    Path file = directory.resolve("a.oct");
    AtomicInteger writes = new AtomicInteger();
    AtomicLong kept = new AtomicLong();
    Queue<Thread> running = new ConcurrentLinkedQueue<>();
    ExecutorService executor = virtualThreads();
    try (Store store = Store.open(file, options)) {
      store.write(
          tx -> {
            // More than the cache holds, so that reads go to the file.
            for (long key = 0; key < 40L * KEYS; key++) {
              tx.longMap("m").put(key * 1_000_003, 0);
            }
          });
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        long seed = i;
        results.add(
            executor.submit(
                () -> {
                  running.add(Thread.currentThread());
                  SplittableRandom random = new SplittableRandom(seed);
                  read(store, random);
                  if (random.nextInt(4) == 0) {
                    if (random.nextBoolean()) {
                      Thread.currentThread().interrupt();
                    }
                    boolean wasInterrupted = Thread.currentThread().isInterrupted();
                    move(store, random);
                    writes.incrementAndGet();
                    assertThat(!wasInterrupted || Thread.interrupted()).isTrue();
                    kept.addAndGet(wasInterrupted ? 1 : 0);
                  }
                  read(store, random);
                  return true;
                }));
      }
      SplittableRandom random = new SplittableRandom(THREADS);
      for (Future<?> result : results) {
        Thread thread = running.poll();
        if (thread != null && random.nextInt(3) == 0) {
          thread.interrupt();
        }
        result.get();
      }
      assertThat(kept).hasValueGreaterThan(THREADS / 20);
      assertThat(store.stats().openReaders()).isZero();
      assertThat(store.check().problems()).isEmpty();
    } finally {
      executor.shutdownNow();
    }
    try (Store store = Store.open(file, options)) {
      assertThat(moved(store)).isEqualTo(writes.get());
    }
  }

  /** Takes one from a key and gives it to another; a third counts. */
  private static void move(Store store, SplittableRandom random) {
    long from = random.nextInt(KEYS);
    long to = random.nextInt(KEYS);
    store.write(
        tx -> {
          LongMap map = tx.longMap("m");
          map.put(from * 1_000_003, map.get(from * 1_000_003, 0) - 1);
          map.put(to * 1_000_003, map.get(to * 1_000_003, 0) + 1);
          map.put(-1, map.get(-1, 0) + 1);
        });
  }

  /** Some single keys, and now and then the sum that every commit keeps. */
  private static void read(Store store, SplittableRandom random) {
    try (Transaction tx = store.beginRead()) {
      for (int i = 0; i < 3; i++) {
        long key = random.nextInt(40 * KEYS) * 1_000_003L;
        assertThat(tx.longMap("m").contains(key)).isTrue();
      }
      if (random.nextInt(50) == 0) {
        assertThat(sum(tx)).isZero();
      }
    }
  }

  private static long sum(Transaction tx) {
    long sum = 0;
    for (LongCursor c = tx.longMap("m").cursor(0, KEYS * 1_000_003L); c.next(); ) {
      sum += c.value();
    }
    return sum;
  }

  private static long moved(Store store) {
    return store.readLong(
        tx -> {
          assertThat(sum(tx)).isZero();
          return tx.longMap("m").get(-1, 0);
        });
  }
}
