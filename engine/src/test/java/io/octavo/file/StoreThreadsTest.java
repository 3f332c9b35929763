package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.CommitTicket;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The threads that a store starts keep nothing of the request that happens to start them. */
@Timeout(60)
class StoreThreadsTest {
  private static final InheritableThreadLocal<Object> CONTEXT = new InheritableThreadLocal<>();

  @TempDir Path directory;

  /** Loads the class of requests anew, as a server does for each deployment of an application. */
  private static final class Application extends ClassLoader {
    Application() {
      super(StoreThreadsTest.class.getClassLoader());
    }

    Runnable request(Runnable work) throws IOException, ReflectiveOperationException {
      String resource = Request.class.getName().replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(getResourceAsStream(resource))) {
        byte[] bytes = in.readAllBytes();
        return (Runnable)
            defineClass(Request.class.getName(), bytes, 0, bytes.length, null)
                .getDeclaredConstructor(Runnable.class)
                .newInstance(work);
      }
    }
  }

  /** Code of an application. Public, because another loader than that of this test loads it. */
  public static final class Request implements Runnable {
    private final Runnable work;

    public Request(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      work.run();
    }
  }

  /** What a request must not leave behind. */
  private record Kept(
      WeakReference<Object> local, WeakReference<Object> loader, WeakReference<Thread> thread) {
    /** Returns whether all of it has been collected. */
    boolean isNone() {
      return local.refersTo(null) && loader.refersTo(null) && thread.refersTo(null);
    }
  }

  /** Does work in a request of its own, all of which is unreachable when the call returns. */
  private static Kept inRequest(Runnable work)
      throws IOException, ReflectiveOperationException, InterruptedException {
    Application application = new Application();
    Object local = new Object();
    Runnable request = application.request(work);
    Thread thread =
        new Thread(
            () -> {
              CONTEXT.set(local);
              request.run();
            });
    thread.setContextClassLoader(application);
    thread.start();
    thread.join();
    return new Kept(
        new WeakReference<>(local), new WeakReference<>(application), new WeakReference<>(thread));
  }

  private static void use(Store store) {
    write(store);
    store.checkpoint();
    var unused = commitLater(store).whenDurable();
    while (store.compact(1 << 20).hasMore()) {}
  }

  /** Makes the last commits before a pause, and has records written for them. */
  private static void write(Store store) {
    for (int i = 0; i < 10; i++) {
      store.write(tx -> tx.longMap("m").put(1, store.stats().commits()));
    }
  }

  private static CommitTicket commitLater(Store store) {
    try (Transaction tx = store.beginWrite()) {
      tx.longMap("m").put(2, 20);
      return tx.commitLater();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStoreKeepsNothingOfTheRequestsThatUseIt(Durability durability) throws Exception {
    StoreOptions options =
        StoreOptions.defaults()
            .durability(durability)
            .durableWithin(Duration.ofMillis(1))
            .recordTo(directory.resolve("trace"));
    Store[] opened = new Store[1];
    List<Kept> kept =
        List.of(
            inRequest(() -> opened[0] = Store.open(directory.resolve("a.oct"), options)),
            inRequest(() -> use(opened[0])));
    try (Store store = opened[0]) {
      Kept last = inRequest(() -> write(store));
      while (!last.isNone()) {
        System.gc();
      }
      while (!kept.stream().allMatch(Kept::isNone)) {
        // The thread that the request has started has no reason to end.
        var unused = commitLater(store).await(Duration.ofSeconds(30));
        System.gc();
      }
    }
  }

  @Test
  void aThreadKeepsNothingOfItsMaker() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Object[] seen = new Object[2];
    Thread[] made = new Thread[1];
    Runnable task =
        () -> {
          seen[0] = CONTEXT.get();
          try {
            end.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    Kept kept =
        inRequest(
            () -> {
              made[0] = StoreThreads.daemon(task, "made");
              made[0].start();
            });
    while (!kept.isNone()) {
      System.gc();
    }
    assertThat(made[0].isDaemon()).isTrue();
    end.countDown();
    made[0].join();
    assertThat(seen).containsOnlyNulls();
  }
}
