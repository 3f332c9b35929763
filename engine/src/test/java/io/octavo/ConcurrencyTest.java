package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on one store. */
@Timeout(120)
class ConcurrencyTest {
  private static final TreeLimits LIMITS = new TreeLimits(8, 8);
  private static final int KEYS = 6_000;

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

  private void repeat(Action action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (!done.get()) {
                  action.run();
                }
              } catch (Exception | Error e) {
                failures.add(e);
              }
            });
    threads.add(thread);
    thread.start();
  }

  private void runFor(long millis, BooleanSupplier isEnough) throws InterruptedException {
    BooleanSupplier goesOn = Effort.goesOn(millis, isEnough);
    while (goesOn.getAsBoolean() && failures.isEmpty()) {
      Thread.sleep(5);
    }
    stop();
    assertThat(failures).isEmpty();
  }

  private static Store open(HeapFile file, Durability durability) {
    if (file.length() == 0) {
      Pager.create(file, new UUID(1, 1));
    }
    return Store.open(
        file, null, StoreOptions.defaults().cacheBytes(1 << 20).durability(durability), LIMITS);
  }

  /** Moves amounts between keys: the sum stays 0, and key -1 counts the commits. */
  private static void move(LongMap map, SplittableRandom random) {
    for (int i = 0; i < 40; i++) {
      long amount = random.nextLong() >> random.nextInt(64);
      long from = random.nextInt(KEYS);
      long to = random.nextInt(KEYS);
      map.put(from, map.get(from, 0) - amount);
      map.put(to, map.get(to, 0) + amount);
    }
    // Removing an entry of 0 keeps the sum; it makes pages merge and split.
    long start = random.nextInt(KEYS);
    for (LongCursor c = map.cursor(start, start + 40); c.next(); ) {
      if (c.value() == 0) {
        map.remove(c.key());
      }
    }
    map.put(-1, map.get(-1, 0) + 1);
  }

  /** Verifies the sum in both directions; gives the number of the commit. */
  private static long verify(Transaction tx) {
    LongMap map = tx.longMap("m");
    long commit = map.get(-1, 0);
    long count = 0;
    long sum = -commit;
    for (LongCursor c = map.cursor(); c.next(); ) {
      sum += c.value();
      count++;
    }
    if (commit > 0) {
      assertThat(sum).isZero();
    }
    assertThat(map.size()).isEqualTo(count);
    for (LongCursor c = map.cursor(); c.previous(); ) {
      count--;
    }
    assertThat(count).isZero();
    assertThat(map.get(-1, 0)).isEqualTo(commit);
    return commit;
  }

  /** Where no reader is open, leaves take over the arrays of what they were before. */
  @Test
  void readersThatComeAndGoSeeOneState() throws InterruptedException {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    AtomicLong commits = new AtomicLong();
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(64 << 20).durability(Durability.CHECKPOINT);
    try (Store store = Store.open(file, null, options, new TreeLimits(200, 60))) {
      SplittableRandom random = new SplittableRandom(7);
      repeat(
          () -> {
            store.write(tx -> move(tx.longMap("m"), random));
            commits.incrementAndGet();
          });
      for (int reader = 0; reader < 2; reader++) {
        SplittableRandom pauses = new SplittableRandom(reader);
        repeat(
            () -> {
              LockSupport.parkNanos(pauses.nextInt(2_000_000));
              store.view(ConcurrencyTest::verify);
            });
      }
      runFor(1_000, () -> commits.get() >= 200);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everySnapshotKeepsItsChecksumUnderAWriter(Durability durability)
      throws InterruptedException {
    HeapFile file = new HeapFile();
    AtomicLong commits = new AtomicLong();
    try (Store store = open(file, durability)) {
      SplittableRandom random = new SplittableRandom(5);
      repeat(
          () -> {
            store.write(tx -> move(tx.longMap("m"), random));
            commits.incrementAndGet();
          });
      for (int reader = 0; reader < 3; reader++) {
        AtomicLong seen = new AtomicLong();
        repeat(
            () -> {
              try (Transaction tx = store.beginRead()) {
                long commit = verify(tx);
                assertThat(commit).isGreaterThanOrEqualTo(seen.getAndSet(commit));
                // Once more, after other commits have had the time to reuse pages.
                assertThat(verify(tx)).isEqualTo(commit);
              }
            });
      }
      runFor(700, () -> commits.get() > 20 && store.stats().pageEvictions() > 0);
      assertThat(store.check().problems()).isEmpty();
      assertThat(store.readLong(ConcurrencyTest::verify)).isEqualTo(commits.get());
    }
    try (Store store = open(file, durability)) {
      assertThat(store.readLong(ConcurrencyTest::verify)).isEqualTo(commits.get());
    }
  }

  @Test
  void aReadTransactionThatIsClosedUnderItsThreadsThrowsIllegalStateAndNothingElse()
      throws InterruptedException {
    try (Store store = open(new HeapFile(), Durability.SYNC)) {
      SplittableRandom random = new SplittableRandom(6);
      store.write(tx -> move(tx.longMap("m"), random));
      repeat(() -> store.write(tx -> move(tx.longMap("m"), random)));
      AtomicLong ended = new AtomicLong();
      int rounds = Effort.times(25);
      for (int round = 0; round < rounds && failures.isEmpty(); round++) {
        Transaction shared = store.beginRead();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          Thread reader = new Thread(() -> readUntilClosed(shared, ended));
          readers.add(reader);
          reader.start();
        }
        Thread.sleep(round % 10);
        shared.close();
        for (Thread reader : readers) {
          reader.join();
        }
      }
      assertThat(failures).isEmpty();
      assertThat(ended).hasValue(3L * rounds);
    }
  }

  private void readUntilClosed(Transaction shared, AtomicLong ended) {
    try {
      while (true) {
        verify(shared);
      }
    } catch (IllegalStateException e) {
      if ("the transaction has ended".equals(e.getMessage())) {
        ended.incrementAndGet();
      } else {
        failures.add(e);
      }
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatIsClosedUnderItsThreadsThrowsIllegalStateAndNothingElse(Durability durability)
      throws InterruptedException {
    for (int round = 0; round < Effort.times(15); round++) {
      HeapFile file = new HeapFile();
      Store store = open(file, durability);
      AtomicLong commits = new AtomicLong();
      SplittableRandom random = new SplittableRandom(round);
      List<Thread> running = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        running.add(
            new Thread(
                () ->
                    untilClosed(
                        () -> {
                          store.write(
                              tx -> {
                                for (int j = 0; j < 20; j++) {
                                  move(tx.longMap("m"), random);
                                }
                              });
                          commits.incrementAndGet();
                        })));
        running.add(new Thread(() -> untilClosed(() -> store.readLong(ConcurrencyTest::verify))));
      }
      running.forEach(Thread::start);
      Thread.sleep(round % 40);
      store.close();
      for (Thread thread : running) {
        thread.join();
      }
      assertThat(failures).as("round %d", round).isEmpty();
      try (Store again = open(file, durability)) {
        long found = again.readLong(ConcurrencyTest::verify) / 20;
        // A commit may have become durable while the store was closed, before it returned.
        assertThat(found).isBetween(commits.get(), commits.get() + 2);
        assertThat(again.check().problems()).isEmpty();
      }
    }
  }

  /** Nobody would end a transaction that begins when all others have been ended. */
  @Test
  void noTransactionBeginsInAStoreThatIsBeingClosed() throws InterruptedException {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(1, 1));
    CountDownLatch beginning = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1 << 20).durability(Durability.CHECKPOINT);
    Store store =
        Store.open(
            file,
            null,
            options,
            LIMITS,
            task -> {
              beginning.countDown();
              await(goOn);
            });
    // So much that the next transaction begins with a checkpoint.
    store.write(tx -> fill(tx.longMap("m"), 700));
    AtomicBoolean hasBegun = new AtomicBoolean();
    Thread writer =
        new Thread(
            () ->
                untilClosed(
                    () -> {
                      store.beginWrite().close();
                      hasBegun.set(true);
                    }));
    writer.start();
    beginning.await();
    Thread closer = new Thread(() -> collect(store::close));
    closer.start();
    untilClosed(() -> store.beginRead().close());
    goOn.countDown();
    closer.join();
    writer.join();
    assertThat(failures).isEmpty();
    assertThat(hasBegun).isFalse();
  }

  /** The places of a transaction that is rolled back are given to the last checkpoint. */
  @Test
  void aStoreThatIsClosedWaitsForASpillThatIsUnderWay() throws InterruptedException {
    HeapFile file = new HeapFile();
    Store store = open(file, Durability.CHECKPOINT);
    store.write(tx -> fill(tx.longMap("m"), 100));
    CountDownLatch spilling = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> untilClosed(() -> store.write(tx -> fill(tx.longMap("n"), Long.MAX_VALUE))));
    file.setFault(
        (call, position) -> {
          if (Thread.currentThread() == writer && call == HeapFile.Call.WRITE) {
            spilling.countDown();
            await(goOn);
          }
        });
    writer.start();
    spilling.await();
    Thread closer = new Thread(() -> collect(store::close));
    closer.start();
    closer.join(200);
    goOn.countDown();
    closer.join();
    writer.join();
    assertThat(failures).isEmpty();
    file.heal();
    try (Store again = open(file, Durability.SYNC)) {
      assertThat(again.check().problems()).isEmpty();
      assertThat(again.readLong(tx -> tx.longMap("m").size())).isEqualTo(100);
      assertThat(again.<Boolean>read(tx -> tx.exists("n"))).isFalse();
    }
  }

  private static void fill(LongMap map, long count) {
    for (long key = 0; key < count; key++) {
      map.put(key, key);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void collect(Action action) {
    try {
      action.run();
    } catch (Exception | Error e) {
      failures.add(e);
    }
  }

  private void untilClosed(Action action) {
    try {
      while (true) {
        action.run();
      }
    } catch (IllegalStateException e) {
      String message = String.valueOf(e.getMessage());
      if (!message.contains("the store is closed")
          && !message.contains("the transaction has ended")
          && !message.contains("an earlier call failed")) {
        failures.add(e);
      }
    } catch (Exception | Error e) {
      failures.add(e);
    }
  }

  @Test
  void writersHandOverInTurnAndLoseNoChange() throws InterruptedException {
    int writers = 4;
    long[] counts = new long[writers];
    try (Store store = open(new HeapFile(), Durability.CHECKPOINT)) {
      for (int i = 0; i < writers; i++) {
        int writer = i;
        repeat(
            () -> {
              store.write(
                  tx -> {
                    LongMap map = tx.longMap("counts");
                    map.put(0, map.get(0, 0) + 1);
                    map.put(writer + 1, map.get(writer + 1, 0) + 1);
                  });
              counts[writer]++;
            });
      }
      runFor(400, () -> Arrays.stream(counts).allMatch(count -> count > 0));
      store.write(
          tx -> {
            LongMap map = tx.longMap("counts");
            long total = 0;
            for (int i = 0; i < writers; i++) {
              assertThat(map.get(i + 1, 0)).isEqualTo(counts[i]).isPositive();
              total += counts[i];
            }
            assertThat(map.get(0, 0)).isEqualTo(total);
          });
    }
  }

  @Test
  void statisticsAndChecksRunBesideEverything() throws InterruptedException {
    try (Store store = open(new HeapFile(), Durability.SYNC)) {
      SplittableRandom random = new SplittableRandom(8);
      repeat(() -> store.write(tx -> move(tx.longMap("m"), random)));
      repeat(() -> store.readLong(ConcurrencyTest::verify));
      repeat(() -> assertThat(store.stats().cacheLimit()).isPositive());
      repeat(() -> assertThat(store.check().problems()).isEmpty());
      runFor(400, () -> store.stats().commits() > 20);
    }
  }
}
