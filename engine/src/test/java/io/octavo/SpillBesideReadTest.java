package io.octavo;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.commit.Pager;
import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.tree.TreeLimits;
import java.lang.reflect.Proxy;
import java.util.ConcurrentModificationException;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A read of a write transaction that loads a page while another thread changes and spills that page
 * must not leave the old bytes in memory.
 */
@Timeout(60)
class SpillBesideReadTest {
  private static final TreeLimits LIMITS = new TreeLimits(8, 8);
  private static final long KEYS = 4_000;

  private static void fill(LongMap map) {
    for (long key = 0; key < KEYS; key++) {
      map.put(key, 0);
    }
  }

  /** Returns a file that runs something after each read. */
  private static StoreFile heldAfterReads(StoreFile file, Runnable action) {
    return (StoreFile)
        Proxy.newProxyInstance(
            StoreFile.class.getClassLoader(),
            new Class<?>[] {StoreFile.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(file, arguments);
              if ("read".equals(method.getName())) {
                action.run();
              }
              return result;
            });
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPageThatIsSpilledWhileAReadLoadsItIsNotTakenForWhatItWas() throws InterruptedException {
    MemoryFile bytes = new MemoryFile();
    Pager.create(bytes, new UUID(1, 1));
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicReference<Thread> held = new AtomicReference<>();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    StoreFile file =
        heldAfterReads(
            bytes,
            () -> {
              if (Thread.currentThread() == held.get()) {
                loading.countDown();
                await(goOn);
              }
            });
    try (Store store = Store.open(file, null, options, LIMITS);
        Transaction tx = store.beginWrite()) {
      LongMap map = tx.longMap("m");
      LongMap others = tx.longMap("n");
      // The leaf of the least keys is spilled and evicted.
      fill(map);
      Thread reader = new Thread(() -> thrown.set(Assertions.catchThrowable(() -> map.get(1, -1))));
      held.set(reader);
      reader.start();
      await(loading);
      map.put(1, 7);
      fill(others);
      // Else what the read adds would be evicted at once.
      tx.drop("n");
      goOn.countDown();
      reader.join();
      assertThat(thrown.get()).isInstanceOf(ConcurrentModificationException.class);
      assertThat(map.get(1, -1)).isEqualTo(7);
      tx.commit();
      assertThat(store.check().problems()).isEmpty();
    }
  }
}
