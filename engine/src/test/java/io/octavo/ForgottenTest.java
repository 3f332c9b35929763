package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that nobody closes is reported, and what it holds is let go when it is found. */
@Timeout(60)
class ForgottenTest {
  private static final Logger LOGGER = Logger.getLogger(Transaction.class.getName());

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
    LOGGER.addHandler(handler);
    LOGGER.setUseParentHandlers(false);
  }

  @AfterEach
  void tearDown() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
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
}
