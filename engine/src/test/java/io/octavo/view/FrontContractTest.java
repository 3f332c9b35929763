package io.octavo.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.codec.Codec;
import io.octavo.codec.Codecs;
import io.octavo.commit.Pager;
import io.octavo.fixture.Effort;
import io.octavo.fixture.HeapFile;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import io.octavo.tree.TreeLimits;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** The same contracts, for maps with fronts: a few changes are not in the main tree yet. */
class FrontContractTest extends MapContractTest {
  /** More entries than a map without a front may have, if leaves have two. */
  private static final int ENTRIES = 20;

  @BeforeEach
  void requireEffort() {
    assumeTrue(Effort.isLong(), "five times as long as maps without fronts");
  }

  @Override
  Store openStore() {
    HeapFile file = new HeapFile();
    Pager.create(file, new UUID(43, 43));
    return EngineAccess.open(file, null, StoreOptions.defaults(), new TreeLimits(2, 4));
  }

  /** Puts keys in order and then the one before them, which begins a front, and deletes all. */
  @Override
  void prepare(Transaction tx, String name, Codec<?> keys) {
    if (keys == Codecs.LONG) {
      LongMap longs = tx.longMap(name);
      for (int i = 1; i <= ENTRIES; i++) {
        longs.put(i % ENTRIES, i);
      }
      for (int i = 0; i < ENTRIES; i++) {
        longs.delete(i);
      }
    } else {
      BytesMap strings = tx.bytesMap(name);
      for (int i = 1; i <= ENTRIES; i++) {
        strings.put(key(i % ENTRIES), new byte[Long.BYTES]);
      }
      for (int i = 0; i < ENTRIES; i++) {
        strings.delete(key(i));
      }
    }
    assertThat(EngineAccess.changes(tx).catalogue().hasFronts()).isTrue();
  }

  private static byte[] key(int number) {
    return new byte[] {'t', (byte) number};
  }
}
