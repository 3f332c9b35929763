package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Background;
import io.octavo.commit.BackgroundThreads;
import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for a commit for some time, and by a stage. */
@Timeout(120)
class CommitTicketTest {
  private static final Duration LONG = Duration.ofSeconds(Long.MAX_VALUE);

  private final HeapFile file = new HeapFile();
  private final LaterTasks tasks = new LaterTasks();

  @BeforeEach
  void create() {
    Pager.create(file, new UUID(3, 3));
  }

  private Store open(Durability durability, Background background) {
    StoreOptions options = StoreOptions.defaults().durability(durability);
    return Store.open(file, null, options, TreeLimits.PAGE, background);
  }

  private static CommitTicket put(Store store, long key) {
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("m").put(key, key);
      return tx.commitLater();
    }
  }

  /** Opens a store whose first commit, which makes the ring, is done. */
  private Store openPrepared(Durability durability) {
    Store store = open(durability, tasks);
    put(store, 0).await();
    while (!tasks.list().isEmpty()) {
      tasks.passTime();
    }
    return store;
  }

  private static CompletableFuture<Void> future(CommitTicket ticket) {
    return ticket.whenDurable().toCompletableFuture();
  }

  private void breakWrites(Call broken) {
    file.setFault(
        (call, position) -> {
          if (call == broken) {
            throw new IOException("broken");
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT-2562047788015215H", "PT0.001S"})
  void aWaitEndsWhenItsTimeHasPassed(Duration timeout) throws InterruptedException {
    try (Store store = openPrepared(Durability.ASYNC)) {
      CommitTicket ticket = put(store, 1);
      assertThat(ticket.await(timeout)).isFalse();
      // The timer of the store, and a flush that is to begin now, once however often it is asked.
      assertThat(ticket.await(timeout)).isFalse();
      assertThat(tasks.list()).extracting(LaterTasks.Task::nanos).containsExactly(500_000_000L, 0L);
      tasks.list().getLast().run().run();
      assertThat(ticket.await(timeout)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWaitEndsWhenTheCommitIsDurable(Durability durability) throws InterruptedException {
    try (Store store = open(durability, new BackgroundThreads())) {
      for (long key = 0; key < 5; key++) {
        CommitTicket ticket = put(store, key);
        assertThat(ticket.await(LONG)).isTrue();
        assertThat(ticket.isDurable()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStageCompletesWhenTheCommitIsDurable(Durability durability) {
    try (Store store = openPrepared(durability)) {
      CommitTicket ticket = put(store, 1);
      CompletableFuture<Void> stage = future(ticket);
      CompletableFuture<Void> second = future(ticket);
      assertThat(stage).isNotDone();
      assertThat(tasks.list().getLast().nanos()).isZero();
      tasks.list().removeLast().run().run();
      stage.join();
      second.join();
      assertThat(ticket.isDurable()).isTrue();
      future(ticket).join();
    }
  }

  @Test
  void whatDependsOnAStageRunsOutsideOfTheStoreAndMayUseIt() {
    try (Store store = openPrepared(Durability.SYNC)) {
      AtomicReference<Thread> thread = new AtomicReference<>();
      CompletableFuture<Long> sum =
          put(store, 1)
              .whenDurable()
              .thenApply(
                  done -> {
                    thread.set(Thread.currentThread());
                    put(store, 2).await();
                    store.checkpoint();
                    return store.readLong(tx -> tx.longMap("m").size());
                  })
              .toCompletableFuture();
      tasks.passTime();
      assertThat(sum.join()).isEqualTo(3);
      assertThat(thread).doesNotHaveValue(Thread.currentThread());
    }
  }

  @Test
  void aStageOfACommitThatFailedTellsWhy() {
    Store store = openPrepared(Durability.SYNC);
    CommitTicket ticket = put(store, 1);
    CompletableFuture<Void> stage = future(ticket);
    breakWrites(Call.WRITE_DURABLE);
    tasks.passTime();
    assertThatThrownBy(stage::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StoreFailedException.class);
    assertThatThrownBy(future(ticket)::get).hasCauseInstanceOf(StoreFailedException.class);
    assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(store::close).isInstanceOf(StoreFailedException.class);
  }

  @Test
  void aStageWaitsForACheckpointThatIsTriedAgain() {
    try (Store store = openPrepared(Durability.CHECKPOINT)) {
      CompletableFuture<Void> stage = future(put(store, 1));
      breakWrites(Call.WRITE);
      tasks.passTime();
      assertThat(stage).isNotDone();
      file.heal();
      tasks.passTime();
      stage.join();
    }
  }

  @Test
  void theCloseCompletesStages() {
    CommitTicket ticket;
    CompletableFuture<Void> stage;
    try (Store store = openPrepared(Durability.ASYNC)) {
      ticket = put(store, 1);
      stage = future(ticket);
      assertThat(stage).isNotDone();
    }
    stage.join();
    future(ticket).join();
  }

  @Test
  void aCloseThatCannotMakeACommitDurableTellsItsStages() {
    Store store = openPrepared(Durability.CHECKPOINT);
    CommitTicket ticket = put(store, 1);
    CompletableFuture<Void> stage = future(ticket);
    breakWrites(Call.WRITE);
    assertThatThrownBy(store::close).isInstanceOf(StoreException.class);
    for (CompletableFuture<Void> each : List.of(stage, future(ticket))) {
      assertThatThrownBy(each::get)
          .cause()
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("the store was closed");
    }
    assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(StoreException.class);
  }

  @Test
  void anInterruptEndsAWaitForSomeTime() throws InterruptedException {
    try (Store store = openPrepared(Durability.ASYNC)) {
      CommitTicket ticket = put(store, 1);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      CountDownLatch ended = new CountDownLatch(1);
      Thread waiting =
          new Thread(
              () -> {
                try {
                  ticket.await(LONG);
                } catch (InterruptedException e) {
                  ended.countDown();
                }
              });
      waiting.start();
      waiting.interrupt();
      ended.await();
      waiting.join();
    }
  }

  @Test
  void withoutAThreadForItTheCallSaysSo() throws InterruptedException {
    try (Store store = openPrepared(Durability.ASYNC)) {
      CommitTicket ticket = put(store, 1);
      tasks.isOutOfThreads = true;
      assertThatThrownBy(ticket::whenDurable).isInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(() -> ticket.await(LONG)).isInstanceOf(OutOfMemoryError.class);
      tasks.isOutOfThreads = false;
      CompletableFuture<Void> stage = future(ticket);
      tasks.list().removeLast().run().run();
      stage.join();
      assertThat(ticket.await(LONG)).isTrue();
    }
  }
}
