package io.octavo.fuzz.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.error.StoreException;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.tree.TreeLimits;
import java.io.InputStream;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A program that goes on in a transaction of which a change has failed cannot commit half of it.
 */
final class FailedChangeTest {
  @Test
  void aStreamThatThrowsFailsItsTransaction() {
    try (Store store = Store.inMemory()) {
      IllegalStateException own = new IllegalStateException("own");
      InputStream value =
          new InputStream() {
            @Override
            public int read() {
              throw own;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
              throw own;
            }
          };
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("m").put(1, 1);
        assertThatThrownBy(() -> tx.bytesMap("s").put(new byte[1], value, 100_000)).isSameAs(own);
        assertThatThrownBy(tx::commit)
            .isExactlyInstanceOf(IllegalStateException.class)
            .hasCause(own);
      }
      assertThat(store.<Boolean>read(tx -> tx.names().isEmpty())).isTrue();
    }
  }

  @Test
  void aDropThatCannotReadFailsItsTransaction() {
    TreeLimits limits = new TreeLimits(4, 4);
    FaultFile file = FaultFile.empty();
    TestStores.create(file, new UUID(13, 13));
    try (Store store = TestStores.open(file, StoreOptions.defaults(), limits)) {
      store.write(tx -> LongStream.range(0, 100).forEach(key -> tx.longMap("m").put(key, 1)));
    }
    file.reopen();
    try (Store store = TestStores.open(file, StoreOptions.defaults(), limits)) {
      try (Transaction tx = store.beginWrite()) {
        tx.longMap("n").put(1, 1);
        file.plan(new Fault(Fault.Kind.READ_ERROR, 1, true));
        assertThatThrownBy(() -> tx.drop("m")).isInstanceOf(StoreException.class);
        file.plan(null);
        assertThatThrownBy(tx::commit).isExactlyInstanceOf(IllegalStateException.class);
      }
      assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(100);
    }
  }
}
