package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.StoreException;
import io.octavo.error.StoreLockedException;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** File systems that cannot lock, or have no second names, and calls of them that fail. */
class StrangeFileSystemTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  @TempDir private Path directory;
  private final StrangeFileSystem system = new StrangeFileSystem();
  private Path plain;
  private Path path;

  @BeforeEach
  void namePath() {
    plain = directory.resolve("a.oct");
    path = system.of(plain);
  }

  private void create() {
    try (Store store = Store.open(plain)) {
      put(store, 2);
    }
  }

  private static void put(Store store, long value) {
    store.write(tx -> tx.longMap("m").put(1, value));
  }

  private void assertHolds(StoreOptions options, long value) {
    try (Store store = Store.open(path, options)) {
      assertThat((long) store.read(tx -> tx.longMap("m").get(1, -1))).isEqualTo(value);
    }
  }

  private static void refuseLocks(String what, Path path) throws IOException {
    if (what.equals("lock")) {
      throw new IOException("No locks available");
    }
  }

  @Test
  void aFileSystemThatCannotLockIsWrittenIfTheCallerSaysSo() throws IOException {
    create();
    system.listen(StrangeFileSystemTest::refuseLocks);
    for (StoreOptions options : List.of(StoreOptions.defaults(), READ_ONLY)) {
      assertThatThrownBy(() -> Store.open(path, options))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessage(
              plain.toRealPath()
                  + ": the file system cannot lock files (No locks available); if no other"
                  + " process opens the store, use StoreOptions.unlocked");
    }
    StoreOptions unlocked = StoreOptions.defaults().unlocked(true);
    try (Store store = Store.open(path, unlocked)) {
      put(store, 3);
      store.checkpoint();
      assertThatThrownBy(() -> Store.open(path, unlocked))
          .isExactlyInstanceOf(StoreLockedException.class);
      assertThat(store.stats().locksLost()).isZero();
    }
    assertHolds(READ_ONLY.unlocked(true), 3);
  }

  /** Another process that asks meanwhile would find both bytes free, and this one fail. */
  @Test
  void aLockIsTakenAnewByteByByte() {
    create();
    List<Long> held = new CopyOnWriteArrayList<>();
    try (Store store = Store.open(path)) {
      put(store, 3);
      put(store, 4);
      // Two bytes and the proof, of the file and of its sidecar.
      assertThat(system.locks.stream().filter(FileLock::isValid)).hasSize(6);
      system.listen(
          (what, called) -> {
            if (what.equals("lock")) {
              held.add(system.locks.stream().filter(FileLock::isValid).count());
            }
          });
      store.checkpoint();
      // All are held when the store asks for pins.
      assertThat(held).hasSizeGreaterThanOrEqualTo(5).containsOnly(5L, 6L);
      system.listen((what, called) -> {});
    }
  }

  @Test
  void aMediumThatNobodyCanWriteNeedsNoLock() throws IOException {
    create();
    system.setReadOnly();
    system.listen(StrangeFileSystemTest::refuseLocks);
    assertHolds(READ_ONLY, 2);
    Files.delete(directory.resolve("a.oct.lock"));
    system.listen(
        (what, path) -> {
          if (what.equals("create")) {
            throw new FileSystemException(path.toString(), null, "Read-only file system");
          }
        });
    assertHolds(READ_ONLY, 2);
  }

  @Test
  void aReaderThatRunsOutOfDescriptorsDoesNotGoOnWithoutALock() {
    create();
    system.listen(
        (what, path) -> {
          if (what.equals("open") && path.toString().endsWith("a.oct")) {
            throw new FileSystemException(path.toString(), null, "Too many open files");
          }
        });
    assertThatThrownBy(() -> Store.open(path, READ_ONLY))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageContaining("Too many open files");
    create();
  }

  private static void refuseDescriptors(String what, Path path) throws IOException {
    if (what.equals("open") || what.equals("openToForce") || what.equals("create")) {
      throw new FileSystemException(path.toString(), null, "Too many open files");
    }
  }

  @Test
  void anOpenStoreNeedsNoFurtherDescriptor() {
    try (Store store = Store.open(path)) {
      system.listen(StrangeFileSystemTest::refuseDescriptors);
      for (int value = 1; value <= 3; value++) {
        put(store, value);
        put(store, value);
        store.checkpoint();
      }
      assertThat(store.check().problems()).isEmpty();
    }
    system.listen((what, path) -> {});
    assertHolds(READ_ONLY, 3);
  }

  @Test
  void readersThatComeAndGoBesideAnotherLeaveNoDescriptor() throws IOException {
    create();
    try (Store first = Store.open(path, READ_ONLY)) {
      assertHolds(READ_ONLY, 2);
      List<String> before = left();
      for (int i = 0; i < 5; i++) {
        assertHolds(READ_ONLY, 2);
      }
      assertThat(left()).containsExactlyInAnyOrderElementsOf(before);
      assertThat(first.check().problems()).isEmpty();
    }
  }

  /** Another thread may have got the descriptor that the interrupt has closed. */
  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void anInterruptWhileThereIsNoDescriptorForAMomentFailsNothing(String io) {
    create();
    try (Store store = Store.open(path)) {
      put(store, 3);
      int[] refusals = {5};
      system.listen(
          (what, path) -> {
            if (what.equals(io) && refusals[0] == 5) {
              Thread.currentThread().interrupt();
            } else if (refusals[0] > 0) {
              refusals[0] -= what.equals("open") ? 1 : 0;
              refuseDescriptors(what, path);
            }
          });
      put(store, 4);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(refusals[0]).isZero();
      put(store, 5);
      system.listen((what, path) -> {});
    }
    assertHolds(READ_ONLY, 5);
  }

  /** Nothing is known of another owner, and nothing has been written. */
  @ParameterizedTest
  @ValueSource(strings = {"readAttributes", "lock"})
  void aCheckOfTheFileThatFailsEndsTheCallAndNotTheStore(String check) {
    try (Store store = Store.open(path)) {
      put(store, 3);
      put(store, 4);
      for (int failing = 0; failing < 2; failing++) {
        int[] left = {failing};
        system.listen(
            (what, path) -> {
              if (what.equals(check) && left[0]-- == 0) {
                throw new IOException("Input/output error");
              }
            });
        assertThatThrownBy(store::checkpoint)
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageContaining("Input/output error")
            .hasMessageContaining("try again");
      }
      put(store, 5);
      store.checkpoint();
      put(store, 6);
      system.listen((what, path) -> {});
    }
    assertHolds(READ_ONLY, 6);
  }

  @Test
  void afterAnInterruptAFileThatCannotBeLockedIsKnownByItsIdentity() throws IOException {
    create();
    Path replacement = directory.resolve("c.oct");
    Store.open(replacement).close();
    byte[] content = Files.readAllBytes(replacement);
    system.listen(StrangeFileSystemTest::refuseLocks);
    try (Store store = Store.open(path, StoreOptions.defaults().unlocked(true))) {
      // Until the file need not be made longer, which is a check of its own.
      for (int i = 0; i < 8; i++) {
        put(store, 3 + i);
      }
      Files.move(replacement, plain, StandardCopyOption.REPLACE_EXISTING);
      system.interruptAt("write");
      assertThatThrownBy(() -> put(store, 2))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("was replaced while the store was open");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(plain).hasBinaryContent(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write"})
  void aFileThatTakesThePlaceWhileAChannelIsOpenedAgainIsLeftAlone(String io) throws IOException {
    create();
    Path replacement = directory.resolve("c.oct");
    Store.open(replacement).close();
    byte[] content = Files.readAllBytes(replacement);
    try (Store store = Store.open(path)) {
      put(store, 3);
      put(store, 4);
      system.listen(
          (what, path) -> {
            if (what.equals("open") && Files.exists(replacement)) {
              Files.move(replacement, plain, StandardCopyOption.REPLACE_EXISTING);
            } else if (what.equals(io)) {
              Thread.currentThread().interrupt();
            }
          });
      assertThatThrownBy(() -> put(store, 5))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("was replaced while the store was open");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(replacement).doesNotExist();
    }
    assertThat(plain).hasBinaryContent(content);
  }

  /** The system refuses a second name that exists; moving looks first, then moves. */
  @Test
  void aNewFileGetsItsNameInOneStep() throws IOException {
    Store.open(path).close();
    assertThat(system.calls).contains("createLink a.oct").noneMatch(call -> call.contains("move"));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.oct", "a.oct.lock");
    }
  }

  @Test
  void aNewFileIsMovedToItsNameWhereNoneCanHaveTwo() {
    system.listen(
        (what, path) -> {
          if (what.equals("createLink")) {
            throw new UnsupportedOperationException("links");
          }
        });
    try (Store store = Store.open(path)) {
      put(store, 3);
    }
    assertThat(system.calls).contains("move a.oct");
    assertHolds(READ_ONLY, 3);
  }

  @Test
  void aStoreThatAppearsWhileItIsCreatedIsOpened() throws IOException {
    create();
    Path elsewhere = Files.move(plain, directory.resolve("made.oct"));
    system.listen(
        (what, path) -> {
          if (what.equals("createLink")) {
            Files.move(elsewhere, plain);
          }
        });
    assertHolds(StoreOptions.defaults(), 2);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.filter(file -> file.toString().endsWith(".new"))).isEmpty();
    }
  }

  @Test
  void theNameOfAFileThatWasEmptyIsMadeDurable() throws IOException {
    Files.createFile(plain);
    Store.open(path).close();
    assertThat(system.calls).contains("force " + directory.getFileName());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whateverFailsWhileAStoreIsOpenedNothingOfItStays(boolean isError) throws IOException {
    for (String state : List.of("missing", "empty", "there", "read")) {
      boolean hasFailed = true;
      for (int failing = 0; hasFailed; failing++) {
        prepare(state);
        hasFailed = openFailing(failing, isError, state.equals("read"));
      }
    }
  }

  private void prepare(String state) throws IOException {
    Files.deleteIfExists(plain);
    Files.deleteIfExists(directory.resolve("a.oct.lock"));
    if (state.equals("empty")) {
      Files.createFile(plain);
    } else if (!state.equals("missing")) {
      create();
    }
  }

  /** Opens and closes the store; one call fails, if there are as many. */
  private boolean openFailing(int failing, boolean isError, boolean isReadOnly) throws IOException {
    int[] left = {failing};
    system.listen(
        (what, path) -> {
          if (left[0]-- == 0) {
            if (isError) {
              throw new StackOverflowError("injected");
            }
            throw new IOException("injected");
          }
        });
    Store[] opened = new Store[1];
    Throwable failure =
        catchThrowable(
            () -> opened[0] = Store.open(path, StoreOptions.defaults().readOnly(isReadOnly)));
    boolean hasFailed = left[0] < 0;
    String calls = String.join(", ", system.calls);
    system.listen((what, path) -> {});
    if (failure == null) {
      opened[0].close();
    } else {
      assertThat(failure).as(calls).isInstanceOfAny(StoreException.class, StackOverflowError.class);
    }
    assertThat(left()).as(calls).isEmpty();
    return hasFailed;
  }

  /** What the process still holds of the directory: entries of the registry, and descriptors. */
  private List<String> left() throws IOException {
    List<String> left = new ArrayList<>();
    String real = directory.toRealPath().toString();
    for (String name : System.getProperties().stringPropertyNames()) {
      if (System.getProperty(name).startsWith(real)) {
        left.add(name);
      }
    }
    Path descriptors = Path.of("/proc/self/fd");
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> all = Files.list(descriptors)) {
        for (Path descriptor : all.toList()) {
          // That of the listing itself is gone by now.
          if (Files.isSymbolicLink(descriptor)
              && Files.readSymbolicLink(descriptor).startsWith(real)) {
            left.add(Files.readSymbolicLink(descriptor).toString());
          }
        }
      }
    }
    return left;
  }
}
