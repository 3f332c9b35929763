package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.error.StoreFailedException;
import io.octavo.fixture.Effort;
import io.octavo.fixture.FileImage;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commits of many threads that share records of the ring. */
@Timeout(120)
class GroupCommitTest {
  private static final int THREADS = 8;
  private static final TreeLimits LIMITS = new TreeLimits(8, 6);

  private final HeapFile file = new HeapFile();
  private final AtomicBoolean done = new AtomicBoolean();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private interface Action {
    void run() throws Exception;
  }

  @AfterEach
  void stop() throws InterruptedException {
    done.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private Thread start(Action action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (Exception | Error e) {
                failures.add(e);
              }
            });
    threads.add(thread);
    thread.start();
    return thread;
  }

  private Store open() {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return EngineAccess.open(file, null, StoreOptions.defaults(), LIMITS);
  }

  /** Writes the number of the commit to three keys far apart, and counts all commits. */
  private static void step(Store store, int thread, long number) {
    store.write(
        tx -> {
          LongMap map = tx.longMap("m");
          for (long part = 0; part < 3; part++) {
            assertThat(map.get(part * 1_000 + thread, 0)).isEqualTo(number - 1);
            map.put(part * 1_000 + thread, number);
          }
          map.put(-1, map.get(-1, 0) + 1);
        });
  }

  /** Reads the number of each thread's last commit; each is there as a whole. */
  private static long[] numbers(Transaction tx) {
    LongMap map = tx.longMap("m");
    long[] numbers = new long[THREADS];
    long total = 0;
    for (int thread = 0; thread < THREADS; thread++) {
      numbers[thread] = map.get(thread, 0);
      assertThat(map.get(1_000 + thread, 0)).isEqualTo(numbers[thread]);
      assertThat(map.get(2_000 + thread, 0)).isEqualTo(numbers[thread]);
      total += numbers[thread];
    }
    assertThat(map.get(-1, 0)).isEqualTo(total);
    return numbers;
  }

  private static void assertAtLeast(long[] found, long[] expected) {
    for (int thread = 0; thread < THREADS; thread++) {
      assertThat(found[thread]).as("thread %d", thread).isGreaterThanOrEqualTo(expected[thread]);
    }
  }

  private static long[] copy(AtomicLongArray numbers) {
    long[] copy = new long[numbers.length()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = numbers.get(i);
    }
    return copy;
  }

  private static long[] recovered(byte[] content) {
    try (Store store =
        EngineAccess.open(new HeapFile(content), null, StoreOptions.defaults(), LIMITS)) {
      assertThat(store.check().problems()).isEmpty();
      return store.read(GroupCommitTest::numbers);
    }
  }

  @Test
  void whatWasAcknowledgedIsThereAfterAKillAtAnyMoment() throws InterruptedException {
    AtomicLongArray acknowledged = new AtomicLongArray(THREADS);
    AtomicInteger records = new AtomicInteger();
    try (Store store = open()) {
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE) {
              records.incrementAndGet();
              // A disk that takes its time, so that commits meet.
              sleep(50_000);
            }
          });
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        start(
            () -> {
              for (long number = 1; !done.get() && failures.isEmpty(); number++) {
                step(store, thread, number);
                acknowledged.set(thread, number);
                // What this thread committed it also sees.
                assertThat(store.readLong(tx -> tx.longMap("m").get(thread, 0))).isEqualTo(number);
              }
            });
      }
      for (int i = 0; i < 2; i++) {
        start(
            () -> {
              long[] last = new long[THREADS];
              while (!done.get() && failures.isEmpty()) {
                // Readers see durable states only: a kill after the read keeps all of it.
                long[] seen = store.read(GroupCommitTest::numbers);
                assertAtLeast(seen, last);
                last = seen;
              }
            });
      }
      long[] last = new long[THREADS];
      int[] copies = {0};
      BooleanSupplier goesOn = Effort.goesOn(1_200, () -> copies[0] > 5);
      while (goesOn.getAsBoolean() && failures.isEmpty()) {
        long[] before = copy(acknowledged);
        long[] seen = store.read(GroupCommitTest::numbers);
        byte[] killed = file.content();
        long[] found = recovered(killed);
        assertAtLeast(seen, before);
        assertAtLeast(found, before);
        assertAtLeast(found, seen);
        assertAtLeast(found, last);
        last = found;
        if (++copies[0] % 5 == 0) {
          store.checkpoint();
        }
      }
      stop();
      assertThat(failures).isEmpty();
      assertThat(store.<long[]>read(GroupCommitTest::numbers)).isEqualTo(copy(acknowledged));
      assertThat(recovered(file.content())).isEqualTo(copy(acknowledged));
      assertThat(records.get()).isLessThan((int) store.stats().commits());
      file.heal();
    }
    assertThat(recovered(file.content())).isEqualTo(copy(acknowledged));
  }

  private static void sleep(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** A checkpoint ends the wait of sealed commits: their threads must see what they committed. */
  @Test
  void aThreadSeesItsOwnCommitsBesideCheckpoints() throws InterruptedException {
    AtomicInteger checkpoints = new AtomicInteger();
    try (Store store = open()) {
      for (int i = 0; i < 4; i++) {
        int thread = i;
        start(
            () -> {
              for (long number = 1; !done.get() && failures.isEmpty(); number++) {
                step(store, thread, number);
                assertThat(store.readLong(tx -> tx.longMap("m").get(thread, 0))).isEqualTo(number);
              }
            });
      }
      start(
          () -> {
            while (!done.get() && failures.isEmpty()) {
              store.checkpoint();
              checkpoints.incrementAndGet();
            }
          });
      BooleanSupplier goesOn = Effort.goesOn(600, () -> checkpoints.get() > 50);
      while (goesOn.getAsBoolean() && failures.isEmpty()) {
        Thread.sleep(5);
      }
      stop();
      assertThat(failures).isEmpty();
    }
  }

  /** Each thread is told the truth: what failed is not seen, what returned is there. */
  @Test
  void aFailedRecordFailsAllThatWasBuiltOnIt() throws InterruptedException {
    for (int round = 0; round < Effort.times(12); round++) {
      HeapFile disk = new HeapFile();
      Pager.create(disk, new UUID(1, round));
      int done = new int[] {0, 100, 1 << 20}[round % 3];
      Store store = EngineAccess.open(disk, null, StoreOptions.defaults(), LIMITS);
      AtomicLongArray acknowledged = new AtomicLongArray(THREADS);
      AtomicInteger failed = new AtomicInteger();
      AtomicInteger records = new AtomicInteger();
      int last = 5 + round;
      disk.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE && records.incrementAndGet() >= last) {
              throw new HeapFile.Torn("Input/output error", done);
            }
            sleep(call == Call.WRITE_DURABLE ? 100_000 : 0);
          });
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        writers.add(
            start(
                () -> {
                  for (long number = 1; ; number++) {
                    try {
                      step(store, thread, number);
                    } catch (StoreFailedException e) {
                      failed.incrementAndGet();
                      assertThat(e).hasRootCauseInstanceOf(IOException.class);
                      return;
                    }
                    acknowledged.set(thread, number);
                  }
                }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(failures).isEmpty();
      assertThat(failed).hasValue(THREADS);
      // Nothing was written after the failure.
      assertThat(records).hasValue(last);
      long writes = disk.writes();
      assertThatThrownBy(store::beginWrite).isExactlyInstanceOf(StoreFailedException.class);
      assertThatThrownBy(store::checkpoint).isExactlyInstanceOf(StoreFailedException.class);
      assertThat(store.<long[]>read(GroupCommitTest::numbers)).isEqualTo(copy(acknowledged));
      store.close();
      assertThat(disk.writes()).isEqualTo(writes);
      long[] found = recovered(disk.content());
      assertAtLeast(found, copy(acknowledged));
      if (done == 0) {
        assertThat(found).isEqualTo(copy(acknowledged));
      }
      for (int thread = 0; thread < THREADS; thread++) {
        assertThat(found[thread]).isLessThanOrEqualTo(acknowledged.get(thread) + 1);
      }
    }
  }

  /** Readers keep to the last durable state while commits wait for the disk. */
  @Test
  void commitsOfNothingWaitForWhatTheyReadBesideItsOwnThread() throws InterruptedException {
    try (Store store = open()) {
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int own = i;
        writers.add(
            start(
                () -> {
                  for (long number = 1; number <= 400; number++) {
                    if (own % 2 == 0) {
                      step(store, own, number);
                    } else {
                      store.write(tx -> numbers(tx));
                    }
                  }
                }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(failures).isEmpty();
    }
  }

  @Test
  void aSealedCommitIsSeenByTheNextWriterAndByNoReader() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    try (Store store = open()) {
      store.write(tx -> tx.longMap("m").put(1, 0));
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE) {
              writing.countDown();
              awaitLatch(released);
            }
          });
      Thread first = start(() -> store.write(tx -> tx.longMap("m").put(1, 1)));
      awaitLatch(writing);
      AtomicLong seen = new AtomicLong(-1);
      Thread second =
          start(
              () ->
                  store.write(
                      tx -> {
                        seen.set(tx.longMap("m").get(1, -1));
                        tx.longMap("m").put(1, 2);
                      }));
      AtomicBoolean returned = new AtomicBoolean();
      Thread third =
          start(
              () -> {
                // It changes nothing, but it has read what is not durable yet.
                while (seen.get() < 0) {
                  Thread.onSpinWait();
                }
                store.write(tx -> assertThat(tx.longMap("m").get(1, -1)).isEqualTo(2));
                returned.set(true);
              });
      while (seen.get() < 0) {
        Thread.sleep(1);
      }
      Thread.sleep(100);
      boolean hasWaited = first.isAlive() && second.isAlive() && !returned.get();
      long durable = store.readLong(tx -> tx.longMap("m").get(1, -1));
      released.countDown();
      assertThat(seen).hasValue(1);
      assertThat(hasWaited).isTrue();
      assertThat(durable).isZero();
      for (Thread thread : List.of(first, second, third)) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(store.readLong(tx -> tx.longMap("m").get(1, -1))).isEqualTo(2);
      file.heal();
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void interruptsOfCommitsThatWaitAreKeptAndLoseNothing() throws InterruptedException {
    AtomicLongArray acknowledged = new AtomicLongArray(THREADS);
    AtomicInteger kept = new AtomicInteger();
    try (Store store = open()) {
      file.setFault((call, position) -> sleep(call == Call.WRITE_DURABLE ? 200_000 : 0));
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        start(
            () -> {
              for (long number = 1; !done.get(); number++) {
                step(store, thread, number);
                acknowledged.set(thread, number);
                kept.addAndGet(Thread.interrupted() ? 1 : 0);
              }
            });
      }
      int sent = 0;
      BooleanSupplier goesOn = Effort.goesOn(600, () -> kept.get() > 0);
      while (goesOn.getAsBoolean() && failures.isEmpty()) {
        threads.get(sent++ % THREADS).interrupt();
        Thread.sleep(0, 300_000);
      }
      stop();
      assertThat(failures).isEmpty();
      assertThat(kept.get()).isBetween(1, sent);
      assertThat(store.<long[]>read(GroupCommitTest::numbers)).isEqualTo(copy(acknowledged));
      assertThat(recovered(file.content())).isEqualTo(copy(acknowledged));
      file.heal();
    }
  }

  @Test
  void oneInterruptDuringTheWaitIsKept() throws InterruptedException {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    try (Store store = open()) {
      store.write(tx -> tx.longMap("m").put(1, 1));
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE) {
              writing.countDown();
              awaitLatch(released);
            }
          });
      Thread writer = start(() -> store.write(tx -> tx.longMap("m").put(2, 1)));
      awaitLatch(writing);
      AtomicBoolean kept = new AtomicBoolean();
      Thread thread =
          start(
              () -> {
                store.write(tx -> tx.longMap("m").put(1, 2));
                kept.set(Thread.interrupted());
              });
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      thread.interrupt();
      while (thread.isInterrupted()) {
        Thread.onSpinWait();
      }
      released.countDown();
      thread.join();
      writer.join();
      assertThat(failures).isEmpty();
      assertThat(kept).isTrue();
      assertThat(store.readLong(tx -> tx.longMap("m").get(1, -1))).isEqualTo(2);
    }
  }

  /** Whoever waits when the store is closed has its commit in the last checkpoint. */
  @Test
  void aCloseWhileCommitsWaitKeepsThem() throws InterruptedException {
    for (int round = 0; round < Effort.times(15); round++) {
      HeapFile disk = new HeapFile();
      Pager.create(disk, new UUID(2, round));
      Store store = EngineAccess.open(disk, null, StoreOptions.defaults(), LIMITS);
      disk.setFault((call, position) -> sleep(call == Call.WRITE_DURABLE ? 500_000 : 0));
      AtomicLongArray acknowledged = new AtomicLongArray(THREADS);
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        writers.add(
            start(
                () -> {
                  for (long number = 1; ; number++) {
                    try {
                      step(store, thread, number);
                    } catch (IllegalStateException e) {
                      return;
                    }
                    acknowledged.set(thread, number);
                  }
                }));
      }
      Thread.sleep(round % 40);
      store.close();
      long writes = disk.writes();
      for (Thread writer : writers) {
        writer.join();
      }
      assertThat(failures).as("round %d", round).isEmpty();
      assertThat(disk.writes()).isEqualTo(writes);
      long[] found = recovered(disk.content());
      assertAtLeast(found, copy(acknowledged));
      for (int thread = 0; thread < THREADS; thread++) {
        assertThat(found[thread]).isLessThanOrEqualTo(acknowledged.get(thread) + 1);
      }
      assertThat(new FileImage(disk.content()).meta().ring().pages()).isZero();
    }
  }
}
