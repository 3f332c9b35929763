package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.codec.Codecs;
import io.octavo.commit.Pager;
import io.octavo.error.StoreLockedException;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction or a store that nobody closes is reported, and what it holds is let go when it is
 * found.
 */
@Timeout(60)
class ForgottenTest {
  private static final Logger LOGGER = Logger.getLogger(Transaction.class.getName());
  private static final Logger OF_STORES = Logger.getLogger(Store.class.getName());

  @TempDir Path directory;

  private final HeapFile file = new HeapFile();
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch goOn = new CountDownLatch(0);
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          records.add(record);
          await(goOn);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void setUp() {
    Pager.create(file, new UUID(1, 1));
    for (Logger logger : List.of(LOGGER, OF_STORES)) {
      logger.addHandler(handler);
      logger.setUseParentHandlers(false);
    }
  }

  @AfterEach
  void tearDown() {
    for (Logger logger : List.of(LOGGER, OF_STORES)) {
      logger.removeHandler(handler);
      logger.setUseParentHandlers(true);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Store open(boolean isTraced) {
    StoreOptions options = StoreOptions.defaults().traceTransactions(isTraced);
    return Store.open(file, null, options, TreeLimits.PAGE);
  }

  private static void fill(Store store) {
    store.write(
        tx -> {
          for (long key = 0; key < 20_000; key++) {
            tx.longMap("m").put(key, store.stats().commits());
          }
        });
  }

  /** In a frame of its own, so that nothing on the stack knows the transaction. */
  private static Transaction reader(Store store) {
    Transaction reader = store.beginRead();
    assertThat(reader.longMap("m").get(1, -1)).isZero();
    return reader;
  }

  private static void forgetWriter(Store store) {
    store.beginWrite().longMap("m").put(1, 100);
  }

  private static void collectUntil(BooleanSupplier isDone) throws InterruptedException {
    while (!isDone.getAsBoolean()) {
      System.gc();
      Thread.sleep(10);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForgottenReaderIsReportedAndItsPagesAreReclaimed(boolean isTraced)
      throws InterruptedException {
    try (Store store = open(isTraced)) {
      fill(store);
      List<Transaction> known = new ArrayList<>(List.of(reader(store)));
      fill(store);
      store.write(tx -> tx.longMap("n").put(1, 1));
      assertThat(store.stats().openReaders()).isEqualTo(1);
      assertThat(store.stats().readerBytes()).isGreaterThan(100_000);

      assertThat(known.get(0).longMap("m").get(1, -1)).isZero();
      known.clear();
      collectUntil(() -> store.stats().openReaders() == 0);
      assertThat(store.stats().readerBytes()).isZero();
      long free = store.stats().freeBytes();
      store.write(tx -> tx.longMap("n").put(1, 2));
      store.checkpoint();
      assertThat(store.stats().freeBytes()).isGreaterThan(free + 100_000);
    }
    assertThat(records).hasSize(1);
    assertReport(records.get(0), "a read", "became unreachable", isTraced, "reader");
  }

  private static void assertReport(
      LogRecord record, String kind, String what, boolean isTraced, String method) {
    assertThat(record.getLevel().getName()).isEqualTo("WARNING");
    assertThat(record.getMessage())
        .startsWith(kind + " transaction that thread " + Thread.currentThread().getName())
        .contains(what);
    if (isTraced) {
      assertThat(record.getThrown().getStackTrace())
          .anyMatch(frame -> frame.getMethodName().equals(method));
    } else {
      assertThat(record.getThrown()).isNull();
      assertThat(record.getMessage()).contains("StoreOptions.traceTransactions");
    }
  }

  @Test
  void aForgottenWriterIsRolledBackAndLetsTheNextOneIn() throws InterruptedException {
    try (Store store = open(true)) {
      fill(store);
      Thread thread = new Thread(() -> forgetWriter(store), "forgetful");
      thread.start();
      thread.join();
      assertThat(store.tryBeginWrite(Duration.ZERO)).isEmpty();

      collectUntil(() -> records.size() == 1);
      store.write(tx -> assertThat(tx.longMap("m").get(1, -1)).isZero());
      assertThat(store.check().problems()).isEmpty();
    }
    assertThat(records).hasSize(1);
    assertThat(records.get(0).getMessage()).startsWith("a write transaction that thread forgetful");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsOpenWhenTheStoreIsClosedIsReported(boolean isTraced) {
    Store store = open(isTraced);
    fill(store);
    Transaction reader = store.beginRead();
    store.close();
    assertThat(records).hasSize(1);
    assertReport(
        records.get(0),
        "a read",
        "open when the store was closed",
        isTraced,
        "whatIsOpenWhenTheStoreIsClosedIsReported");
    reader.close();
    assertThat(records).hasSize(1);
  }

  /** A commit that comes while the store ends the transaction comes too late. */
  @Test
  void whatAClosedStoreHasRolledBackIsNotCommitted() throws InterruptedException {
    Store store = open(false);
    fill(store);
    Transaction writer = store.beginWrite();
    writer.longMap("m").put(1, 100);
    writer.longMap("n").put(1, 100);
    writer.handOver();
    goOn = new CountDownLatch(1);
    Thread closer = new Thread(store::close);
    closer.start();
    while (records.isEmpty()) {
      Thread.sleep(1);
    }
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread committer = new Thread(() -> thrown.set(catchThrowable(writer::commit)));
    committer.start();
    while (committer.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    goOn.countDown();
    closer.join();
    committer.join();
    assertThat(thrown.get())
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("the transaction has ended");
    try (Store again = open(false)) {
      assertThat(again.readLong(tx -> tx.longMap("m").get(1, -1))).isZero();
      assertThat(again.<Boolean>read(tx -> tx.exists("n"))).isFalse();
      assertThat(again.check().problems()).isEmpty();
    }
  }

  @Test
  void whatIsClosedIsNeverReported() throws InterruptedException {
    try (Store store = open(true)) {
      fill(store);
      for (int i = 0; i < 1_000; i++) {
        store.beginRead().close();
        try (Transaction tx = store.beginWrite()) {
          tx.longMap("m").put(1, 1);
          if (i % 10 == 0) {
            tx.commit();
          }
        }
        store.read(tx -> tx.longMap("m").get(1, -1));
      }
      for (int i = 0; i < 5; i++) {
        System.gc();
        Thread.sleep(10);
      }
    }
    assertThat(records).isEmpty();
  }

  @Test
  void aMapOrACursorKeepsItsTransactionOpen() throws InterruptedException {
    try (Store store = open(false)) {
      fill(store);
      LongCursor cursor = store.beginRead().longMap("m").cursor();
      for (int i = 0; i < 5; i++) {
        fill(store);
        System.gc();
        Thread.sleep(10);
        for (int step = 0; step < 2_000; step++) {
          assertThat(cursor.next()).isTrue();
          assertThat(cursor.value()).isZero();
        }
      }
      assertThat(store.stats().openReaders()).isEqualTo(1);
    }
  }

  /** In a frame of its own, so that nothing on the stack knows the store. */
  private static void forgetStore(Path path, StoreOptions options) {
    Store store = Store.open(path, options);
    if (!options.readOnly()) {
      store.write(tx -> tx.longMap("m").put(1, 2));
    }
    assertThat(store.readLong(tx -> tx.longMap("m").get(1, -1))).isEqualTo(2);
  }

  private static boolean isFree(Path path) {
    try {
      Store.open(path).close();
      return true;
    } catch (StoreLockedException e) {
      return false;
    }
  }

  /** The commit becomes durable with the close alone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aForgottenStoreIsReportedAndClosed(boolean isTraced) throws InterruptedException {
    Path path = directory.resolve("forgotten");
    StoreOptions options =
        StoreOptions.defaults()
            .durability(Durability.CHECKPOINT)
            .registerMBean(true)
            .traceTransactions(isTraced);
    forgetStore(path, options);
    collectUntil(() -> isFree(path));
    assertReport(path, isTraced);
    records.clear();
    try (Store store = Store.open(path)) {
      assertThat(store.readLong(tx -> tx.longMap("m").get(1, -1))).isEqualTo(2);
      assertThat(store.check().problems()).isEmpty();
    }
    forgetStore(path, options.readOnly(true));
    collectUntil(() -> isFree(path));
    assertReport(path, isTraced);
  }

  private void assertReport(Path path, boolean isTraced) {
    assertThat(records).hasSize(1);
    LogRecord record = records.get(0);
    assertThat(record.getMessage())
        .startsWith(path + ": the store became unreachable without a close");
    if (isTraced) {
      assertThat(record.getThrown().getStackTrace())
          .anyMatch(frame -> frame.getMethodName().equals("forgetStore"));
    } else {
      assertThat(record.getMessage()).contains("StoreOptions.traceTransactions");
    }
  }

  /** The thread that makes commits durable may be at work when the program forgets the store. */
  @Test
  void aForgottenStoreIsFoundAlthoughItsThreadsWork() throws InterruptedException {
    Path path = directory.resolve("busy");
    Duration within = Duration.ofMillis(1);
    Thread writer =
        new Thread(
            () ->
                forgetStore(
                    path,
                    StoreOptions.defaults().durability(Durability.ASYNC).durableWithin(within)));
    writer.start();
    writer.join();
    collectUntil(() -> isFree(path));
    assertThat(records).hasSize(1);
  }

  /** Things by which a program uses a store that it has no variable for. */
  private enum Kept {
    READER {
      @Override
      LongSupplier of(Store store) {
        Transaction tx = store.beginRead();
        return () -> tx.longMap("m").get(1, -1);
      }
    },
    WRITER {
      @Override
      LongSupplier of(Store store) {
        Transaction tx = store.beginWrite();
        return () -> tx.longMap("m").addTo(1, 0);
      }
    },
    TRIED {
      @Override
      LongSupplier of(Store store) throws InterruptedException {
        Transaction tx = store.tryBeginWrite(Duration.ZERO).orElseThrow();
        return () -> tx.longMap("m").addTo(1, 0);
      }
    },
    TIMED {
      @Override
      LongSupplier of(Store store) throws InterruptedException {
        LongMap map = store.beginWrite(Duration.ZERO).longMap("m");
        return () -> map.addTo(1, 0);
      }
    },
    SNAPSHOT {
      @Override
      LongSupplier of(Store store) {
        Transaction tx = store.beginWrite();
        Transaction snapshot = tx.snapshot();
        tx.close();
        return () -> snapshot.longMap("m").get(1, -1);
      }
    },
    MAP {
      @Override
      LongSupplier of(Store store) {
        Map<Long, Long> map = store.map("m", Codecs.LONG, Codecs.LONG);
        return () -> map.get(1L);
      }
    },
    FEED {
      @Override
      LongSupplier of(Store store) {
        ChangeFeed feed = store.changes(store.stats().commits() + 1);
        return () -> feed.poll() == null ? 2 : -1;
      }
    };

    /** Returns what reads a value of a store by one of them. */
    abstract LongSupplier of(Store store) throws InterruptedException;
  }

  private static LongSupplier forgetAllBut(Kept kept, Path path) throws InterruptedException {
    Store store = Store.open(path);
    store.write(tx -> tx.longMap("m").put(1, 2));
    return kept.of(store);
  }

  @ParameterizedTest
  @EnumSource(Kept.class)
  void aStoreIsNotForgottenWhileItIsInUse(Kept kept) throws InterruptedException {
    Path path = directory.resolve("kept");
    LongSupplier use = forgetAllBut(kept, path);
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(10);
      assertThat(use.getAsLong()).isEqualTo(2);
    }
    assertThat(records).isEmpty();
    use = null;
    collectUntil(() -> isFree(path));
    assertThat(records).anyMatch(record -> record.getMessage().contains("the store became"));
  }

  @Test
  void aStoreThatIsClosedOrInMemoryIsNeverReported() throws InterruptedException {
    Path path = directory.resolve("closed");
    for (int i = 0; i < 5; i++) {
      Store.open(path).close();
      Store.inMemory().write(tx -> tx.longMap("m").put(1, 2));
      System.gc();
      Thread.sleep(10);
    }
    assertThat(records).isEmpty();
  }
}
