package io.octavo.fuzz.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.CollectionType;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.TestStores;
import io.octavo.Transaction;
import io.octavo.file.KeptFile;
import io.octavo.fuzz.workload.Family;
import io.octavo.fuzz.workload.StoreDescription;
import io.octavo.fuzz.workload.Target;
import io.octavo.map.BytesCursor;
import io.octavo.map.LongCursor;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that earlier builds have written are read, checked and changed by this one. */
final class StoreSamplesTest {
  private static final Path STORES = Path.of("stores");

  @TempDir private Path directory;

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(STORES)) {
      return files.filter(file -> file.toString().endsWith(".oct.gz")).sorted().toList();
    }
  }

  private static Path described(Path file) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.substring(0, name.length() - ".oct.gz".length()) + ".txt");
  }

  private Path unpack(Path file) throws IOException {
    Path copy = directory.resolve("copy.oct");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      Files.copy(in, copy);
    }
    return copy;
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileOfAnyVersionIsReadCheckedAndChanged(Path file) throws IOException {
    Path copy = unpack(file);
    byte[] original = Files.readAllBytes(copy);
    List<String> expected = Files.readAllLines(described(file));
    Meta meta = RingTail.newest(original);
    assertThat(meta).isNotNull();
    boolean isKilled = file.toString().endsWith("-killed.oct.gz");
    assertThat(meta.ring().pages() > 0).isEqualTo(isKilled);
    try (Store store = Store.open(copy, StoreOptions.defaults().readOnly(true))) {
      assertThat(StoreDescription.of(store)).isEqualTo(expected);
      assertThat(store.check().problems()).isEmpty();
      // What a killed store had acknowledged is in the ring only.
      assertThat(store.stats().commits() > meta.sequence()).isEqualTo(isKilled);
    }
    assertThat(Files.readAllBytes(copy)).isEqualTo(original);
    List<String> changed;
    try (Store store = Store.open(copy)) {
      assertThat(StoreDescription.of(store)).isEqualTo(expected);
      assertThat(store.check().problems()).isEmpty();
      change(store);
      changed = StoreDescription.of(store);
      assertThat(store.check().problems()).isEmpty();
    }
    assertThat(changed).isNotEqualTo(expected);
    try (Store store = Store.open(copy)) {
      assertThat(StoreDescription.of(store)).isEqualTo(changed);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Returns the targets of a store: a profile is one, its collections are none. */
  private static Set<String> targets(Store store) {
    return store.read(
        transaction ->
            transaction.names().stream()
                .map(
                    name ->
                        Family.of(name) == Family.PROFILE
                            ? name.substring(0, name.lastIndexOf('.'))
                            : name)
                .collect(Collectors.toSet()));
  }

  /** Every map in a commit of its own, all in one, and one that goes. */
  private static void change(Store store) {
    Set<String> names = targets(store);
    for (String name : names) {
      store.write(transaction -> Target.of(transaction, name).put(77, 78));
    }
    store.write(
        transaction -> {
          for (String name : names) {
            Target map = Target.of(transaction, name);
            boolean isOfLongs = transaction.type(name) == CollectionType.LONG_MAP;
            map.removeRange(isOfLongs ? Long.MIN_VALUE : 1, isOfLongs ? -1 : 9);
            for (long key = 0; key < 100; key++) {
              map.put(key * 1_000, key);
            }
          }
        });
    store.write(transaction -> transaction.longMap("new").put(1, 2));
    store.checkpoint();
    if (!names.isEmpty()) {
      store.write(StoreSamplesTest::dropFirst);
    }
  }

  /** Returns the records of the parts of all fronts. */
  private static List<CatalogueRecord> partsOfFronts(Store store) {
    return store.writeResult(
        transaction ->
            EngineAccess.changes(transaction).catalogue().records().stream()
                .filter(CatalogueRecord::isFront)
                .toList());
  }

  /** Gives each key the value that it has, in a commit of its own. */
  private static void putAgain(Store store) {
    try (Transaction read = store.beginRead()) {
      for (String name : read.names()) {
        if (read.type(name) == CollectionType.LONG_MAP) {
          for (LongCursor cursor = read.longMap(name).cursor(); cursor.next(); ) {
            store.write(tx -> tx.longMap(name).put(cursor.key(), cursor.value()));
          }
        } else {
          for (BytesCursor cursor = read.bytesMap(name).cursor(); cursor.next(); ) {
            store.write(tx -> tx.bytesMap(name).put(cursor.key(), cursor.value()));
          }
        }
      }
    }
  }

  /** Sweeps go on from where those of the earlier build ended, and lose nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"closed", "killed"})
  void keptFrontsAreSweptFurther(String end) throws IOException {
    Path file = STORES.resolve("v1-fronts-" + end + ".oct.gz");
    List<String> expected = Files.readAllLines(described(file));
    KeptFile kept = new KeptFile(Files.readAllBytes(unpack(file)));
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20);
    try (Store store = TestStores.open(kept, options, StoreSamples.SMALL)) {
      List<CatalogueRecord> parts = partsOfFronts(store);
      assertThat(parts).hasSize(4).allMatch(part -> part.entries() > 0);
      assertThat(parts).filteredOn(part -> part.tail().length > 0).hasSize(2);
      long before = store.stats().sweptChanges();
      putAgain(store);
      // More than one of the maps has.
      assertThat(store.stats().sweptChanges()).isGreaterThan(before + 150);
      assertThat(StoreDescription.of(store)).isEqualTo(expected);
      assertThat(store.check().problems()).isEmpty();
    }
    try (Store store = TestStores.open(kept, options, StoreSamples.SMALL)) {
      assertThat(StoreDescription.of(store)).isEqualTo(expected);
      assertThat(store.check().problems()).isEmpty();
    }
  }

  /** Drops a collection on which no other depends. */
  private static void dropFirst(Transaction transaction) {
    transaction.names().stream()
        .filter(name -> Family.of(name) != Family.PROFILE)
        .findFirst()
        .ifPresent(transaction::drop);
  }

  @Test
  void thereAreClosedAndKilledFilesOfEveryVersion() throws IOException {
    List<String> names = files().stream().map(file -> file.getFileName().toString()).toList();
    for (int version = 1; version <= MetaPage.FORMAT_VERSION; version++) {
      String prefix = "v" + version + "-";
      for (String end : List.of("-closed.oct.gz", "-killed.oct.gz")) {
        assertThat(names).anyMatch(name -> name.startsWith(prefix) && name.endsWith(end));
      }
    }
  }

  /** The program still makes what it made, whatever the bytes are. */
  @Test
  void theProgramMakesStoresThatHoldTheSame() throws IOException {
    StoreSamples.main(new String[] {"--directory", directory.toString()});
    try (Stream<Path> made = Files.list(directory)) {
      for (Path text : made.filter(file -> file.toString().endsWith(".txt")).toList()) {
        Path kept = STORES.resolve(text.getFileName().toString());
        assertThat(text).hasSameTextualContentAs(kept);
      }
    }
  }
}
