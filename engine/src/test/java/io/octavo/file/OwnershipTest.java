package io.octavo.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.StoreException;
import io.octavo.error.StoreFailedException;
import io.octavo.error.StoreLockedException;
import io.octavo.page.PageHeader;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ways lead to a file, one store writes it; who has lost it fails before harm is done. */
@Timeout(120)
class OwnershipTest {
  private static final StoreOptions READ_ONLY = StoreOptions.defaults().readOnly(true);

  @TempDir private Path directory;
  private Path path;

  /** Another name of the same file, in another directory. */
  private Path link;

  @BeforeEach
  void createStore() throws IOException {
    path = directory.resolve("a.oct");
    try (Store store = Store.open(path)) {
      put(store, 2);
    }
    link = Files.createDirectory(directory.resolve("other")).resolve("b.oct");
    Files.createLink(link, path);
  }

  private static void put(Store store, long value) {
    store.write(tx -> tx.longMap("m").put(1, value));
  }

  private static long get(Store store) {
    return store.read(tx -> tx.longMap("m").get(1, -1));
  }

  private void assertHolds(long value) {
    try (Store store = Store.open(path)) {
      assertThat(get(store)).isEqualTo(value);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private void assertLockedForOthers() throws IOException, InterruptedException {
    assertThat(OtherProcess.exit("try", path)).isEqualTo(OpeningProgram.LOCKED);
    assertThat(OtherProcess.exit("try", link)).isEqualTo(OpeningProgram.LOCKED);
  }

  /** Does what drops all locks of the process on the file, as any code in it may. */
  private void dropLocks() throws IOException {
    Files.readAllBytes(path);
    Files.readAllBytes(directory.resolve("a.oct.lock"));
  }

  @Test
  void aHardLinkIsTheSameFileToThisProcess() {
    try (Store store = Store.open(path)) {
      assertThatThrownBy(() -> Store.open(link))
          .isExactlyInstanceOf(StoreLockedException.class)
          .hasMessageContaining("this process has it open");
      assertThatThrownBy(() -> Store.open(link, READ_ONLY))
          .isExactlyInstanceOf(StoreLockedException.class);
      put(store, 3);
    }
    assertHolds(3);
  }

  /** A name without a sidecar is looked at first; closing the file again would drop its lock. */
  @Test
  void aLookAtAFileThatThisProcessHasOpenDoesNotDropItsLock()
      throws IOException, InterruptedException {
    try (Store store = Store.open(path)) {
      assertThat(link.resolveSibling("b.oct.lock")).doesNotExist();
      assertThatThrownBy(() -> Store.open(link)).isExactlyInstanceOf(StoreLockedException.class);
      assertThat(OtherProcess.exit("try", link)).isEqualTo(OpeningProgram.LOCKED);
      put(store, 3);
      assertThat(store.stats().locksLost()).isZero();
    }
    assertHolds(3);
  }

  @Test
  void aHardLinkIsTheSameFileToAnotherProcess() throws IOException, InterruptedException {
    try (Store store = Store.open(path)) {
      assertThat(OtherProcess.exit("try", link)).isEqualTo(OpeningProgram.LOCKED);
      assertThat(OtherProcess.exit("read", link)).isZero();
      put(store, 3);
    }
    try (OtherProcess reader = OtherProcess.holding("holdRead", path)) {
      assertThat(reader.process().isAlive()).isTrue();
      try (Store second = Store.open(link)) {
        put(second, 4);
      }
    }
    assertHolds(4);
  }

  /** The system names all of them, on Linux. */
  @Test
  void whoKeepsAWriterOutIsNamed() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/locks")), "the system does not list locks");
    try (OtherProcess writer = OtherProcess.holding("hold", path)) {
      assertRefused(path, "process " + writer.process().pid() + " has it open since ");
      assertRefused(link, "process " + writer.process().pid() + " has it open by another name");
    }
    for (Path name : List.of(path, link)) {
      try (OtherProcess reader = OtherProcess.holding("holdDamaged", path)) {
        assertRefused(name, "process " + reader.process().pid() + " reads it, and keeps writers");
      }
    }
    try (Store reader = Store.open(path, READ_ONLY)) {
      assertThat(get(reader)).isEqualTo(2);
      assertRefused(path, "this process reads it");
      assertRefused(link, "this process reads it");
    }
  }

  private static void assertRefused(Path name, String message) {
    assertThatThrownBy(() -> Store.open(name))
        .isExactlyInstanceOf(StoreLockedException.class)
        .hasMessageContaining("the store is in use (" + message);
  }

  @Test
  void aFileThatIsBoundElsewhereIsTheSameFile() throws IOException, InterruptedException {
    assumeTrue(
        OtherProcess.succeeds("unshare", "-m", "true"), "unshare is not there or needs root");
    Path bound = Files.createFile(directory.resolve("other").resolve("bound.oct"));
    List<String> binding =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount --bind \"$1\" \"$2\" && shift 2 && exec \"$@\"",
            "sh",
            path.toString(),
            bound.toString());
    try (Store store = Store.open(path)) {
      assertThat(OtherProcess.exit(binding, "try", bound.toString()))
          .isEqualTo(OpeningProgram.LOCKED);
      assertThat(OtherProcess.exit(binding, "read", bound.toString())).isZero();
      put(store, 3);
    }
    assertThat(OtherProcess.exit(binding, "commit", bound.toString())).isZero();
    assertHolds(OpeningProgram.COMMITTED);
  }

  /** Its file system can be written by another way, so a reader pins what it reads. */
  @Test
  void aDirectoryThatIsMountedReadOnlyIsReadBesideItsLocks()
      throws IOException, InterruptedException {
    assumeTrue(
        OtherProcess.succeeds("unshare", "-m", "true"), "unshare is not there or needs root");
    Path bound = Files.createDirectory(directory.resolve("bound"));
    List<String> binding =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount --bind \"$1\" \"$2\" && mount -o remount,bind,ro \"$2\" && shift 2 && exec \"$@\"",
            "sh",
            directory.toString(),
            bound.toString());
    String name = bound.resolve("a.oct").toString();
    Path sidecar = directory.resolve("a.oct.lock");
    for (boolean hasSidecar : new boolean[] {true, false}) {
      if (!hasSidecar) {
        Files.delete(sidecar);
      }
      assertThat(OtherProcess.exit(binding, "read", name)).isZero();
      assertThat(OtherProcess.exit(binding, "try", name)).isEqualTo(OpeningProgram.REFUSED);
      assertThat(Files.exists(sidecar)).isEqualTo(hasSidecar);
    }
    try (Store store = Store.open(path)) {
      assertThat(OtherProcess.exit(binding, "read", name)).isZero();
      put(store, 3);
    }
    assertHolds(3);
  }

  @Test
  void aSecondClassLoaderIsRefusedAndTakesNothingAway() throws Exception {
    try (URLClassLoader loader = secondLoader();
        Store store = Store.open(path)) {
      for (boolean isReadOnly : new boolean[] {false, true}) {
        assertThat(openBy(loader, isReadOnly))
            .hasToString(
                "io.octavo.error.StoreLockedException: "
                    + path.toRealPath()
                    + ": the store is in use (another class loader of this process has it open);"
                    + " close it there first");
      }
      assertLockedForOthers();
      put(store, 3);
    }
    assertHolds(3);
  }

  @Test
  void aSecondClassLoaderIsRefusedAlsoWhereTheProgramHasResetItsProperties() throws Exception {
    try (URLClassLoader loader = secondLoader();
        Store store = Store.open(path)) {
      System.getProperties().stringPropertyNames().stream()
          .filter(name -> name.startsWith("io.octavo."))
          .forEach(System::clearProperty);
      assertThat(openBy(loader, false)).hasToString(lockedBySomethingElse());
      assertLockedForOthers();
      put(store, 3);
    }
    assertHolds(3);
  }

  private String lockedBySomethingElse() throws IOException {
    return "io.octavo.error.StoreLockedException: "
        + path.toRealPath()
        + ": the store is in use (something else in this process has locked it); close it there"
        + " first";
  }

  @Test
  void aStoreOfASecondClassLoaderIsRespected() throws Exception {
    try (URLClassLoader loader = secondLoader()) {
      Class<?> type = loader.loadClass(Store.class.getName());
      try (AutoCloseable store =
          (AutoCloseable) type.getMethod("open", Path.class).invoke(null, path)) {
        assertThat(store).isNotInstanceOf(Store.class);
        assertThatThrownBy(() -> Store.open(path))
            .isExactlyInstanceOf(StoreLockedException.class)
            .hasMessageContaining("another class loader of this process has it open");
        assertLockedForOthers();
      }
    }
    assertHolds(2);
  }

  private static URLClassLoader secondLoader() throws MalformedURLException {
    String[] places = OtherProcess.classPath().split(System.getProperty("path.separator"), -1);
    URL[] urls = new URL[places.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = Path.of(places[i]).toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  /** Opens the store by the classes of a loader; gives the exception. */
  private Throwable openBy(ClassLoader loader, boolean isReadOnly)
      throws ReflectiveOperationException {
    Class<?> optionsType = loader.loadClass(StoreOptions.class.getName());
    Object options = optionsType.getMethod("defaults").invoke(null);
    options = optionsType.getMethod("readOnly", boolean.class).invoke(options, isReadOnly);
    Method open =
        loader.loadClass(Store.class.getName()).getMethod("open", Path.class, optionsType);
    try {
      throw new AssertionError("opened: " + open.invoke(null, path, options));
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  @Test
  void aProcessThatHasReadItsOwnFilesTakesTheLocksAgain() throws Exception {
    try (Store store = Store.open(path)) {
      dropLocks();
      put(store, 3);
      // As commits do, once a second.
      store.checkpoint();
      assertLockedForOthers();
    }
    assertHolds(3);
  }

  @Test
  void commitsTakeTheLocksAgainOnceASecond() throws Exception {
    try (Store store = Store.open(path)) {
      put(store, 3);
      dropLocks();
      long value = 4;
      for (long end = System.nanoTime() + 1_100_000_000L; System.nanoTime() < end; ) {
        put(store, value++);
      }
      assertLockedForOthers();
      put(store, 3);
    }
    assertHolds(3);
  }

  @Test
  void aStoreThatWasTakenByForceFailsWithItsNextCommit() throws Exception {
    try (Store store = Store.open(path)) {
      put(store, 3);
      dropLocks();
      assertThat(OtherProcess.exit("commit", path)).isZero();
      assertThatThrownBy(() -> put(store, 4)).isExactlyInstanceOf(StoreFailedException.class);
      assertThatThrownBy(() -> put(store, 5)).isExactlyInstanceOf(StoreFailedException.class);
    }
    assertHolds(OpeningProgram.COMMITTED);
  }

  @Test
  void aStoreThatWasTakenByForceWritesNoPage() throws Exception {
    StoreOptions lazy = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    Store store = Store.open(path, lazy);
    store.write(
        tx -> {
          for (long key = 0; key < 100_000; key++) {
            tx.longMap("m").put(key, 3);
          }
        });
    dropLocks();
    assertThat(OtherProcess.exit("commit", path)).isZero();
    byte[] content = Files.readAllBytes(path);
    assertThatThrownBy(store::checkpoint).isExactlyInstanceOf(StoreFailedException.class);
    assertThat(path).hasBinaryContent(content);
    // The commit that returned is lost.
    assertThatThrownBy(store::close).isExactlyInstanceOf(StoreFailedException.class);
    assertThat(path).hasBinaryContent(content);
    assertHolds(OpeningProgram.COMMITTED);
  }

  @Test
  void aStoreWhoseLockAnotherProcessHasTakenWritesNothing() throws Exception {
    byte[] content = Files.readAllBytes(path);
    try (Store store = Store.open(path)) {
      dropLocks();
      try (OtherProcess thief = OtherProcess.holding("hold", path)) {
        assertThat(thief.process().isAlive()).isTrue();
        assertThatThrownBy(() -> put(store, 3))
            .isExactlyInstanceOf(StoreFailedException.class)
            .hasMessageContaining("another process took the lock");
        assertThat(store.stats().locksLost()).isEqualTo(1);
        assertThat(store.stats().locksRetaken()).isZero();
      }
    }
    assertThat(path).hasBinaryContent(content);
    assertHolds(2);
  }

  @Test
  void anInterruptThatLetsAnotherProcessInEndsTheStore() throws Exception {
    try (Store store = Store.open(path)) {
      put(store, 3);
      dropLocks();
      try (OtherProcess thief = OtherProcess.holding("hold", path)) {
        assertThat(thief.process().isAlive()).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> put(store, 4)).isExactlyInstanceOf(StoreFailedException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
    }
    assertHolds(3);
  }

  @Test
  void aReaderTakesWhatAnotherProcessWritesForNoDamage() throws Exception {
    StoreOptions once = READ_ONLY.refreshEvery(Duration.ofDays(1));
    try (Store store = Store.open(path, once)) {
      dropLocks();
      assertThat(OtherProcess.exit("commit", path)).isZero();
      try (OtherProcess writer = OtherProcess.holding("hold", path)) {
        assertThat(writer.process().isAlive()).isTrue();
        byte[] written = Files.readAllBytes(path);
        Arrays.fill(written, MetaPage.COUNT * PageHeader.PAGE_SIZE, written.length, (byte) 7);
        Files.write(path, written);
        assertThatThrownBy(() -> get(store))
            .isExactlyInstanceOf(StoreException.class)
            .hasMessageContaining("begin the read again");
      }
    }
  }

  @Test
  void aReaderMayReadBesideAWriterIfItMayReadTheFile() throws Exception {
    Path sidecar = directory.resolve("a.oct.lock");
    List<String> nobody = List.of();
    if (Files.isReadable(closed(sidecar))) {
      nobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      assumeTrue(
          OtherProcess.succeeds(
              "setpriv", "--reuid=65534", "test", "-r", OtherProcess.classPath().split(":", -1)[0]),
          "the classes cannot be read by another user, or there is no setpriv");
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
    String file = path.toString();
    try (OtherProcess reader = OtherProcess.holding(nobody, "holdRead", path)) {
      assertThat(reader.process().isAlive()).isTrue();
      open(sidecar);
      try (Store store = Store.open(path)) {
        put(store, 3);
      }
    }
    try (Store store = Store.open(path)) {
      closed(sidecar);
      assertThat(OtherProcess.exit(nobody, "read", file)).isZero();
      assertThat(OtherProcess.exit(nobody, "readUnlocked", file)).isEqualTo(OpeningProgram.LOCKED);
      put(store, 3);
      open(sidecar);
    }
    try (OtherProcess reader = OtherProcess.holding(nobody, "holdUnlocked", path)) {
      assertThat(reader.process().isAlive()).isTrue();
      assertHolds(3);
    }
  }

  private static Path closed(Path sidecar) throws IOException {
    return Files.setPosixFilePermissions(sidecar, PosixFilePermissions.fromString("---------"));
  }

  private static void open(Path sidecar) throws IOException {
    Files.setPosixFilePermissions(sidecar, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aReaderThatIsClosedTakesNothingFromOthersOfItsProcess() throws Exception {
    try (Store first = Store.open(path, READ_ONLY)) {
      Store.open(link, READ_ONLY).close();
      Store.open(path, READ_ONLY).close();
      assertThat(get(first)).isEqualTo(2);
      assertThat(OtherProcess.exit("commit", link)).isZero();
      assertThat(first.refresh()).isTrue();
      assertThat(get(first)).isEqualTo(OpeningProgram.COMMITTED);
      assertThat(first.refresh()).isFalse();
    }
  }

  @Test
  void anInterruptDropsLocksWhichAreTakenAgain() throws Exception {
    StrangeFileSystem system = new StrangeFileSystem();
    try (Store store = Store.open(system.of(path))) {
      system.interruptAt("write");
      put(store, 3);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(OtherProcess.exit("try", link)).isEqualTo(OpeningProgram.LOCKED);
      assertThat(store.stats().locksLost()).isPositive();
      assertThat(store.stats().locksRetaken()).isEqualTo(store.stats().locksLost());
    }
    try (Store store = Store.open(system.of(path), READ_ONLY)) {
      assertThat(store.stats().locksLost()).isZero();
      system.interruptAt("read");
      assertThat(store.check().problems()).isEmpty();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(store.stats().locksRetaken()).isPositive();
    }
  }

  @Test
  void afterAnInterruptAFileThatHasTakenThePlaceIsLeftAlone() throws IOException {
    Path replacement = directory.resolve("c.oct");
    Store.open(replacement).close();
    byte[] content = Files.readAllBytes(replacement);
    Store store = Store.open(path);
    assertThat(get(store)).isEqualTo(2);
    Files.move(replacement, path, StandardCopyOption.REPLACE_EXISTING);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> put(store, 3)).isExactlyInstanceOf(StoreFailedException.class);
    assertThat(Thread.interrupted()).isTrue();
    store.close();
    assertThat(path).hasBinaryContent(content);
    // What was committed is in the file that has only its other name by now.
    try (Store former = Store.open(link)) {
      assertThat(get(former)).isEqualTo(2);
    }
  }

  @Test
  void afterAnInterruptAReaderReadsNoOtherFile() throws IOException {
    Path replacement = directory.resolve("c.oct");
    Store.open(replacement).close();
    StrangeFileSystem system = new StrangeFileSystem();
    try (Store store = Store.open(system.of(path), READ_ONLY.cacheBytes(1 << 20))) {
      Files.move(replacement, path, StandardCopyOption.REPLACE_EXISTING);
      system.interruptAt("read");
      assertThatThrownBy(() -> get(store))
          .isExactlyInstanceOf(StoreException.class)
          .hasMessageContaining("was replaced while the store was open");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void afterAnInterruptTheStoreInThePlaceKeepsItsLock() throws Exception {
    Path replacement = directory.resolve("c.oct");
    try (Store other = Store.open(replacement);
        Store store = Store.open(path)) {
      assertThat(get(store)).isEqualTo(2);
      Files.move(replacement, path, StandardCopyOption.REPLACE_EXISTING);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> put(store, 3)).isExactlyInstanceOf(StoreFailedException.class);
      assertThat(Thread.interrupted()).isTrue();
      // Its sidecar has another name, so only the file itself keeps this one.
      Path name = Files.createLink(directory.resolve("d.oct"), path);
      assertThat(OtherProcess.exit("try", name)).isEqualTo(OpeningProgram.LOCKED);
      assertThat(other.check().problems()).isEmpty();
    }
  }

  @Test
  void whatNamesTheHolderAlwaysTakesAsManyBytes() throws IOException {
    Path sidecar = directory.resolve("a.oct.lock");
    long length = Files.size(sidecar);
    assertThat(length).isPositive();
    assertThat(sidecar)
        .content()
        .startsWith("process " + ProcessHandle.current().pid())
        .endsWith("\n");
    Store.open(path).close();
    assertThat(sidecar).hasSize(length);
  }

  @Test
  void aNewFileHasOneName() throws IOException {
    Path created = directory.resolve("new.oct");
    try (Store store = Store.open(created)) {
      put(store, 1);
    }
    assertThat(Files.readAttributes(created, "unix:nlink", LinkOption.NOFOLLOW_LINKS))
        .containsEntry("nlink", 1);
  }
}
