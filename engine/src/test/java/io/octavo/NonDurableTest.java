package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.commit.Pager;
import io.octavo.error.StoreFailedException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the statistics tell of commits that have returned and are not durable. */
@Timeout(20)
class NonDurableTest {
  private static final long SECOND = 1_000_000_000;

  private final HeapFile file = new HeapFile();
  private final LaterTasks tasks = new LaterTasks();
  private long keys;

  @BeforeEach
  void create() {
    Pager.create(file, new UUID(3, 3));
  }

  /** Opens a store whose first commit, which makes the ring, is done. */
  private Store open(Durability durability) {
    // Before the overflow of the clock, which it must survive.
    tasks.now = Long.MAX_VALUE - SECOND;
    StoreOptions options = StoreOptions.defaults().durability(durability);
    Store store = Store.open(file, null, options, TreeLimits.PAGE, tasks);
    put(store, durability);
    store.sync();
    return store;
  }

  private void put(Store store, Durability durability) {
    try (Transaction tx = store.beginWrite()) {
      tx.durability(durability);
      tx.longMap("m").put(keys++, 1);
      tx.commit();
    }
  }

  private static void assertWaiting(Store store, long commits, long seconds) {
    StoreStats stats = store.stats();
    assertThat(stats.nonDurableCommits()).isEqualTo(commits);
    assertThat(stats.oldestNonDurable()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @EnumSource(names = {"ASYNC", "CHECKPOINT"})
  void tellsTheAgeOfTheOldestAndTheirNumber(Durability durability) {
    try (Store store = open(durability)) {
      for (int round = 0; round < 3; round++) {
        assertWaiting(store, 0, 0);
        for (int commits = 1; commits < 5; commits++) {
          put(store, durability);
          tasks.now += SECOND;
          assertWaiting(store, commits, commits);
        }
        store.sync();
      }
      assertWaiting(store, 0, 0);
    }
  }

  @Test
  void aCommitThatIsWaitedForLeavesNone() {
    try (Store store = open(Durability.SYNC)) {
      put(store, Durability.SYNC);
      tasks.now += SECOND;
      assertWaiting(store, 0, 0);
      put(store, Durability.CHECKPOINT);
      tasks.now += SECOND;
      assertWaiting(store, 1, 1);
      put(store, Durability.SYNC);
      assertWaiting(store, 0, 0);
    }
  }

  @Test
  void whatHasBecomeDurableIsForgottenBesideWhatHasNot() {
    try (Store store = open(Durability.ASYNC)) {
      put(store, Durability.ASYNC);
      tasks.now += SECOND;
      // While the file is forced, two commits more return.
      file.setFault(
          (call, position) -> {
            if (call == Call.FORCE) {
              file.heal();
              put(store, Durability.ASYNC);
              tasks.now += SECOND;
              put(store, Durability.ASYNC);
              assertWaiting(store, 3, 2);
            }
          });
      store.sync();
      assertWaiting(store, 2, 1);
      tasks.now += SECOND;
      put(store, Durability.ASYNC);
      assertWaiting(store, 3, 2);
    }
  }

  @Test
  void tellsOfCommitsThatMayBeLost() {
    Store store = open(Durability.ASYNC);
    put(store, Durability.ASYNC);
    file.setFault(
        (call, position) -> {
          if (call == Call.FORCE) {
            throw new IOException("broken");
          }
        });
    assertThatThrownBy(store::sync).isInstanceOf(StoreFailedException.class);
    tasks.now += 5 * SECOND;
    assertWaiting(store, 1, 5);
    assertThatThrownBy(store::close).isInstanceOf(StoreFailedException.class);
  }

  private static Object commitOf(Store store) {
    try (Transaction tx = store.beginWrite()) {
      tx.durability(Durability.ASYNC);
      tx.longMap("m").put(-1, 1);
      return Objects.requireNonNull(tx.commitLater().commit);
    }
  }

  /** A commit refers to those after it: one that is kept would keep them all. */
  @Test
  void anOldCommitIsNotKept() throws InterruptedException {
    try (Store store = open(Durability.SYNC)) {
      WeakReference<Object> old = new WeakReference<>(commitOf(store));
      while (old.get() != null) {
        put(store, Durability.SYNC);
        store.checkpoint();
        System.gc();
        Thread.sleep(1);
      }
    }
  }
}
