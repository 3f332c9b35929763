package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.fixture.Effort;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt closes a channel of the JDK, but no store, and is not lost. */
@Timeout(60)
class InterruptTest {
  private static final StoreOptions SMALL = StoreOptions.defaults().cacheBytes(1 << 20);

  @TempDir private Path directory;

  @Test
  void aThreadThatIsInterruptedAlreadyDoesEverythingAndStaysInterrupted() {
    Path path = directory.resolve("a.oct");
    Thread.currentThread().interrupt();
    try (Store store = Store.open(path, SMALL)) {
      store.write(
          tx -> {
            for (long key = 0; key < 300_000; key++) {
              tx.longMap("m").put(key, key);
            }
          });
      assertThat(store.stats().pageSpills()).isPositive();
      assertThat(sum(store)).isEqualTo(299_999L * 150_000);
      store.checkpoint();
      assertThat(store.check().problems()).isEmpty();
    }
    Store.open(path, SMALL.readOnly(true)).close();
    assertThat(Thread.interrupted()).isTrue();
  }

  private static long sum(Store store) {
    return store.read(
        tx -> {
          long sum = 0;
          for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
            sum += c.value();
          }
          return sum;
        });
  }

  @Test
  void randomInterruptsOfReadersAndWritersLoseNothing() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong kept = new AtomicLong();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (Store store = Store.open(directory.resolve("a.oct"), SMALL)) {
      store.write(
          tx -> {
            for (long key = 0; key < 200_000; key++) {
              tx.longMap("m").put(key * 7, 0);
            }
          });
      AtomicLong commits = new AtomicLong();
      Runnable writing =
          () ->
              store.write(
                  tx -> {
                    long commit = commits.incrementAndGet();
                    for (long key = 0; key < 50; key++) {
                      tx.longMap("m").put(key * 4_000 * 7, commit);
                    }
                  });
      Runnable reading =
          () ->
              store.read(
                  tx -> {
                    LongMap map = tx.longMap("m");
                    long commit = map.get(0, -1);
                    for (long key = 0; key < 50; key++) {
                      assertThat(map.get(key * 4_000 * 7, -1)).isEqualTo(commit);
                    }
                    return true;
                  });
      List<Thread> threads =
          List.of(
              repeating(writing, done, kept, failures),
              repeating(writing, done, kept, failures),
              repeating(reading, done, kept, failures));
      SplittableRandom random = new SplittableRandom(11);
      BooleanSupplier goesOn = Effort.goesOn(800, () -> kept.get() > 50);
      while (goesOn.getAsBoolean() && failures.isEmpty()) {
        threads.get(random.nextInt(threads.size())).interrupt();
        Thread.sleep(0, random.nextInt(999_999));
      }
      done.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      store.write(tx -> assertThat(tx.longMap("m").get(0, -1)).isEqualTo(commits.get()));
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Starts a thread; it counts the interrupts that are still there when an action has returned. */
  private static Thread repeating(
      Runnable action, AtomicBoolean done, AtomicLong kept, List<Throwable> failures) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!done.get()) {
                  action.run();
                  if (Thread.interrupted()) {
                    kept.incrementAndGet();
                  }
                }
              } catch (RuntimeException | Error e) {
                failures.add(e);
              }
            });
    thread.start();
    return thread;
  }
}
