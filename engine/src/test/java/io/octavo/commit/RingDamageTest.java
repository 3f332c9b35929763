package io.octavo.commit;

import static io.octavo.fixture.RingFile.BLOCK;
import static io.octavo.fixture.RingFile.LIMITS;
import static io.octavo.fixture.RingFile.READ_ONLY;
import static io.octavo.fixture.RingFile.SYNC;
import static io.octavo.fixture.RingFile.assertRecovers;
import static io.octavo.fixture.RingFile.open;
import static io.octavo.fixture.RingFile.put;
import static io.octavo.fixture.RingFile.records;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.CorruptionException;
import io.octavo.fixture.HeapFile;
import io.octavo.fixture.RingFile.Model;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records of the commit ring that are damaged, or were cut off. */
@Timeout(120)
class RingDamageTest {
  private final HeapFile file = new HeapFile();

  @Test
  void damageOfTheNewestRecordCostsThatCommitAndOfAnOlderOneIsRefused() {
    byte[] killed;
    Model all = new Model();
    all.put("m", new TreeMap<>());
    try (Store store = open(file, SYNC)) {
      for (long commit = 0; commit < 9; commit++) {
        put(store, commit, commit);
        all.get("m").put(commit, commit);
      }
      killed = file.content();
    }
    Model allButLast = all.copy();
    allButLast.get("m").remove(8L);
    List<Integer> records = records(killed);
    assertThat(records).hasSize(8);
    for (int index = 0; index < records.size(); index++) {
      for (int at : new int[] {0, 3, 4, 8, 16, 24, 32, 36, 40, 44, 46}) {
        byte[] damaged = killed.clone();
        damaged[records.get(index) + at] ^= 16;
        if (index == records.size() - 1) {
          assertRecovers(damaged, allButLast);
          continue;
        }
        for (StoreOptions options : List.of(SYNC, READ_ONLY)) {
          HeapFile image = new HeapFile(damaged);
          assertThatThrownBy(() -> EngineAccess.open(image, null, options, LIMITS))
              .as("record %d, byte %d", index, at)
              .isExactlyInstanceOf(CorruptionException.class)
              .hasMessageContaining("R27")
              .hasMessageContaining("no record of commit " + (index + 2))
              .hasMessageContaining("commit " + (index + 3) + " was written after it");
        }
      }
      // Zeros behind the operations are not looked at.
      byte[] padded = killed.clone();
      padded[records.get(index) + BLOCK - 1] ^= 16;
      assertRecovers(padded, all);
    }
    // Sectors that were never written.
    for (int index = 0; index < records.size() - 1; index++) {
      byte[] lost = killed.clone();
      Arrays.fill(lost, records.get(index), records.get(index) + BLOCK, (byte) 0);
      assertThatThrownBy(() -> EngineAccess.open(new HeapFile(lost), null, SYNC, LIMITS))
          .isExactlyInstanceOf(CorruptionException.class)
          .hasMessageContaining("R27");
    }
  }

  /**
   * Wherever the write of a long record is cut off: the commit is there as a whole or not at all.
   */
  @Test
  void aTornRecordIsNoCommit() {
    Model before = new Model();
    before.put("m", new TreeMap<>());
    Model after;
    byte[] old;
    byte[] whole;
    try (Store store = open(file, SYNC)) {
      put(store, 1, 1);
      put(store, 2, 2);
      before.get("m").put(1L, 1L);
      before.get("m").put(2L, 2L);
      after = before.copy();
      old = file.content();
      store.write(
          tx -> {
            SplittableRandom random = new SplittableRandom(1);
            for (long key = 0; key < 1_000; key++) {
              long value = random.nextLong();
              tx.longMap("m").put(key, value);
              after.get("m").put(key, value);
            }
          });
      whole = file.content();
    }
    int from = records(old).get(records(old).size() - 1) + BLOCK;
    int to = whole.length;
    while (whole[to - 1] == old[Math.min(to, old.length) - 1] && to > from) {
      to--;
    }
    assertThat(to - from).isBetween(10_000, 20_000);
    for (int end = from; end < to; end += 512) {
      byte[] first = old.clone();
      System.arraycopy(whole, from, first, from, end - from);
      assertRecovers(first, before);
      byte[] last = whole.clone();
      System.arraycopy(old, from, last, from, Math.min(to, end + 512) - from);
      assertRecovers(last, before);
    }
    assertRecovers(whole, after);
  }
}
