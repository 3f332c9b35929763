package io.octavo.fuzz.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.StoreFailedException;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.tree.TreeLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A failure that no call throws is logged once, with the file and the cause. */
final class FailureLogTest {
  private static final TreeLimits LIMITS = new TreeLimits(4, 4);

  private final FaultFile file = FaultFile.empty();
  private final Deque<Runnable> due = new ArrayDeque<>();

  @BeforeEach
  void create() {
    TestStores.create(file, new UUID(13, 13));
  }

  @Test
  void aFileThatCannotBeClosed() {
    Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS);
    file.plan(new Fault(Fault.Kind.CLOSE_ERROR, 1, true));
    try (LogLines log = new LogLines()) {
      store.close();
      assertThat(log.requireOne("cannot close the file"))
          .contains(file.name(), Fault.Kind.CLOSE_ERROR.message);
    }
  }

  @Test
  void aCheckpointOfTheBackgroundThatCannotBeWritten() {
    try (Store store = TestStores.open(file, StoreOptions.defaults(), LIMITS, due::add)) {
      store.write(tx -> tx.longMap("m").put(1, 1));
      store.write(tx -> tx.longMap("m").put(1, 2));
      TestStores.beginCheckpoint(store);
      file.plan(new Fault(Fault.Kind.WRITE_ERROR, 1, true));
      due.remove().run();
      file.plan(null);
      try (LogLines log = new LogLines()) {
        store.write(tx -> tx.longMap("m").put(2, 2));
        assertThat(log.requireOne("a checkpoint could not be written"))
            .contains(file.name() + ": a checkpoint", Fault.Kind.WRITE_ERROR.message);
      }
      store.checkpoint();
    }
  }

  @Test
  void commitsThatNobodyWaitsForAndAForceLoses() {
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.ASYNC).durableWithin(Duration.ofSeconds(1));
    Store store =
        TestStores.open(file, options, LIMITS, Runnable::run, (task, nanos) -> due.add(task));
    // The first commit makes the ring, and is durable by that.
    store.write(tx -> tx.longMap("m").put(1, 1));
    CommitTicket ticket;
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("m").put(2, 2);
      ticket = tx.commitLater();
    }
    file.plan(new Fault(Fault.Kind.FORCE_LOST, 1, true));
    try (LogLines log = new LogLines()) {
      due.remove().run();
      assertThat(log.requireOne("commits that have returned may not be durable"))
          .contains(file.name() + ": commits", Fault.Kind.FORCE_LOST.message);
    }
    assertThat(due).isEmpty();
    assertThatThrownBy(ticket::isDurable).isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(store::close).isInstanceOf(StoreFailedException.class);
  }
}
