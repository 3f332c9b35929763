package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Commits that return before they are durable: on a timer, by a ticket, by a level of their own.
 */
@Timeout(120)
class LaterDurabilityTest {
  private static final TreeLimits LIMITS = TreeLimits.PAGE;
  private static final long HALF_A_SECOND = 500_000_000;

  private final HeapFile file = new HeapFile();

  /** What the store wants to have done later; a test decides when it is later. */
  private final LaterTasks tasks = new LaterTasks();

  @BeforeEach
  void create() {
    Pager.create(file, new UUID(3, 3));
  }

  private Store open(Durability durability) {
    return open(StoreOptions.defaults().durability(durability));
  }

  private Store open(StoreOptions options) {
    return Store.open(file, null, options, LIMITS, tasks);
  }

  private static void put(Store store, long key) {
    store.write(tx -> tx.longMap("m").put(key, key));
  }

  private static void put(Store store, long key, Durability durability) {
    store.write(
        tx -> {
          tx.durability(durability);
          tx.longMap("m").put(key, key);
        });
  }

  private static CommitTicket putLater(Store store, long key) {
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("m").put(key, key);
      return tx.commitLater();
    }
  }

  private static CommitTicket putLater(Store store, long key, Durability durability) {
    try (Transaction tx = store.beginWrite()) {
      tx.durability(durability);
      tx.longMap("m").put(key, key);
      return tx.commitLater();
    }
  }

  private static long size(Store store) {
    return store.readLong(tx -> tx.longMap("m").size());
  }

  /** Counts what a kill at this moment leaves, all of it sound. */
  private long left() {
    try (Store store =
        Store.open(new HeapFile(file.content()), null, StoreOptions.defaults(), LIMITS)) {
      assertThat(store.check().problems()).isEmpty();
      long size = size(store);
      store.view(
          tx -> {
            for (long key = 0; key < size; key++) {
              assertThat(tx.longMap("m").get(key, -1)).isEqualTo(key);
            }
          });
      return size;
    }
  }

  @Test
  void aCommitOnATimerSurvivesTheProcessAndIsDurableWhenItsTimeHasCome() {
    try (Store store = open(Durability.ASYNC)) {
      put(store, 0);
      tasks.passTime();
      put(store, 1);
      put(store, 2);
      assertThat(size(store)).isEqualTo(3);
      assertThat(left()).isEqualTo(3);
      assertThat(store.stats().nonDurableCommits()).isEqualTo(2);
      assertThat(tasks.list()).hasSize(1);
      assertThat(tasks.list().element().nanos()).isEqualTo(HALF_A_SECOND);
      long writes = file.writes();
      tasks.passTime();
      assertThat(store.stats().nonDurableCommits()).isZero();
      // They are only forced, and nothing is left to do.
      assertThat(file.writes()).isEqualTo(writes + 1);
      assertThat(tasks.list()).isEmpty();
      put(store, 3);
      assertThat(tasks.list()).hasSize(1);
    }
  }

  @Test
  void manyBytesDoNotWaitForTheirTime() {
    try (Store store =
        open(
            StoreOptions.defaults()
                .durability(Durability.ASYNC)
                .durableWithin(Duration.ofHours(1))
                .durableBytes(100))) {
      put(store, 0);
      tasks.passTime();
      put(store, 1);
      assertThat(tasks.list()).hasSize(1);
      store.write(
          tx -> {
            for (long key = 2; key < 100; key++) {
              tx.longMap("m").put(key, key);
            }
          });
      assertThat(tasks.list()).hasSize(2);
      assertThat(tasks.list().getLast().nanos()).isZero();
      tasks.list().removeLast().run().run();
      assertThat(left()).isEqualTo(100);
      // The flush that was asked for first finds nothing to do.
      long writes = file.writes();
      tasks.passTime();
      assertThat(file.writes()).isEqualTo(writes);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ASYNC", "CHECKPOINT"})
  void aWriterForcesNothing(Durability durability) {
    try (Store store = open(Durability.SYNC)) {
      put(store, 0);
      long checkpoints = store.stats().checkpoints();
      AtomicInteger forces = new AtomicInteger();
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE_DURABLE || call == Call.FORCE) {
              forces.incrementAndGet();
            }
          });
      for (long key = 1; key < 10_000; key++) {
        put(store, key, durability);
      }
      // A checkpoint that makes the ring longer forces its pages, the new ring and its meta page.
      assertThat(forces.get())
          .isLessThanOrEqualTo((int) (store.stats().checkpoints() - checkpoints) * 3);
      assertThat(store.stats().checkpoints() - checkpoints).isLessThan(10);
    }
  }

  @Test
  void commitsThatWaitNeedNotEachABlockOfTheRing() {
    try (Store store = open(Durability.ASYNC)) {
      for (long key = 0; key < 100_000; key++) {
        put(store, key);
      }
      // The ring grows by checkpoints to its greatest length, and is then good for many commits.
      assertThat(store.stats().checkpoints()).isLessThan(20);
      assertThat(tasks.list()).hasSizeLessThan(5);
      tasks.passTime();
      assertThat(left()).isEqualTo(100_000);
    }
  }

  @Test
  void oneTransactionAsksForMore() {
    try (Store store = open(Durability.ASYNC)) {
      put(store, 0);
      put(store, 1, Durability.SYNC);
      assertThat(left()).isEqualTo(2);
      put(store, 2);
      // A transaction that changes nothing makes durable what it may have read.
      store.write(tx -> tx.durability(Durability.SYNC));
      assertThat(left()).isEqualTo(3);
    }
  }

  @Test
  void oneTransactionAsksForLess() {
    try (Store store = open(Durability.SYNC)) {
      put(store, 0);
      put(store, 1, Durability.ASYNC);
      assertThat(size(store)).isEqualTo(2);
      assertThat(left()).isEqualTo(2);
      assertThat(tasks.list()).hasSize(1);
      tasks.passTime();
      put(store, 2, Durability.CHECKPOINT);
      assertThat(size(store)).isEqualTo(3);
      assertThat(left()).isEqualTo(2);
      assertThat(tasks.list()).isEmpty();
      put(store, 3);
      assertThat(left()).isEqualTo(4);
    }
    assertThat(left()).isEqualTo(4);
  }

  @Test
  void aStoreOfCheckpointsHasAClockIfOneIsSet() {
    try (Store store =
        open(
            StoreOptions.defaults()
                .durability(Durability.CHECKPOINT)
                .durableWithin(Duration.ofMinutes(1)))) {
      put(store, 0);
      put(store, 1);
      assertThat(left()).isZero();
      assertThat(tasks.list()).hasSize(1);
      assertThat(tasks.list().element().nanos()).isEqualTo(Duration.ofSeconds(30).toNanos());
      tasks.passTime();
      assertThat(left()).isEqualTo(2);
      put(store, 2);
      assertThat(tasks.list()).hasSize(1);
    }
    try (Store store = open(Durability.CHECKPOINT)) {
      put(store, 3);
      assertThat(tasks.list()).hasSize(1);
      put(store, 4, Durability.ASYNC);
      assertThat(tasks.list()).hasSize(2);
      tasks.list().removeLast().run().run();
      assertThat(left()).isEqualTo(5);
    }
  }

  @Test
  void aCheckpointThatFailsIsTriedAgain() {
    try (Store store = open(Durability.CHECKPOINT)) {
      put(store, 0);
      put(store, 1, Durability.ASYNC);
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE) {
              throw new IOException("no space");
            }
          });
      tasks.passTime();
      assertThat(tasks.list()).hasSize(1);
      file.heal();
      tasks.passTime();
      assertThat(left()).isEqualTo(2);
      assertThat(tasks.list()).isEmpty();
    }
  }

  @Test
  void aStoreOfCheckpointsMakesOneCommitDurable() {
    try (Store store = open(Durability.CHECKPOINT)) {
      put(store, 0);
      put(store, 1, Durability.SYNC);
      assertThat(left()).isEqualTo(2);
      file.setFault(
          (call, position) -> {
            if (call == Call.WRITE) {
              throw new IOException("no space");
            }
          });
      assertThatThrownBy(() -> put(store, 2, Durability.SYNC)).isInstanceOf(StoreException.class);
      assertThat(size(store)).isEqualTo(2);
      file.heal();
      put(store, 2, Durability.SYNC);
      assertThat(left()).isEqualTo(3);
    }
  }

  @Test
  void aTicketIsWaitedFor() {
    try (Store store = open(Durability.SYNC)) {
      put(store, 0);
      List<CommitTicket> tickets = new ArrayList<>();
      for (long key = 1; key < 5; key++) {
        tickets.add(putLater(store, key));
      }
      // The next write transaction sees what readers do not see before it is durable.
      assertThat(size(store)).isEqualTo(1);
      try (Transaction tx = store.beginWrite()) {
        assertThat(tx.longMap("m").size()).isEqualTo(5);
      }
      assertThat(tickets).noneMatch(CommitTicket::isDurable);
      assertThat(left()).isEqualTo(1);
      assertThat(tasks.list()).hasSize(1);
      assertThat(tasks.list().element().nanos()).isZero();
      long writes = file.writes();
      tickets.get(3).await();
      assertThat(file.writes()).isEqualTo(writes + 1);
      assertThat(tickets).allMatch(CommitTicket::isDurable);
      tickets.get(0).await();
      assertThat(size(store)).isEqualTo(5);
      assertThat(left()).isEqualTo(5);
    }
  }

  @Test
  void aTicketBecomesDurableByItself() {
    try (Store store = open(Durability.SYNC)) {
      put(store, 0);
      CommitTicket ticket = putLater(store, 1);
      assertThat(ticket.isDurable()).isFalse();
      tasks.passTime();
      assertThat(ticket.isDurable()).isTrue();
      assertThat(left()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTicketOfAnyLevelCanBeWaitedFor(Durability durability) {
    CommitTicket open;
    try (Store store = open(durability)) {
      put(store, 0);
      CommitTicket ticket = putLater(store, 1);
      assertThat(ticket.isDurable()).isFalse();
      ticket.await();
      assertThat(ticket.isDurable()).isTrue();
      assertThat(left()).isEqualTo(2);
      open = putLater(store, 2);
    }
    assertThat(left()).isEqualTo(3);
    assertThat(open.isDurable()).isTrue();
    open.await();
  }

  @Test
  void aTicketTellsThatAWriteHasFailed() {
    Store store = open(Durability.SYNC);
    put(store, 0);
    CommitTicket ticket = putLater(store, 1);
    file.setFault(
        (call, position) -> {
          if (call == Call.WRITE_DURABLE) {
            throw new IOException("broken");
          }
        });
    tasks.passTime();
    assertThatThrownBy(ticket::isDurable).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(ticket::await).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(() -> put(store, 2)).isInstanceOf(StoreFailedException.class);
    assertThat(size(store)).isEqualTo(1);
    assertThat(tasks.list()).isEmpty();
    assertThatThrownBy(store::close).isInstanceOf(StoreFailedException.class);
    assertThat(file.isClosed()).isTrue();
    store.close();
    file.heal();
    assertThat(left()).isBetween(1L, 2L);
  }

  @ParameterizedTest
  @EnumSource(names = {"ASYNC", "CHECKPOINT"})
  void aCloseTellsThatCommitsAreLost(Durability durability) {
    Store store = open(durability);
    put(store, 0, Durability.SYNC);
    put(store, 1);
    file.setFault(
        (call, position) -> {
          if (call == Call.WRITE_DURABLE || call == Call.FORCE) {
            throw new IOException("broken");
          }
        });
    assertThatThrownBy(store::sync).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(store::close).isInstanceOf(StoreFailedException.class);
    assertThat(file.isClosed()).isTrue();
    store.close();
  }

  @Test
  void aCloseIsSilentWhereEachCallerWasTold() {
    Store store = open(Durability.SYNC);
    put(store, 0);
    file.setFault(
        (call, position) -> {
          if (call == Call.WRITE_DURABLE) {
            throw new IOException("broken");
          }
        });
    assertThatThrownBy(() -> put(store, 1)).isInstanceOf(StoreFailedException.class);
    store.close();
    assertThat(file.isClosed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void syncMakesAllDurable(Durability durability) {
    try (Store store = open(durability)) {
      put(store, 0);
      put(store, 1, Durability.CHECKPOINT);
      store.sync();
      assertThat(left()).isEqualTo(2);
      long writes = file.writes();
      store.sync();
      assertThat(file.writes()).isEqualTo(writes);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ASYNC", "CHECKPOINT"})
  void aTransactionThatChangesNothingMakesDurableWhatItHasRead(Durability durability) {
    try (Store store = open(durability)) {
      put(store, 0);
      put(store, 1);
      store.write(
          tx -> {
            tx.durability(Durability.SYNC);
            assertThat(tx.longMap("m").get(1, -1)).isEqualTo(1);
          });
      assertThat(left()).isEqualTo(2);
    }
  }

  @Test
  void aTicketOfAStoreWhoseLastCheckpointFailedIsNotAwaitedForEver() {
    Store store = open(Durability.CHECKPOINT);
    CommitTicket ticket = putLater(store, 0);
    file.setFault(
        (call, position) -> {
          if (call == Call.WRITE) {
            throw new IOException("no space");
          }
        });
    assertThatThrownBy(store::close).isInstanceOf(StoreException.class);
    assertThatThrownBy(ticket::isDurable)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the store was closed");
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNC", "ASYNC", "CHECKPOINT"})
  void withoutAThreadTheCommitItselfWaits(Durability durability) {
    try (Store store = open(durability)) {
      put(store, 0, Durability.SYNC);
      tasks.isOutOfThreads = true;
      CommitTicket ticket = putLater(store, 1, Durability.ASYNC);
      assertThat(left()).isEqualTo(2);
      assertThat(ticket.isDurable()).isTrue();
      tasks.isOutOfThreads = false;
      CommitTicket next = putLater(store, 2, Durability.ASYNC);
      assertThat(next.isDurable()).isFalse();
      tasks.passTime();
      assertThat(next.isDurable()).isTrue();
    }
  }

  @Test
  void whatIsDueAfterTheCloseDoesNothing() {
    try (Store store = open(Durability.ASYNC)) {
      put(store, 0);
      put(store, 1);
    }
    assertThat(left()).isEqualTo(2);
    long writes = file.writes();
    tasks.passTime();
    assertThat(file.writes()).isEqualTo(writes);
    assertThat(tasks.list()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void realThreadsMakeCommitsDurable(Durability durability, @TempDir Path directory)
      throws InterruptedException {
    StoreOptions options =
        StoreOptions.defaults().durability(durability).durableWithin(Duration.ofMillis(2));
    try (Store store = Store.open(directory.resolve("a.oct"), options)) {
      for (long key = 0; key < 300; key++) {
        CommitTicket ticket = putLater(store, key);
        while (key % 100 == 0 && !ticket.isDurable()) {
          Thread.sleep(1);
        }
      }
      assertThat(store.check().problems()).isEmpty();
    }
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> StoreOptions.defaults().durableWithin(Duration.ofNanos(1)))
        .hasMessageContaining("durableWithin=PT0.000000001S");
    assertThatThrownBy(() -> StoreOptions.defaults().durableWithin(Duration.ofDays(2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StoreOptions.defaults().durableBytes(-1))
        .hasMessageContaining("durableBytes=-1");
    StoreOptions options =
        StoreOptions.defaults().durableWithin(Duration.ofSeconds(2)).durableBytes(7);
    assertThat(options.durableWithin()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.durableBytes()).isEqualTo(7);
    try (Store store = open(Durability.SYNC)) {
      assertThatThrownBy(() -> store.view(tx -> tx.durability(Durability.ASYNC)))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> store.write(Transaction::commitLater))
          .hasMessageContaining("commitLater: the store ends this transaction itself");
      try (Transaction tx = store.beginRead()) {
        assertThatThrownBy(tx::commitLater).isInstanceOf(IllegalStateException.class);
      }
    }
  }
}
