package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.ChangeFeed.Change;
import io.octavo.commit.Pager;
import io.octavo.error.StoreException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.HeapFile.Call;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The changes of commits, as their own store reads them; {@code fuzz} has other processes. */
class ChangeFeedTest {
  @TempDir private Path directory;

  private Store open(StoreOptions options) {
    return Store.open(directory.resolve("a.oct"), options);
  }

  private static void put(Store store, long key) {
    store.write(tx -> tx.longMap("m").put(key, -key));
  }

  private static List<Change> all(ChangeFeed feed) {
    List<Change> found = new ArrayList<>();
    for (Change change = feed.poll(); change != null; change = feed.poll()) {
      found.add(change);
    }
    return found;
  }

  private static List<Operation> operations(Change change) {
    assertThat(change).isInstanceOf(ChangeFeed.Commit.class);
    return ((ChangeFeed.Commit) change).operations();
  }

  @Test
  void theFirstCommitIsAGapAndOthersHaveTheirOperations() {
    try (Store store = open(StoreOptions.defaults());
        ChangeFeed feed = store.changes(1)) {
      assertThat(feed.poll()).isNull();
      put(store, 1);
      put(store, 2);
      store.write(
          tx -> {
            tx.longMap("m").removeRange(1, 7);
            tx.bytesMap("b").put("k".getBytes(StandardCharsets.UTF_8), new byte[] {5});
          });
      List<Change> found = all(feed);
      assertThat(found).hasSize(3);
      assertThat(found.get(0)).isEqualTo(new ChangeFeed.Gap(1, 1));
      assertThat(operations(found.get(1))).containsExactly(new TraceEvent.Put(1, 2, -2));
      assertThat(feed.name(1)).isEqualTo("m");
      assertThat(operations(found.get(2)))
          .satisfiesExactly(
              range -> assertThat(range).isEqualTo(new TraceEvent.RemoveRange(1, 1, 7)),
              create -> assertThat(create).isEqualTo(new TraceEvent.Create(2, 2, "b")),
              put -> assertThat(((TraceEvent.PutBytes) put).value()).containsExactly(5));
      assertThat(feed.name(2)).isEqualTo("b");
      assertThat(feed.name(3)).isNull();
    }
  }

  /** Checkpoints, rings that grow and that are lapped: each commit is read while it can be. */
  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"SYNC", "ASYNC"})
  void noCommitWithARecordIsMissedBesideCheckpoints(Durability durability) {
    StoreOptions options = StoreOptions.defaults().durability(durability).cacheBytes(1 << 20);
    try (Store store = open(options)) {
      put(store, 0);
      long checkpoints = store.stats().checkpoints();
      try (ChangeFeed feed = store.changes(2)) {
        long key = 0;
        for (int round = 0; round < 400; round++) {
          for (int i = 0; i < 10; i++) {
            put(store, ++key);
          }
          store.sync();
          if (round % 50 == 49) {
            store.checkpoint();
          }
          List<Change> found = all(feed);
          assertThat(found).hasSize(10);
          for (int i = 0; i < 10; i++) {
            long expected = key - 9 + i;
            assertThat(operations(found.get(i)))
                .containsExactly(new TraceEvent.Put(1, expected, -expected));
          }
        }
      }
      assertThat(store.stats().checkpoints()).isGreaterThan(checkpoints + 8);
    }
  }

  @Test
  void commitsWithoutRecordsAreGaps() {
    try (Store store = open(StoreOptions.defaults().durability(Durability.CHECKPOINT));
        ChangeFeed feed = store.changes(1)) {
      put(store, 1);
      put(store, 2);
      assertThat(feed.poll()).isNull();
      store.checkpoint();
      assertThat(all(feed)).containsExactly(new ChangeFeed.Gap(1, 2));
    }
  }

  @Test
  void aCheckpointRecordsCommitsThatAreNotDurableYet() {
    StoreOptions options = StoreOptions.defaults().durability(Durability.ASYNC);
    try (Store store = open(options.durableWithin(Duration.ofMinutes(1)))) {
      put(store, 0);
      store.sync();
      try (ChangeFeed feed = store.changes(2)) {
        put(store, 1);
        put(store, 2);
        store.checkpoint();
        assertThat(all(feed)).hasSize(2).allMatch(change -> change instanceof ChangeFeed.Commit);
      }
    }
  }

  @Test
  void namesFollowCollectionsThatAreRenamed() {
    try (Store store = open(StoreOptions.defaults())) {
      put(store, 0);
      try (ChangeFeed feed = store.changes(2)) {
        assertThat(feed.name(1)).isEqualTo("m");
        store.write(
            tx -> {
              tx.rename("m", "n");
              tx.longMap("n").put(1, 1);
            });
        assertThat(operations(all(feed).get(0))).contains(new TraceEvent.Put(1, 1, 1));
        assertThat(feed.name(1)).isEqualTo("n");
      }
    }
  }

  @Test
  void aWaitEndsWithTheNextCommitOrWithItsTimeout() throws InterruptedException {
    try (Store store = open(StoreOptions.defaults());
        ChangeFeed feed = store.changes(1)) {
      assertThat(feed.next(Duration.ofMillis(5))).isNull();
      Thread writer = new Thread(() -> put(store, 1));
      writer.start();
      assertThat(feed.next(Duration.ofMinutes(1))).isEqualTo(new ChangeFeed.Gap(1, 1));
      writer.join();
    }
  }

  @Test
  void aCommitThatIsNotThereYetCannotBeTheFirst() {
    try (Store store = open(StoreOptions.defaults())) {
      put(store, 1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> store.changes(3))
          .withMessage("from=3 is not from 1 to 2, the number of the next commit");
      assertThatIllegalArgumentException().isThrownBy(() -> store.changes(0));
    }
  }

  @Test
  void aFeedOfAClosedStoreIsRefused() {
    Store store = open(StoreOptions.defaults());
    ChangeFeed feed = store.changes(1);
    store.close();
    assertThatThrownBy(feed::poll).isExactlyInstanceOf(IllegalStateException.class);
    feed.close();
    assertThatThrownBy(() -> store.changes(1)).isExactlyInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFeedOfAStoreInMemoryIsTheSame() {
    try (Store store = Store.inMemory();
        ChangeFeed feed = store.changes(1)) {
      put(store, 1);
      put(store, 2);
      assertThat(all(feed)).hasSize(2);
    }
  }

  /** Each read fails once, also those of a ring that a later checkpoint has. */
  @Test
  void noChangeIsMissedAfterAReadHasFailed() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(4, 4));
    int failures = 0;
    try (Store store = Store.open(file, null, StoreOptions.defaults(), TreeLimits.PAGE);
        ChangeFeed feed = store.changes(1)) {
      long[] next = {1};
      for (int failing = 0; failing < 12; failing++) {
        var unused = store.compact(8192);
        put(store, 2 * failing);
        put(store, 2 * failing + 1);
        AtomicInteger left = new AtomicInteger(failing);
        file.setFault(
            (call, position) -> {
              if (call == Call.READ && left.getAndDecrement() == 0) {
                throw new IOException("seeded");
              }
            });
        try {
          read(feed, next);
        } catch (StoreException e) {
          failures++;
        }
        file.setFault((call, position) -> {});
        read(feed, next);
        assertThat(next[0]).as("read %d", failing).isEqualTo(store.stats().commits() + 1);
      }
    }
    assertThat(failures).isGreaterThan(3);
  }

  /** Reads all changes, of which none may be missing. */
  private static void read(ChangeFeed feed, long[] next) {
    for (Change change = feed.poll(); change != null; change = feed.poll()) {
      if (change instanceof ChangeFeed.Gap gap) {
        assertThat(gap.first()).isEqualTo(next[0]);
        next[0] = gap.last() + 1;
      } else if (change instanceof ChangeFeed.Commit commit) {
        assertThat(commit.sequence()).isEqualTo(next[0]);
        next[0]++;
      }
    }
  }
}
