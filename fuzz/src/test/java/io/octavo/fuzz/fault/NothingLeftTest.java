package io.octavo.fuzz.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a store that was closed is left in the process, and another program may have it. */
@Timeout(60)
final class NothingLeftTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"write", "trace", "read", "unlocked", "later"})
  void whenAStoreIsClosed(String way) throws Exception {
    Path path = directory.resolve("closed.oct");
    Store.open(path).close();
    StoreOptions defaults = StoreOptions.defaults();
    StoreOptions options =
        switch (way) {
          case "trace" -> defaults.recordTo(directory.resolve("trace"));
          case "read" -> defaults.readOnly(true);
          case "unlocked" -> defaults.readOnly(true).unlocked(true);
          case "later" -> defaults.durability(Durability.ASYNC).durableWithin(Duration.ofHours(1));
          default -> defaults;
        };
    try (Store store = Store.open(path, options)) {
      if (!options.readOnly()) {
        store.write(tx -> tx.longMap("m").put(1, 1));
      } else {
        // Two readers share the lock.
        Store.open(path, options).close();
      }
      if (way.equals("unlocked")) {
        assertUnlocked(path);
      }
    }
    assertForgotten();
    assertUnlocked(path);
  }

  @Test
  void whenAStoreCannotBeOpened() throws Exception {
    Path path = directory.resolve("closed.oct");
    assertThatThrownBy(() -> Store.open(path, StoreOptions.defaults().recordTo(directory)))
        .isInstanceOf(StoreException.class);
    // Its sidecar has a name that is short enough, what becomes the file has not.
    Path longest = directory.resolve("x".repeat(240));
    assertThatThrownBy(() -> Store.open(longest)).isInstanceOf(StoreException.class);
    assertForgotten();
    Store.open(path).close();
    assertUnlocked(path);
  }

  private void assertForgotten() throws IOException, InterruptedException {
    assertThat(descriptors()).isEmpty();
    System.getProperties()
        .forEach(
            (name, value) -> {
              if (String.valueOf(name).startsWith("io.octavo.open.")) {
                assertThat(String.valueOf(value)).doesNotStartWith(directory.toString());
              }
            });
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (List.of("octavo-trace", "octavo-commit").contains(thread.getName())) {
        // A thread that hangs is found by the time limit.
        thread.join();
      }
    }
  }

  /** Asserts that another program could lock all of the file. */
  private static void assertUnlocked(Path path) throws IOException {
    try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, false)) {
      assertThat(lock).isNotNull();
    }
  }

  /** Lists the open files below the directory; none where the system does not list them. */
  private List<Path> descriptors() throws IOException {
    List<Path> found = new ArrayList<>();
    Path all = Path.of("/proc/self/fd");
    if (Files.isDirectory(all)) {
      try (Stream<Path> links = Files.list(all)) {
        for (Path link : links.toList()) {
          try {
            found.add(Files.readSymbolicLink(link));
          } catch (NoSuchFileException e) {
            // The descriptor by which they are listed.
          }
        }
      }
    }
    found.removeIf(path -> !path.toString().contains(directory.toString()));
    return found;
  }
}
