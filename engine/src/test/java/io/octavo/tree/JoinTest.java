package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.commit.Pager;
import io.octavo.fixture.HeapFile;
import io.octavo.map.LongCursor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Leaves of longs that become few are joined, but only where the entries of both fit one page. */
class JoinTest {
  /** The entries of each of two leaves are short, but not relative to a base for all of them. */
  @Test
  void leavesOfDistantKeysAreJoinedOnlyWhereTheirEntriesFitOnePage() {
    for (int seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      HeapFile file = new HeapFile();
      Pager.create(file, new UUID(1, seed));
      TreeMap<Long, Long> model = new TreeMap<>();
      try (Store store = EngineAccess.open(file, null, StoreOptions.defaults(), TreeLimits.PAGE)) {
        for (int cluster = 0; cluster < 6; cluster++) {
          long base = random.nextLong();
          for (int i = 0; i < 1_500; i++) {
            model.put(base + i, base ^ random.nextInt(100));
          }
        }
        store.write(tx -> model.forEach(tx.longMap("m")::put));
        List<Long> removed = new ArrayList<>(model.keySet());
        Collections.shuffle(removed, random);
        for (int from = 0; from < removed.size(); from += 250) {
          List<Long> some = removed.subList(from, Math.min(from + 250, removed.size()));
          store.write(tx -> some.forEach(tx.longMap("m")::remove));
          model.keySet().removeAll(some);
          assertThat(store.check().problems()).as("seed %d, from %d", seed, from).isEmpty();
          assertThat(contents(store)).as("seed %d, from %d", seed, from).isEqualTo(model);
        }
      }
    }
  }

  private static Map<Long, Long> contents(Store store) {
    return store.read(
        tx -> {
          Map<Long, Long> contents = new TreeMap<>();
          for (LongCursor c = tx.longMap("m").cursor(); c.next(); ) {
            contents.put(c.key(), c.value());
          }
          return contents;
        });
  }
}
