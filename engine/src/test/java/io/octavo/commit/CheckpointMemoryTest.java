package io.octavo.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.file.MemoryFile;
import io.octavo.file.StoreFile;
import io.octavo.map.LongCursor;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A checkpoint that waits for a slow disk must not hold the pages that it has written: the cache
 * does not count what it has evicted.
 */
@Timeout(60)
class CheckpointMemoryTest {
  private static final TreeLimits LIMITS = new TreeLimits(8, 8);
  private static final long KEYS = 4_000;
  private static final int ROUNDS = 100;

  private final MemoryFile bytes = new MemoryFile();
  private final List<WeakReference<Object>> written = new ArrayList<>();
  private boolean isWatched;
  private int held = -1;

  private StoreFile watched(Runnable write, Runnable force) {
    return (StoreFile)
        Proxy.newProxyInstance(
            StoreFile.class.getClassLoader(),
            new Class<?>[] {StoreFile.class},
            (proxy, method, arguments) -> {
              if (isWatched && "write".equals(method.getName())) {
                write.run();
              } else if (isWatched && "force".equals(method.getName())) {
                force.run();
              }
              return method.invoke(bytes, arguments);
            });
  }

  private static Object field(Object of, String name) {
    try {
      Field field = of.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Notes the changed pages in memory: all that the checkpoint is about to write. */
  private void note(Store store) {
    if (!written.isEmpty()) {
      return;
    }
    try {
      Object pager = field(field(field(store, "parts"), "transactions"), "pager");
      Object cache = field(pager, "cache");
      Method get = cache.getClass().getDeclaredMethod("get", int.class);
      get.setAccessible(true);
      for (int number = 0; number < bytes.length() / PageHeader.PAGE_SIZE + KEYS; number++) {
        Object frame = get.invoke(cache, number);
        if (frame != null && (boolean) field(frame, "dirty")) {
          written.add(new WeakReference<>(field(frame, "bytes")));
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Counts the noted pages that are still in memory after others have taken their place. */
  private void count(Store store) {
    if (held >= 0) {
      return;
    }
    store.view(
        tx -> {
          long sum = 0;
          for (LongCursor c = tx.longMap("others").cursor(); c.next(); ) {
            sum += c.value();
          }
          assertThat(sum).isEqualTo(KEYS * (KEYS - 1) / 2);
        });
    for (int round = 0; round < ROUNDS && held != 0; round++) {
      System.gc();
      held = (int) written.stream().filter(page -> page.get() != null).count();
    }
  }

  @Test
  void writtenPagesAreNotHeldUntilTheDiskHasThem() {
    Pager.create(bytes, new UUID(1, 1));
    Store[] opened = new Store[1];
    StoreFile file = watched(() -> note(opened[0]), () -> count(opened[0]));
    StoreOptions options =
        StoreOptions.defaults().cacheBytes(1 << 20).durability(Durability.CHECKPOINT);
    try (Store store = EngineAccess.open(file, null, options, LIMITS)) {
      opened[0] = store;
      for (String name : List.of("changed", "others")) {
        store.write(
            tx -> {
              for (long key = 0; key < KEYS; key++) {
                tx.longMap(name).put(key, key);
              }
            });
      }
      store.checkpoint();
      store.write(
          tx -> {
            for (long key = 0; key < KEYS; key += KEYS / 40) {
              tx.longMap("changed").remove(key);
            }
          });
      isWatched = true;
      store.checkpoint();
      isWatched = false;
    }
    assertThat(written).hasSizeGreaterThan(40);
    // Branches and what was used last may stay.
    assertThat(held).isBetween(0, written.size() / 4);
  }
}
