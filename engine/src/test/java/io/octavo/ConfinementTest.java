package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.codec.Codecs;
import io.octavo.map.BytesBatch;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import java.io.ByteArrayInputStream;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A write transaction serves one thread at a time, and says so. */
@Timeout(60)
class ConfinementTest {
  private static final long[] IDS = LongStream.range(0, 5_000).toArray();

  private final Store store = Store.inMemory();
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @BeforeEach
  void fill() {
    store.write(
        tx -> {
          tx.longMap("longs").put(1, 1);
          tx.bytesMap("bytes").put(new byte[] {1}, new byte[] {1});
          tx.bytesMap("bytes").put(new byte[] {2}, new byte[100_000]);
          tx.postings("postings").addAll(1, IDS);
          tx.map("view", Codecs.STRING, Codecs.LONG).put("one", 1L);
        });
  }

  @AfterEach
  void close() {
    other.shutdownNow();
    store.close();
  }

  /** Runs something on another thread, and gives what it has thrown, null for nothing. */
  private Throwable elsewhere(ThrowingCallable action) {
    Future<Throwable> result = other.submit(() -> catchThrowable(action));
    try {
      return result.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Long> view(Transaction tx) {
    return CallFromInside.view(tx);
  }

  /** Calls of another thread that change something. */
  private enum Change {
    LONG_PUT(tx -> tx.longMap("longs").put(2, 2)),
    LONG_PUT_IF_ABSENT(tx -> tx.longMap("longs").putIfAbsent(1, 2)),
    LONG_ADD_TO(tx -> tx.longMap("longs").addTo(1, 2)),
    NEXT_ID(tx -> tx.nextId("ids")),
    LONG_PUT_ALL(tx -> tx.longMap("longs").putAll(new long[] {2}, new long[] {2})),
    LONG_REMOVE(tx -> tx.longMap("longs").remove(1)),
    LONG_REMOVE_ALL(tx -> tx.longMap("longs").removeAll(new long[] {1})),
    LONG_REMOVE_RANGE(tx -> tx.longMap("longs").removeRange(2, 1)),
    LONG_CLEAR(tx -> tx.longMap("longs").clear()),
    LONG_LOAD(tx -> tx.longMap("longs").load(new CallFromInside.OneLong(() -> {}))),
    BYTES_PUT(tx -> tx.bytesMap("bytes").put(new byte[1], new byte[1])),
    BYTES_COMPARE_AND_SET(
        tx -> tx.bytesMap("bytes").compareAndSet(new byte[1], new byte[1], new byte[1])),
    BYTES_STREAM(
        tx ->
            tx.bytesMap("bytes")
                .put(new byte[1], new ByteArrayInputStream(new byte[100_000]), 100_000)),
    BYTES_PUT_ALL(tx -> tx.bytesMap("bytes").putAll(new byte[1][1], new byte[1][1])),
    BYTES_REMOVE(tx -> tx.bytesMap("bytes").remove(new byte[1])),
    BYTES_REMOVE_ALL(tx -> tx.bytesMap("bytes").removeAll(new byte[1][1])),
    BYTES_REMOVE_RANGE(tx -> tx.bytesMap("bytes").removeRange(new byte[0], null)),
    BYTES_CLEAR(tx -> tx.bytesMap("bytes").clear()),
    BYTES_LOAD(tx -> tx.bytesMap("bytes").load(new CallFromInside.OneEntry(() -> {}))),
    POSTINGS_ADD(tx -> tx.postings("postings").add(1, 1)),
    POSTINGS_ADD_PAIRS(tx -> tx.postings("postings").addAll(IDS, IDS)),
    POSTINGS_ADD_ALL(tx -> tx.postings("postings").addAll(2, IDS)),
    POSTINGS_REMOVE(tx -> tx.postings("postings").remove(1, 1)),
    POSTINGS_REMOVE_ALL(tx -> tx.postings("postings").removeAll(1, IDS)),
    POSTINGS_REMOVE_LIST(tx -> tx.postings("postings").removeList(1)),
    POSTINGS_CLEAR(tx -> tx.postings("postings").clear()),
    POSTINGS_LOAD(tx -> tx.postings("postings").load(new CallFromInside.OneList(() -> {}))),
    VIEW_PUT(tx -> view(tx).put("three", 3L)),
    VIEW_REMOVE(tx -> view(tx).remove("one")),
    VIEW_COMPUTE(tx -> view(tx).computeIfAbsent("three", key -> 3L)),
    VIEW_PUT_ALL(tx -> view(tx).putAll(Map.of("three", 3L))),
    VIEW_CLEAR(tx -> view(tx).clear()),
    DROP(tx -> tx.drop("longs")),
    RENAME(tx -> tx.rename("longs", "other")),
    CREATE(tx -> tx.longMap("created")),
    CREATE_TYPED(tx -> tx.map("created", Codecs.STRING, Codecs.STRING)),
    ADOPT(
        tx ->
            tx.adopt(
                "bytes", Codecs.BYTES, Codecs.BYTES.map("Same", bytes -> bytes, same -> same))),
    COMMIT(Transaction::commit);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Work<Exception> work;

    Change(Work<Exception> work) {
      this.work = work;
    }
  }

  private static void assertForeign(Throwable thrown) {
    assertThat(thrown)
        .isExactlyInstanceOf(ConcurrentModificationException.class)
        .hasMessageContaining("belongs to thread " + Thread.currentThread().getName())
        .hasMessageContaining("call handOver there first")
        .hasMessageContaining("collect in parallel and put in one thread")
        .hasMessageContaining("Store.map");
  }

  /** Opens everything, so that what follows opens nothing for the first time. */
  private Transaction beginWithAllOpen() {
    Transaction tx = store.beginWrite();
    tx.longMap("longs");
    tx.bytesMap("bytes");
    tx.postings("postings");
    view(tx);
    return tx;
  }

  private void assertAsBefore() {
    assertThat(store.check().problems()).isEmpty();
    store.<Integer>read(
        tx -> {
          assertThat(tx.names()).containsExactly("bytes", "longs", "postings", "view");
          assertThat(tx.longMap("longs").size()).isEqualTo(1);
          assertThat(tx.bytesMap("bytes").size()).isEqualTo(2);
          assertThat(tx.postings("postings").count(1)).isEqualTo(IDS.length);
          assertThat(view(tx)).isEqualTo(Map.of("one", 1L));
          return 0;
        });
    store.write(tx -> tx.longMap("longs").put(5, 5));
    assertThat(store.readLong(tx -> tx.longMap("longs").get(5, -1))).isEqualTo(5);
    assertThat(store.check().problems()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void aChangeByAnotherThreadIsRefusedAndNothingIsCommitted(Change change) {
    try (Transaction tx = beginWithAllOpen()) {
      tx.longMap("longs").put(3, 3);
      Throwable refused = elsewhere(() -> change.work.run(tx));
      assertForeign(refused);
      if (change == Change.COMMIT) {
        assertThat(tx.longMap("longs").get(3, -1)).isEqualTo(3);
      } else {
        for (ThrowingCallable late :
            List.<ThrowingCallable>of(() -> tx.longMap("longs").get(3, -1), tx::commit)) {
          assertThatThrownBy(late)
              .isExactlyInstanceOf(IllegalStateException.class)
              .hasMessageContaining("can only be closed")
              .hasCause(refused);
        }
      }
    }
    assertAsBefore();
  }

  @ParameterizedTest
  @EnumSource
  void aChangeByTheThreadThatGetsTheTransactionIsCommitted(Change change) {
    try (Transaction tx = beginWithAllOpen()) {
      tx.longMap("longs").put(3, 3);
      tx.handOver();
      Throwable thrown =
          elsewhere(
              () -> {
                change.work.run(tx);
                if (change != Change.COMMIT) {
                  tx.handOver();
                }
              });
      assertThat(thrown).isNull();
      if (change != Change.COMMIT) {
        tx.commit();
      }
    }
    assertThat(store.check().problems()).isEmpty();
  }

  @Test
  void theThreadThatHasHandedOverIsRefusedUntilItGetsTheTransactionBack() {
    try (Transaction tx = beginWithAllOpen()) {
      LongMap longs = tx.longMap("longs");
      longs.put(3, 3);
      tx.handOver();
      assertThat(elsewhere(() -> longs.put(4, 4))).isNull();
      for (ThrowingCallable refused :
          List.<ThrowingCallable>of(() -> longs.get(3, -1), tx::handOver, tx::close, tx::commit)) {
        assertThatThrownBy(refused)
            .isExactlyInstanceOf(ConcurrentModificationException.class)
            .hasMessageContaining("belongs to thread");
      }
      assertThat(elsewhere(tx::handOver)).isNull();
      assertThat(longs.get(4, -1)).isEqualTo(4);
      assertThat(longs.get(3, -1)).isEqualTo(3);
      tx.commit();
    }
  }

  @Test
  void aTransactionIsNotHandedOverInsideOfAChangeNorAfterItsEnd() {
    Transaction tx = beginWithAllOpen();
    view(tx)
        .compute(
            "one",
            (key, old) -> {
              assertThatThrownBy(tx::handOver)
                  .isExactlyInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("has not returned");
              return old;
            });
    tx.close();
    assertThatThrownBy(tx::handOver).hasMessage("the transaction has ended");
    try (Transaction reader = store.beginRead()) {
      assertThatThrownBy(reader::handOver).hasMessageContaining("only reads");
    }
  }

  @Test
  void aCloseByAnotherThreadIsRefused() {
    try (Transaction tx = beginWithAllOpen()) {
      tx.longMap("longs").put(3, 3);
      assertForeign(elsewhere(tx::close));
      tx.commit();
    }
    assertThat(store.readLong(tx -> tx.longMap("longs").get(3, -1))).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aStoreThatAnotherThreadClosesEndsTheTransaction(CallFromInside call) {
    try (Transaction tx = beginWithAllOpen()) {
      assertThatThrownBy(() -> call.around(tx, () -> assertThat(elsewhere(store::close)).isNull()))
          .isExactlyInstanceOf(IllegalStateException.class)
          .hasMessage("the transaction has ended");
    }
  }

  private void changeMuch() {
    for (int i = 0; i < 20; i++) {
      long from = i * 1_000L;
      store.write(
          tx -> {
            for (long key = from; key < from + 1_000; key++) {
              tx.longMap("much").put(key, ~key);
            }
          });
    }
  }

  private static boolean isMuch(Transaction tx) {
    long key = 0;
    for (LongCursor c = tx.longMap("much").cursor(); c.next(); key++) {
      if (c.key() != key || c.value() != ~key) {
        return false;
      }
    }
    return key == 20_000;
  }

  /** Calls of another thread that read. */
  private enum Read {
    LONG_GET(tx -> tx.longMap("longs").get(1, 0)),
    LONG_GET_ALL(
        tx -> {
          tx.longMap("longs").getAll(new long[2], new long[2], 0);
          return 0;
        }),
    LONG_CONTAINS(tx -> tx.longMap("longs").contains(1)),
    LONG_SIZE(tx -> tx.longMap("longs").size()),
    LONG_FIRST(tx -> tx.longMap("longs").first()),
    LONG_FLOOR(tx -> tx.longMap("longs").floor(7)),
    LONG_CURSOR(tx -> tx.longMap("longs").cursor().next()),
    LONG_CURSOR_BACK(tx -> tx.longMap("longs").cursor().previous()),
    LONG_CURSOR_SEEK(tx -> tx.longMap("longs").cursor().seek(1)),
    LONG_KEYS(tx -> tx.longMap("longs").keys().parallel().sum()),
    BYTES_GET(tx -> tx.bytesMap("bytes").get(new byte[] {1})),
    BYTES_LENGTH(tx -> tx.bytesMap("bytes").length(new byte[] {2})),
    BYTES_OPEN(tx -> tx.bytesMap("bytes").open(new byte[] {2})),
    BYTES_CONTAINS(tx -> tx.bytesMap("bytes").contains(new byte[] {1})),
    BYTES_SIZE(tx -> tx.bytesMap("bytes").size()),
    BYTES_LAST(tx -> tx.bytesMap("bytes").last()),
    BYTES_CURSOR(tx -> tx.bytesMap("bytes").cursor().next()),
    BYTES_BATCH(tx -> tx.bytesMap("bytes").cursor().next(BytesBatch.create())),
    BYTES_CURSOR_BACK(tx -> tx.bytesMap("bytes").cursor().previous()),
    POSTINGS_CONTAINS(tx -> tx.postings("postings").contains(1, 1)),
    POSTINGS_COUNT(tx -> tx.postings("postings").count(1)),
    POSTINGS_SIZE(tx -> tx.postings("postings").size()),
    POSTINGS_CURSOR(tx -> tx.postings("postings").cursor(1).next()),
    POSTINGS_DESCENDING(tx -> tx.postings("postings").descending(1, 9).hasNext()),
    POSTINGS_LISTS(tx -> tx.postings("postings").lists().next()),
    POSTINGS_KEYS(tx -> tx.postings("postings").keys().sum()),
    VIEW_GET(tx -> view(tx).get("one")),
    VIEW_SIZE(tx -> view(tx).size()),
    VIEW_ITERATOR(tx -> view(tx).keySet().iterator().next()),
    VIEW_STREAM(tx -> view(tx).values().parallelStream().mapToLong(value -> value).sum()),
    VIEW_FIRST(tx -> ((NavigableMap<?, ?>) view(tx)).firstKey()),
    NAMES(Transaction::names),
    EXISTS(tx -> tx.exists("longs")),
    TYPE(tx -> tx.type("longs")),
    CODECS(tx -> tx.codecs("longs"));

    @SuppressWarnings("ImmutableEnumChecker") // a lambda without state
    private final Query<@Nullable Object, Exception> query;

    Read(Query<@Nullable Object, Exception> query) {
      this.query = query;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReadByAnotherThreadIsRefusedAndFailsNothing(Read read) {
    try (Transaction tx = beginWithAllOpen()) {
      tx.longMap("longs").put(3, 3);
      assertForeign(elsewhere(() -> read.query.run(tx)));
      tx.commit();
    }
    assertThat(store.readLong(tx -> tx.longMap("longs").get(3, -1))).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCalledFromInsideReadsAndChangesTheSameTransaction(CallFromInside call)
      throws Exception {
    try (Transaction tx = beginWithAllOpen()) {
      call.around(
          tx,
          () -> {
            for (Read read : Read.values()) {
              assertThat(catchThrowable(() -> read.query.run(tx))).as("%s", read).isNull();
            }
            tx.longMap("beside").put(1, 1);
            tx.map("typed", Codecs.STRING, Codecs.LONG).merge("a", 1L, Long::sum);
            tx.drop("dropped");
            assertThatThrownBy(tx::commit)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has not returned");
          });
      tx.commit();
    }
    assertThat(store.check().problems()).isEmpty();
    assertThat(store.readLong(tx -> tx.longMap("beside").get(1, 0))).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCalledFromInsideMayCloseTheTransaction(CallFromInside call) {
    Transaction tx = beginWithAllOpen();
    boolean[] isClosed = new boolean[1];
    assertThatThrownBy(
            () ->
                call.around(
                    tx,
                    () -> {
                      if (!isClosed[0]) {
                        isClosed[0] = true;
                        tx.close();
                        // Its pages are others' now.
                        changeMuch();
                      }
                    }))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("the transaction has ended");
    assertThat(store.<Boolean>read(ConfinementTest::isMuch)).isTrue();
    store.write(later -> later.drop("much"));
    assertAsBefore();
  }

  @Test
  void aFunctionThatThrowsFailsNothing() {
    store.write(
        tx -> {
          Map<String, Long> view = view(tx);
          assertThatThrownBy(
                  () ->
                      view.compute(
                          "one",
                          (key, old) -> {
                            throw new IllegalStateException("no");
                          }))
              .hasMessage("no");
          view.put("two", 2L);
        });
    assertThat(store.readLong(tx -> view(tx).get("two"))).isEqualTo(2);
  }

  @Test
  void aCallOfTheCatalogueThatIsRefusedFailsNothing() {
    store.write(
        tx -> {
          List<ThrowingCallable> refused =
              List.of(
                  () -> tx.bytesMap("longs"),
                  () -> tx.postings(""),
                  () -> tx.rename("longs", "view"),
                  () -> tx.map("longs", Codecs.STRING, Codecs.INT));
          for (ThrowingCallable call : refused) {
            assertThatThrownBy(call).isExactlyInstanceOf(IllegalArgumentException.class);
          }
          tx.longMap("longs").put(2, 2);
        });
    assertThat(store.readLong(tx -> tx.longMap("longs").get(2, -1))).isEqualTo(2);
  }

  @Test
  void threadsThatTakeTurnsAreNotTakenForOnesThatMeet() throws Exception {
    int threads = 6;
    int rounds = 3_000;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (Transaction tx = beginWithAllOpen()) {
      Semaphore turn = new Semaphore(1, true);
      tx.handOver();
      List<Future<?>> results =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(
                  thread ->
                      executor.submit(
                          () -> {
                            for (int i = 0; i < rounds; i++) {
                              turn.acquire();
                              try {
                                takeTurn(tx, (long) i * threads + thread);
                                tx.handOver();
                              } finally {
                                turn.release();
                              }
                            }
                            return null;
                          }))
              .toList();
      for (Future<?> result : results) {
        result.get();
      }
      assertThat(elsewhere(tx::commit)).isNull();
    } finally {
      executor.shutdownNow();
    }
    assertThat(store.check().problems()).isEmpty();
    store.<Integer>read(
        tx -> {
          assertThat(tx.longMap("turns").size()).isEqualTo(threads * rounds);
          assertThat(view(tx).get("turns")).isEqualTo(threads * rounds);
          assertThat(tx.postings("postings").count(7)).isEqualTo(threads * rounds);
          return 0;
        });
  }

  private static void takeTurn(Transaction tx, long number) {
    tx.longMap("turns").put(number, number);
    assertThat(tx.longMap("turns").get(number, -1)).isEqualTo(number);
    view(tx).merge("turns", 1L, Long::sum);
    tx.postings("postings").add(7, number);
  }

  /** Any number of threads may read from a snapshot, and open what they read. */
  @Test
  void manyThreadsReadFromASnapshot() throws Exception {
    int threads = 4;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (Transaction tx = beginWithAllOpen()) {
      for (int round = 0; round < 50; round++) {
        CyclicBarrier start = new CyclicBarrier(threads);
        try (Transaction snapshot = tx.snapshot()) {
          List<Future<?>> results =
              IntStream.range(0, threads)
                  .<Future<?>>mapToObj(
                      thread ->
                          executor.submit(
                              () -> {
                                start.await();
                                for (Read read : Read.values()) {
                                  read.query.run(snapshot);
                                }
                                return null;
                              }))
                  .toList();
          for (Future<?> result : results) {
            result.get();
          }
        }
        tx.longMap("longs").put(round, round);
        view(tx).put("round " + round, 1L);
      }
      tx.commit();
    } finally {
      executor.shutdownNow();
    }
    assertThat(store.check().problems()).isEmpty();
  }
}
