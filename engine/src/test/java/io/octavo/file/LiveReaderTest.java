package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is read while other processes write it. */
class LiveReaderTest {
  private static final StoreOptions ONCE =
      StoreOptions.defaults().readOnly(true).refreshEvery(Duration.ofDays(1));

  @TempDir private Path directory;
  private Path path;

  @BeforeEach
  void create() {
    path = directory.resolve("a.oct");
    try (Store store = Store.open(path)) {
      store.write(tx -> tx.longMap("m").put(1, 2));
    }
  }

  private static long one(Store store) {
    return store.readLong(tx -> tx.longMap("m").get(1, -1));
  }

  @Test
  void aLookFindsWhatAnotherProcessHasCommitted() throws IOException, InterruptedException {
    try (Store store = Store.open(path, ONCE)) {
      assertThat(store.refresh()).isFalse();
      assertThat(OtherProcess.exit("commit", path)).isZero();
      assertThat(one(store)).isEqualTo(2);
      try (Transaction held = store.beginRead()) {
        assertThat(store.refresh()).isTrue();
        assertThat(one(store)).isEqualTo(OpeningProgram.COMMITTED);
        assertThat(held.longMap("m").get(1, -1)).isEqualTo(2);
        assertThat(store.check().problems()).isEmpty();
      }
      assertThat(store.refresh()).isFalse();
      assertThat(one(store)).isEqualTo(OpeningProgram.COMMITTED);
    }
  }

  @Test
  void aReadLooksIfTheLastLookIsLongAgo() throws IOException, InterruptedException {
    try (Store store = Store.open(path, ONCE.refreshEvery(Duration.ZERO))) {
      assertThat(one(store)).isEqualTo(2);
      assertThat(OtherProcess.exit("commit", path)).isZero();
      assertThat(one(store)).isEqualTo(OpeningProgram.COMMITTED);
    }
  }

  @Test
  void aStoreThatWritesSeesItsCommitsWithoutALook() {
    try (Store store = Store.open(path)) {
      store.write(tx -> tx.longMap("m").put(1, 3));
      assertThat(store.refresh()).isFalse();
      assertThat(one(store)).isEqualTo(3);
    }
  }

  @Test
  void aLookAtAClosedStoreIsRefused() {
    Store store = Store.open(path, ONCE);
    store.close();
    assertThatThrownBy(store::refresh).isExactlyInstanceOf(IllegalStateException.class);
    assertThatThrownBy(store::beginRead).isExactlyInstanceOf(IllegalStateException.class);
    assertThat(store).hasToString("Store[" + path + ", closed]");
  }

  @Test
  void theTimeBetweenTwoLooksHasBounds() {
    assertThat(StoreOptions.defaults().refreshEvery()).isEqualTo(Duration.ofSeconds(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ONCE.refreshEvery(Duration.ofMillis(-1)))
        .withMessage("refreshEvery=PT-0.001S is not from 0 to one day");
    assertThatIllegalArgumentException().isThrownBy(() -> ONCE.refreshEvery(Duration.ofDays(2)));
  }
}
