package io.octavo.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Store;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.fixture.Effort;
import io.octavo.page.PageHeader;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of keys fill leaves as ascending keys do, wherever the runs are and however they arrive. */
@Timeout(300)
class LeafFillTest {
  private static final int COUNT = 20_000;
  private static final long SEED = 41;
  private static final long FAR = 1L << 40;

  /** What the entries are put into. */
  private enum Kind {
    LONGS {
      @Override
      void put(Transaction tx, long key, long value) {
        tx.longMap("m").put(key, value);
      }
    },
    BYTES {
      @Override
      void put(Transaction tx, long key, long value) {
        byte[] bytes = ByteBuffer.allocate(12).putLong(key).putInt(7).array();
        tx.bytesMap("m").put(bytes, ByteBuffer.allocate(40).putLong(value).array());
      }
    },
    SERIES {
      @Override
      void put(Transaction tx, long key, long value) {
        tx.series("m").add(key, value);
      }
    };

    abstract void put(Transaction tx, long key, long value);
  }

  /** Returns the pages in use after entries were put, some in each commit. */
  private static long pages(Kind kind, int commit, IntToLongFunction keys) {
    SplittableRandom values = new SplittableRandom(SEED);
    try (Store store = Store.inMemory()) {
      for (int i = 0; i < COUNT; i += commit) {
        int from = i;
        store.write(
            tx -> {
              for (int j = from; j < from + commit; j++) {
                kind.put(tx, keys.applyAsLong(j), values.nextLong(FAR));
              }
            });
      }
      store.checkpoint();
      assertThat(store.check().problems()).isEmpty();
      StoreStats stats = store.stats();
      return (stats.liveBytes() - stats.ringBytes()) / PageHeader.PAGE_SIZE;
    }
  }

  @ParameterizedTest
  @CsvSource({"LONGS,1", "LONGS,1000", "BYTES,1", "BYTES,1000", "SERIES,1", "SERIES,1000"})
  void runsFillLeaves(Kind kind, int commit) {
    assumeTrue(commit > 1 || Effort.isLong(), "a commit for each entry takes long");
    long full = pages(kind, commit, i -> FAR + 10 * i);
    IntToLongFunction[] runs = {
      i -> FAR - 10 * i,
      i -> i == 0 ? 100 * FAR : FAR + 10 * i,
      i -> i < 100 ? 100 * FAR + i : FAR + 10 * i,
      i -> i == 0 ? 0 : FAR - 10 * i,
      i -> i < 100 ? i : FAR - 10 * i,
    };
    for (int i = 0; i < runs.length; i++) {
      // At either end of the run a leaf may be less full.
      assertThat(pages(kind, commit, runs[i]))
          .as("run %d", i)
          .isBetween(full - 2, full * 103 / 100 + 3);
    }
    for (int sign = -1; sign <= 1; sign += 2) {
      int step = 10 * sign;
      assertThat(pages(kind, commit, i -> FAR * (1 + i % 4) + i / 4 * step))
          .as("four runs, step %d", step)
          .isLessThanOrEqualTo(full * 103 / 100 + 12);
    }
  }

  /** The bounds are what the same keys took when leaves were never cut for runs. */
  @ParameterizedTest
  @CsvSource({"LONGS,43", "BYTES,160", "SERIES,39"})
  void randomKeysTakeNoMorePagesThanWithoutRuns(Kind kind, long most) {
    assertThat(pages(kind, 1000, i -> new SplittableRandom(SEED + i).nextLong(FAR)))
        .isLessThanOrEqualTo(most);
  }
}
