package io.octavo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.error.StoreBusyException;
import io.octavo.map.LongCursor;
import io.octavo.map.LongEntry;
import io.octavo.map.LongMap;
import io.octavo.map.LongPairs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions: what ends them, what they refuse, and who may write when. */
@Timeout(60)
class TransactionTest {
  private static final byte[] ONE = {1};

  private final Store store = Store.inMemory();

  @AfterEach
  void closeStore() {
    store.close();
  }

  private static void assertWrongState(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private void put(long key, long value) {
    store.write(tx -> tx.longMap("m").put(key, value));
  }

  private long get(long key) {
    return store.read(tx -> tx.longMap("m").get(key, -1));
  }

  @Test
  void aReadTransactionChangesNothing() {
    put(1, 1);
    try (Transaction tx = store.beginRead()) {
      LongMap map = tx.longMap("m");
      assertThat(tx.isReadOnly()).isTrue();
      String message = "the transaction only reads; use beginWrite or write";
      assertWrongState(() -> map.put(1, 2), message);
      assertWrongState(() -> map.putIfAbsent(1, 2), message);
      assertWrongState(() -> map.addTo(1, Long.MAX_VALUE), message);
      assertWrongState(() -> tx.nextId("none"), message);
      assertWrongState(() -> map.remove(1), message);
      assertWrongState(() -> map.removeRange(1, 2), message);
      assertWrongState(() -> map.removeRange(2, 1), message);
      assertWrongState(map::clear, message);
      assertWrongState(() -> map.load(map.cursor()), message);
      assertWrongState(() -> tx.drop("m"), message);
      assertWrongState(() -> tx.drop("none"), message);
      assertWrongState(() -> tx.rename("m", "n"), message);
      assertWrongState(tx::commit, message);
      assertThat(map.get(1, -1)).isEqualTo(1);
      assertThat(tx.longMap("none").size()).isZero();
      assertThat(tx.longMap("none").first()).isNull();
      assertThat(tx.names()).containsExactly("m");
    }
  }

  @Test
  void aTransactionThatHasEndedAnswersNothing() {
    put(1, 1);
    Transaction committed = store.beginWrite();
    LongMap written = committed.longMap("m");
    LongCursor cursor = written.cursor();
    assertThat(cursor.next()).isTrue();
    committed.commit();
    assertEnded(committed, written, cursor);
    assertWrongState(committed::commit, "the transaction has ended");

    Transaction closed = store.beginRead();
    LongMap map = closed.longMap("m");
    LongCursor reading = map.cursor();
    assertThat(reading.next()).isTrue();
    closed.close();
    assertEnded(closed, map, reading);
    assertWrongState(closed::commit, "the transaction has ended");
  }

  private static void assertEnded(Transaction tx, LongMap map, LongCursor cursor) {
    String message = "the transaction has ended";
    assertThatCode(tx::close).doesNotThrowAnyException();
    assertWrongState(() -> tx.longMap("m"), message);
    assertWrongState(tx::names, message);
    assertWrongState(() -> tx.exists("m"), message);
    assertWrongState(() -> tx.drop("m"), message);
    assertWrongState(() -> tx.rename("m", "n"), message);
    assertWrongState(() -> map.get(1, 0), message);
    assertWrongState(() -> map.getAll(new long[1], new long[1], 0), message);
    assertWrongState(() -> map.contains(1), message);
    assertWrongState(() -> map.put(1, 1), message);
    assertWrongState(() -> map.putAll(new long[1], new long[1]), message);
    assertWrongState(() -> map.addTo(1, 1), message);
    assertWrongState(() -> tx.nextId("m"), message);
    assertWrongState(() -> map.remove(1), message);
    assertWrongState(() -> map.removeAll(new long[1]), message);
    assertWrongState(map::clear, message);
    assertWrongState(map::size, message);
    assertWrongState(map::first, message);
    assertWrongState(map::last, message);
    assertWrongState(() -> map.lower(Long.MIN_VALUE), message);
    assertWrongState(() -> map.higher(Long.MAX_VALUE), message);
    assertWrongState(map::cursor, message);
    assertWrongState(cursor::next, message);
    assertWrongState(cursor::previous, message);
    assertWrongState(() -> cursor.seek(1), message);
    assertWrongState(cursor::seekLast, message);
    assertWrongState(cursor::key, message);
    assertWrongState(cursor::value, message);
  }

  @Test
  void aClosedStoreAnswersNothingButCanBeClosedAgain() {
    put(1, 1);
    Transaction reading = store.beginRead();
    LongMap map = reading.longMap("m");
    Transaction writing = store.beginWrite();
    writing.longMap("m").put(1, 2);
    store.close();
    store.close();
    String message = ": the store is closed; open it again";
    assertWrongState(store::beginRead, message);
    assertWrongState(store::beginWrite, message);
    assertWrongState(() -> store.tryBeginWrite(Duration.ZERO), message);
    assertWrongState(() -> store.read(Transaction::names), message);
    assertWrongState(() -> put(1, 1), message);
    assertWrongState(store::checkpoint, message);
    assertWrongState(store::check, message);
    assertWrongState(store::stats, message);
    assertWrongState(() -> map.get(1, 0), "the transaction has ended");
    assertWrongState(writing::commit, "the transaction has ended");
    writing.close();
    reading.close();
  }

  @Test
  void whatIsNotCommittedIsUndone() {
    put(1, 1);
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("m").put(1, 2);
      tx.longMap("n").put(1, 2);
      assertThat(tx.rename("m", "o")).isTrue();
      assertThat(tx.names()).containsExactly("n", "o");
    }
    assertThat(get(1)).isEqualTo(1);
    assertThat(store.<Integer>read(tx -> tx.names().size())).isEqualTo(1);
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void aSnapshotStaysAsItWasWhenItBegan() {
    put(1, 1);
    try (Transaction tx = store.beginRead()) {
      LongMap map = tx.longMap("m");
      put(1, 2);
      put(2, 2);
      store.write(
          other -> {
            assertThat(other.drop("m")).isTrue();
            other.longMap("n").put(1, 1);
          });
      assertThat(map.get(1, -1)).isEqualTo(1);
      assertThat(map.size()).isEqualTo(1);
      assertThat(tx.exists("m")).isTrue();
      assertThat(tx.exists("n")).isFalse();
    }
  }

  @Test
  void whatWorkThrowsRollsBackAndPassesAsItIs() {
    put(1, 1);
    for (Throwable thrown :
        new Throwable[] {
          new IOException("checked"),
          new IllegalStateException("unchecked"),
          new StackOverflowError()
        }) {
      assertThatThrownBy(
              () ->
                  store.writeThrowing(
                      tx -> {
                        tx.longMap("m").put(1, 2);
                        throwAny(thrown);
                      }))
          .isSameAs(thrown);
      assertThatThrownBy(
              () ->
                  store.writeResult(
                      tx -> {
                        tx.longMap("m").put(1, 2);
                        TransactionTest.<RuntimeException>throwUndeclared(thrown);
                        return 1;
                      }))
          .isSameAs(thrown);
      assertThatThrownBy(
              () ->
                  store.readThrowing(
                      tx -> {
                        throwAny(thrown);
                        return 1;
                      }))
          .isSameAs(thrown);
    }
    assertThat(get(1)).isEqualTo(1);
    put(1, 3);
    assertThat(get(1)).isEqualTo(3);
    assertThat(store.stats().openReaders()).isZero();
  }

  private static void throwAny(Throwable thrown) throws IOException {
    if (thrown instanceof IOException e) {
      throw e;
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    throw (Error) thrown;
  }

  /** Throws what Kotlin and generic code throw without declaring it. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: nothing is cast
  private static <X extends Throwable> void throwUndeclared(Throwable thrown) throws X {
    throw (X) thrown;
  }

  @Test
  void workNeitherCommitsNorClosesItsTransaction() {
    String message = "the store ends this transaction itself when the work returns or throws";
    store.write(
        tx -> {
          tx.longMap("m").put(1, 1);
          assertWrongState(tx::commit, "commit: " + message);
          assertWrongState(tx::close, "close: " + message);
        });
    assertThat(get(1)).isEqualTo(1);
    boolean done =
        store.read(
            tx -> {
              assertWrongState(tx::close, "close: " + message);
              assertWrongState(tx::commit, "the transaction only reads");
              return true;
            });
    assertThat(done).isTrue();
  }

  @Test
  void aViewReadsAndANumberNeedsNoType() {
    put(1, 7);
    long[] seen = new long[1];
    store.view(tx -> seen[0] = tx.longMap("m").get(1, -1));
    assertThat(seen).containsExactly(7);
    assertThatThrownBy(() -> store.view(tx -> tx.longMap("m").put(1, 8)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("only reads");
    assertThat(store.readLong(tx -> tx.longMap("m").get(1, -1))).isEqualTo(7);
    assertThat(store.stats().openReaders()).isZero();
  }

  /** Overloads that take any object, a number or an array are chosen by the type of the result. */
  @Test
  void aResultIsAnArgumentOfAnyOverload() {
    put(1, 7);
    store.write(tx -> tx.bytesMap("bytes").put(new byte[] {1}, new byte[] {'o', 'k'}));
    assertThat(store.read((Transaction tx) -> tx.longMap("m").get(1, -1))).isEqualTo(7);
    assertThat(Arrays.toString(store.read((Transaction tx) -> tx.bytesMap("bytes").get(ONE))))
        .isEqualTo("[111, 107]");
    assertThat(String.valueOf(store.writeResult((Transaction tx) -> tx.nextId("ids"))))
        .isEqualTo("1");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    new PrintStream(printed, true, UTF_8)
        .println(store.read((Transaction tx) -> tx.longMap("m").get(1, -1)));
    assertThat(printed.toString(UTF_8).strip()).isEqualTo("7");
    assertThat(store.read(Transaction::names)).contains("m");
  }

  @Test
  void aStoreSaysWhatItIs() {
    Store other = Store.inMemory(StoreOptions.defaults().durability(Durability.CHECKPOINT));
    assertThat(other).hasToString("Store[memory]");
    other.close();
    assertThat(other).hasToString("Store[memory, closed]");
  }

  /** Every option is set to a value of its own, so that none is missed or shown as another. */
  @Test
  void optionsSayWhatAllOfThemAre() throws ReflectiveOperationException {
    StoreOptions options =
        StoreOptions.defaults()
            .cacheBytes(2 << 20)
            .sharedCache(SharedCache.of(3 << 20))
            .durability(Durability.ASYNC)
            .durableWithin(Duration.ofMillis(4))
            .durableBytes(5)
            .readOnly(true)
            .maxBytes(6 << 20)
            .traceTransactions(true)
            .recordTo(Path.of("seven"))
            .registerMBean(true)
            .unlocked(true)
            .compactOnClose(Duration.ofMillis(8))
            .compactWhileOpen(9)
            .refreshEvery(Duration.ofMillis(10));
    String text = options.toString();
    for (Method getter : StoreOptions.class.getMethods()) {
      if (getter.getDeclaringClass() == StoreOptions.class
          && getter.getParameterCount() == 0
          && getter.getReturnType() != StoreOptions.class
          && !getter.getName().equals("toString")) {
        Object value = getter.invoke(options);
        assertThat(value).isNotEqualTo(getter.invoke(StoreOptions.defaults()));
        assertThat(text).containsPattern("[\\[ ]" + Pattern.quote(getter.getName() + "=" + value));
      }
    }
  }

  @Test
  void aSumThatIsNoLongChangesNothing() {
    put(1, Long.MAX_VALUE);
    put(2, Long.MIN_VALUE);
    store.write(
        tx -> {
          LongMap map = tx.longMap("m");
          assertThatThrownBy(() -> map.addTo(1, 1))
              .isExactlyInstanceOf(ArithmeticException.class)
              .hasMessage("key=1 has value 9223372036854775807; delta=1 overflows it");
          assertThatThrownBy(() -> map.addTo(2, Long.MIN_VALUE))
              .isExactlyInstanceOf(ArithmeticException.class);
          assertThat(map.addTo(1, Long.MIN_VALUE)).isEqualTo(-1);
          assertThat(map.addTo(2, Long.MAX_VALUE)).isEqualTo(-1);
          assertThat(map.addTo(3, 0)).isZero();
        });
    assertThat(get(1)).isEqualTo(-1);
    assertThat(get(2)).isEqualTo(-1);
    assertThat(get(3)).isZero();
  }

  @Test
  void aSequenceGoesOnBehindTheLastCommit() {
    assertThat(store.<Long>writeResult(tx -> tx.nextId("ids"))).isEqualTo(1);
    store.write(tx -> assertThat(tx.nextId("ids")).isEqualTo(2));
    try (Transaction rolledBack = store.beginWrite()) {
      assertThat(rolledBack.nextId("ids")).isEqualTo(3);
      assertThat(rolledBack.nextId("ids")).isEqualTo(4);
      assertThat(rolledBack.nextId("other")).isEqualTo(1);
    }
    store.write(tx -> assertThat(tx.nextId("ids")).isEqualTo(3));
    store.write(tx -> tx.longMap("ids").put(0, 100));
    store.write(tx -> assertThat(tx.nextId("ids")).isEqualTo(101));
    store.write(tx -> tx.longMap("ids").put(0, Long.MAX_VALUE));
    assertThatThrownBy(() -> store.write(tx -> tx.nextId("ids")))
        .isExactlyInstanceOf(ArithmeticException.class);
    assertThat(store.readLong(tx -> tx.longMap("ids").get(0, -1))).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1, Long.MAX_VALUE})
  void aMapWithOtherKeysIsNoSequence(long key) {
    store.write(tx -> tx.longMap("m").put(0, 7));
    put(key, 1);
    store.write(
        tx -> {
          assertThatThrownBy(() -> tx.nextId("m"))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessage("name=m has keys other than 0, so it is not a sequence");
          tx.bytesMap("bytes");
          assertThatThrownBy(() -> tx.nextId("bytes"))
              .isExactlyInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("name=bytes is a map of byte strings");
          tx.longMap("n").put(1, 1);
        });
    assertThat(get(0)).isEqualTo(7);
  }

  @Test
  void aResultMayBeNull() {
    assertThat(store.<Object>read(tx -> tx.longMap("m").first())).isNull();
    assertThat(store.<Object>writeResult(tx -> tx.longMap("m").first())).isNull();
  }

  @Test
  void theThreadThatWritesCannotWaitForItself() {
    String message = ": this thread began the write transaction that is open; end it first";
    Transaction tx = store.beginWrite();
    assertWrongState(store::beginWrite, "beginWrite" + message);
    assertWrongState(() -> store.tryBeginWrite(Duration.ofDays(1)), "tryBeginWrite" + message);
    assertWrongState(() -> put(1, 1), "beginWrite" + message);
    assertWrongState(store::checkpoint, "checkpoint" + message);
    assertThat(store.check().problems()).isEmpty();
    tx.longMap("m").put(5, 5);
    tx.commit();
    assertThat(get(5)).isEqualTo(5);
    store.checkpoint();
    assertWrongState(() -> store.write(other -> store.beginWrite()), "beginWrite" + message);
  }

  @Test
  void closingTheStoreInsideOfWorkRollsItBack() {
    put(1, 1);
    assertWrongState(
        () ->
            store.write(
                tx -> {
                  tx.longMap("m").put(1, 2);
                  store.close();
                }),
        "the transaction has ended");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.01S"})
  void beginWriteSaysWhoWritesWhereItsTimeIsOver(String timeout) throws InterruptedException {
    Transaction tx = store.beginWrite();
    tx.longMap("m").put(1, 2);
    AtomicReference<Throwable> result = new AtomicReference<>();
    Thread other =
        new Thread(
            () -> {
              try {
                store.write(Duration.parse(timeout), refused -> refused.longMap("m").put(1, 3));
              } catch (StoreBusyException | InterruptedException e) {
                result.set(e);
              }
            });
    other.start();
    other.join();
    assertThat(result.get())
        .isInstanceOf(StoreBusyException.class)
        .hasMessageMatching(
            "beginWrite: no turn to write within timeout="
                + Duration.parse(timeout)
                + ": thread "
                + Pattern.quote(Thread.currentThread().getName())
                + " has held the writer slot for PT\\d.*S; nothing was changed, try again or wait for"
                + " longer");
    tx.commit();
    store.write(Duration.ofNanos(1), next -> next.longMap("m").put(2, 2));
    assertThat(store.readLong(read -> read.longMap("m").get(1, 0))).isEqualTo(2);
    assertThat(store.readLong(read -> read.longMap("m").get(2, 0))).isEqualTo(2);
    assertWrongState(
        () -> store.write(nested -> beginWithTimeout()),
        "beginWrite: this thread began the write transaction that is open; end it first");
  }

  private void beginWithTimeout() {
    try {
      store.beginWrite(Duration.ZERO).close();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anInterruptEndsTheWaitToWriteAndLeavesTheSlot() throws InterruptedException {
    Transaction tx = store.beginWrite();
    AtomicReference<Throwable> result = new AtomicReference<>();
    Thread other =
        new Thread(
            () -> {
              try {
                store.write(Duration.ofDays(1), refused -> refused.longMap("m").put(1, 3));
              } catch (InterruptedException e) {
                result.set(e);
              }
            });
    other.start();
    other.interrupt();
    other.join();
    assertThat(result.get())
        .isInstanceOf(InterruptedException.class)
        .hasMessage("beginWrite: interrupted while another thread writes");
    tx.close();
    store.write(Duration.ZERO, next -> next.longMap("m").put(2, 2));
    // As the locks of the JDK: an interrupt that came before counts too.
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.beginWrite(Duration.ofDays(1)))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.tryBeginWrite(Duration.ZERO))
        .isInstanceOf(InterruptedException.class)
        .hasMessageStartingWith("tryBeginWrite: interrupted");
    assertThat(Thread.interrupted()).isFalse();
    store.write(next -> next.longMap("m").put(3, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT-2562047788015215H-30M-8S", "PT0.000000001S"})
  void tryBeginWriteGivesUpAtOnce(String timeout) throws InterruptedException {
    Transaction tx = store.beginWrite();
    AtomicReference<Object> result = new AtomicReference<>();
    Thread other = new Thread(() -> result.set(tryToBegin(timeout)));
    other.start();
    other.join();
    assertThat(result.get()).isEqualTo(Optional.empty());
    tx.close();
    store.tryBeginWrite(Duration.parse(timeout)).orElseThrow().close();
  }

  private Optional<Transaction> tryToBegin(String timeout) {
    try {
      return store.tryBeginWrite(Duration.parse(timeout));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT60S", "PT2562047788015215H"})
  void tryBeginWriteWaitsAsLongAsItMay(String timeout) throws InterruptedException {
    Transaction tx = store.beginWrite();
    CountDownLatch begun = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              begun.countDown();
              Transaction second = tryToBegin(timeout).orElseThrow();
              second.longMap("m").put(1, 7);
              second.commit();
            });
    other.start();
    begun.await();
    Thread.sleep(20);
    assertThat(other.isAlive()).isTrue();
    tx.close();
    other.join();
    assertThat(get(1)).isEqualTo(7);
  }

  @Test
  void waitingForTheSlotIgnoresAnInterruptAndKeepsIt() throws InterruptedException {
    Transaction tx = store.beginWrite();
    AtomicBoolean kept = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              put(1, 9);
              kept.set(Thread.currentThread().isInterrupted());
            });
    other.start();
    Thread.sleep(20);
    other.interrupt();
    Thread.sleep(20);
    assertThat(other.isAlive()).isTrue();
    tx.close();
    other.join();
    assertThat(kept).isTrue();
    assertThat(get(1)).isEqualTo(9);
  }

  @Test
  void anotherThreadMayEndATransaction() throws InterruptedException {
    Transaction tx = store.beginWrite();
    tx.handOver();
    Thread other =
        new Thread(
            () -> {
              tx.longMap("m").put(1, 11);
              tx.commit();
            });
    other.start();
    other.join();
    assertThat(get(1)).isEqualTo(11);
    put(1, 12);
  }

  @Test
  void aDroppedMapAnswersNothing() {
    put(1, 1);
    try (Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap("m");
      LongCursor cursor = map.cursor();
      assertThat(cursor.next()).isTrue();
      assertThat(tx.drop("m")).isTrue();
      assertThat(tx.drop("m")).isFalse();
      String message = "name=m was dropped in this transaction";
      assertWrongState(() -> map.get(1, 0), message);
      assertWrongState(() -> map.put(1, 0), message);
      assertWrongState(map::size, message);
      assertWrongState(map::first, message);
      assertWrongState(cursor::next, message);
      assertWrongState(cursor::key, message);
      LongMap anew = tx.longMap("m");
      assertThat(anew.size()).isZero();
      anew.put(2, 2);
      assertWrongState(map::size, message);
      tx.commit();
    }
    assertThat(get(1)).isEqualTo(-1);
    assertThat(get(2)).isEqualTo(2);
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void loadRefusesKeysThatDoNotAscendAndFailsTheTransaction() {
    put(9, 9);
    for (long[] keys : new long[][] {{1, 1}, {2, 1}, {1, 2, 2}, {Long.MAX_VALUE, Long.MIN_VALUE}}) {
      int last = keys.length - 1;
      try (Transaction tx = store.beginWrite()) {
        LongMap map = tx.longMap("m");
        assertThatThrownBy(() -> map.load(pairs(keys)))
            .isExactlyInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "key=%d at pair %d is not above its predecessor, %d",
                keys[last], keys.length, keys[last - 1]);
        assertWrongState(
            () -> map.put(1, 1), "an earlier call failed, the transaction can only be closed");
        assertWrongState(tx::commit, "an earlier call failed");
      }
      assertThat(get(1)).isEqualTo(-1);
      assertThat(get(9)).isEqualTo(9);
    }
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void loadTakesTheEndsOfTheRangeAndReplacesWhatIsThere() {
    put(0, 1);
    store.write(tx -> tx.longMap("m").load(pairs(new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE})));
    boolean done =
        store.read(
            tx -> {
              LongMap map = tx.longMap("m");
              assertThat(map.size()).isEqualTo(3);
              assertThat(map.first()).isEqualTo(new LongEntry(Long.MIN_VALUE, 7));
              assertThat(map.get(0, -1)).isEqualTo(7);
              assertThat(map.last()).isEqualTo(new LongEntry(Long.MAX_VALUE, 7));
              return true;
            });
    assertThat(done).isTrue();
  }

  private static LongPairs pairs(long[] keys) {
    return new LongPairs() {
      private int index = -1;

      @Override
      public boolean next() {
        index++;
        return index < keys.length;
      }

      @Override
      public long key() {
        return keys[index];
      }

      @Override
      public long value() {
        return 7;
      }
    };
  }

  @Test
  void getAllNeedsRoomForEveryKey() {
    put(1, 1);
    try (Transaction tx = store.beginRead()) {
      assertThatThrownBy(() -> tx.longMap("m").getAll(new long[3], new long[2], 0))
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessage("values.length=2 is less than keys.length=3");
      long[] values = {9, 9, 9};
      tx.longMap("m").getAll(new long[] {1, 2}, values, -5);
      assertThat(values).containsExactly(1, -5, 9);
    }
  }

  @Test
  void aCommitWithoutChangesIsNoCommit() {
    put(1, 1);
    long commits = store.stats().commits();
    store.write(tx -> {});
    put(1, 1);
    store.write(tx -> tx.longMap("m").remove(77));
    assertThat(store.stats().commits()).isEqualTo(commits);
  }

  @Test
  void aStoreInMemoryIsNotOpenedForReadingOnly() {
    assertThatThrownBy(() -> Store.inMemory(StoreOptions.defaults().readOnly(true)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("readOnly=true: a store in memory would stay empty");
  }
}
