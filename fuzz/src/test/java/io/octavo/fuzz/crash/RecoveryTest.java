package io.octavo.fuzz.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.fuzz.disk.Choice;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.disk.Image;
import io.octavo.tree.TreeLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the crash explorer has found, each accident as small as it can be told. */
final class RecoveryTest {
  private static final int BLOCKS_PER_PAGE = 2;

  private final FaultFile file = FaultFile.empty();

  private static Store open(FaultFile file) {
    return TestStores.open(file, StoreOptions.defaults().cacheBytes(1 << 20), TreeLimits.PAGE);
  }

  private void createWithOneCommit() {
    TestStores.create(file, new UUID(1, 2));
    try (Store store = open(file)) {
      store.write(tx -> tx.longMap("a").put(1, 1));
    }
    file.reopen();
  }

  /**
   * The newest meta page was written anew at each open, both copies before one force. A crash that
   * left garbage in both lost the newest commit, or, right after the creation, everything.
   */
  @Test
  void anOpenNeverHasBothCopiesOfAMetaPageOnTheirWay() {
    createWithOneCommit();
    // A process that was killed while it opened the store leaves writes to the system as well.
    List<FaultFile> killed = new ArrayList<>(List.of(file));
    for (int i = 0; i < killed.size() && i < 64; i++) {
      FaultFile opened = killed.get(i);
      opened.watch(
          (changing, isForcing) -> {
            long[] copies =
                changing.pending().stream()
                    .mapToLong(change -> change.block() / BLOCKS_PER_PAGE)
                    .distinct()
                    .toArray();
            for (int slot = 0; slot < 2; slot++) {
              long copy = slot;
              assertThat(Arrays.stream(copies).filter(page -> page % 2 == copy).count())
                  .as("copies of slot %d on their way", slot)
                  .isLessThan(2);
            }
            killed.add(FaultFile.of(changing.live(), changing.durable(), changing.pending()));
          });
      assertThat(open(opened).readLong(tx -> tx.longMap("a").get(1, 0))).isEqualTo(1);
    }
  }

  /**
   * A crash left a meta page that lacked only bytes of its zero tail. The state before it was
   * opened and its successor written, over the pages of the state that the torn page belongs to.
   * The write of the successor's meta page was cut off too, so that just that tail came through:
   * the torn page was whole again, and was chosen.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aTornMetaPageIsNotCompletedByTheNextOne(long garbage) {
    createWithOneCommit();
    Image tornFirst = crashInCommit(file, 2, new byte[] {Choice.ALL, (byte) 0xFC}, garbage);
    FaultFile recovered = FaultFile.of(tornFirst);
    Image tornSecond = crashInCommit(recovered, 3, new byte[] {0, Choice.ALL}, 0);
    try (Store store = open(FaultFile.of(tornSecond))) {
      long value = store.read(tx -> tx.longMap("a").get(1, 0));
      assertThat(value).isBetween(1L, 3L);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Crashes where the first copy of the meta page of a commit is on its way. */
  private static Image crashInCommit(FaultFile file, long value, byte[] kept, long garbage) {
    List<Image> left = new ArrayList<>();
    Store store = open(file);
    file.watch(
        (changing, isForcing) -> {
          boolean isMeta =
              !changing.pending().isEmpty()
                  && changing.pending().get(0).block() < 4 * BLOCKS_PER_PAGE;
          if (left.isEmpty() && isMeta) {
            Choice choice = new Choice(kept, garbage, false, Choice.Tail.KEPT);
            left.add(choice.applyTo(changing.durable(), changing.pending(), 0));
          }
        });
    store.write(tx -> tx.longMap("a").put(1, value));
    return left.get(0);
  }
}
