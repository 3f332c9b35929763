package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An interrupt at any call of the system that a store makes ends neither a call nor the store. */
@Timeout(300)
class InterruptSweepTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  @TempDir private Path directory;
  private final StrangeFileSystem system = new StrangeFileSystem();

  /** The number of the call of each part at which the interrupt comes. */
  private int call;

  /** The calls of this part that are left until then. */
  private int left;

  /** The call of this part at which it came; empty before. */
  private String struck = "";

  /** How many parts it came in. */
  private int parts;

  /** Part of the life of a store. */
  private interface Part {
    void run() throws IOException;
  }

  /**
   * Lives through everything that a store does: creation, the first commit, which makes the ring,
   * further ones, a checkpoint, a backup, a close, an opening to read, one of a file that was
   * closed, and one of a file without a sidecar that was not closed.
   */
  private void live() throws IOException {
    Path path = system.of(directory.resolve("a.oct"));
    Path unclosed = directory.resolve("unclosed.oct");
    Store[] store = new Store[1];
    run("create", () -> store[0] = Store.open(path));
    run("first commit", () -> put(store[0], 1));
    run("commit", () -> put(store[0], 2));
    Files.copy(directory.resolve("a.oct"), unclosed);
    run("checkpoint", store[0]::checkpoint);
    run("backup", () -> store[0].backupTo(system.of(directory.resolve("b.oct"))));
    run("commit after the backup", () -> put(store[0], 3));
    run("close", store[0]::close);
    run("open to read", () -> store[0] = Store.open(path, READ_ONLY));
    run("read", () -> assertHolds(store[0], 3));
    run("close after reading", store[0]::close);
    run("open what was closed", () -> store[0] = Store.open(path));
    run("commit after opening", () -> put(store[0], 4));
    run("close again", store[0]::close);
    run("open what was left", () -> store[0] = Store.open(system.of(unclosed)));
    run("read what was left", () -> assertHolds(store[0], 2));
    run("close what was left", store[0]::close);
    run("open the backup", () -> store[0] = Store.open(system.of(directory.resolve("b.oct"))));
    run("read the backup", () -> assertHolds(store[0], 2));
    run("close the backup", store[0]::close);
  }

  private static void put(Store store, long value) {
    store.write(tx -> tx.longMap("m").put(value, value));
  }

  private static void assertHolds(Store store, long last) {
    assertThat(store.readLong(tx -> tx.longMap("m").size())).isEqualTo(last);
    assertThat(store.check().problems()).isEmpty();
  }

  /** Runs a part, which does not fail; an interrupt that it got is still there. */
  private void run(String name, Part part) throws IOException {
    left = call;
    struck = "";
    try {
      part.run();
    } catch (RuntimeException | IOException e) {
      throw new AssertionError(name + " failed, call " + call + ": " + struck, e);
    }
    boolean hasCome = !struck.isEmpty();
    assertThat(Thread.interrupted())
        .as("%s, interrupted at call %d: %s", name, call, struck)
        .isEqualTo(hasCome);
    parts += hasCome ? 1 : 0;
  }

  @Test
  void anInterruptAtAnyCallFailsNothingAndIsKept() throws IOException {
    Thread caller = Thread.currentThread();
    int interrupts = 0;
    do {
      empty();
      parts = 0;
      system.listen(
          (what, path) -> {
            if (Thread.currentThread() == caller && left-- == 0) {
              struck = what + " " + path.getFileName();
              caller.interrupt();
            }
          });
      live();
      interrupts += parts;
      call++;
    } while (parts > 0);
    assertThat(interrupts).isGreaterThan(300);
  }

  private void empty() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    }
  }
}
