package io.octavo.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.CollectionType;
import io.octavo.Durability;
import io.octavo.EngineAccess;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.commit.Pager;
import io.octavo.file.KeptFile;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps with a front are saved with their newest changes. */
class FrontSalvageModelTest {
  private static final Map<Long, Long> LONGS = new TreeMap<>();
  private static final Map<String, String> STRINGS = new TreeMap<>();
  private static byte[] sound = new byte[0];

  @TempDir Path directory;

  @BeforeAll
  static void makeStore() {
    KeptFile file = new KeptFile();
    Pager.create(file, new UUID(1, 1));
    Random random = new Random(5);
    StoreOptions options = StoreOptions.defaults().durability(Durability.CHECKPOINT);
    try (Store store = EngineAccess.open(file, null, options, new TreeLimits(6, 6))) {
      for (int i = 0; i < 40; i++) {
        store.write(tx -> change(tx, random));
        store.checkpoint();
      }
    }
    sound = file.content();
  }

  private static void change(Transaction tx, Random random) {
    LongMap longs = tx.longMap("longs");
    BytesMap strings = tx.bytesMap("strings");
    for (int i = 0; i < 10; i++) {
      long key = random.nextInt(200);
      longs.put(key, i);
      LONGS.put(key, (long) i);
      String text = "key " + random.nextInt(200);
      String value = "v".repeat(random.nextInt(20) == 0 ? 6_000 : i);
      strings.put(bytes(text), bytes(value));
      STRINGS.put(text, value);
      long gone = random.nextInt(200);
      longs.delete(gone);
      LONGS.remove(gone);
      strings.delete(bytes("key " + gone));
      STRINGS.remove("key " + gone);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns what a salvage of a file has saved, after a check that maps of each type are one. */
  private SalvageReport salvage(byte[] file, Map<Long, Long> longs, Map<String, String> strings)
      throws IOException {
    Path damaged = Files.write(directory.resolve("damaged.oct"), file);
    Path saved = directory.resolve("saved.oct");
    Files.deleteIfExists(saved);
    SalvageReport report = Salvage.copy(damaged, saved);
    assertThat(SalvagePages.problems(saved)).isEmpty();
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true));
        Transaction tx = store.beginRead()) {
      for (String name : tx.names()) {
        if (tx.type(name) == CollectionType.LONG_MAP) {
          for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
            assertThat(longs.put(c.key(), c.value())).isNull();
          }
        } else {
          for (BytesCursor c = tx.bytesMap(name).cursor(); c.next(); ) {
            assertThat(strings.put(text(c.key()), text(c.value()))).isNull();
          }
        }
      }
    }
    return report;
  }

  @Test
  void aSoundStoreIsSavedWhole() throws IOException {
    Map<Long, Long> longs = new TreeMap<>();
    Map<String, String> strings = new TreeMap<>();
    SalvageReport report = salvage(sound, longs, strings);
    assertThat(report.losses()).isEmpty();
    assertThat(longs).isEqualTo(LONGS);
    assertThat(strings).isEqualTo(STRINGS);
  }

  @Test
  void aStoreWithoutItsCatalogueIsSavedWhole() throws IOException {
    byte[] file = sound.clone();
    damage(file, SalvagePages.newest(file).catalogue().number());
    Map<Long, Long> longs = new TreeMap<>();
    Map<String, String> strings = new TreeMap<>();
    SalvageReport report = salvage(file, longs, strings);
    assertThat(report.losses()).isNotEmpty();
    assertThat(longs).isEqualTo(LONGS);
    assertThat(strings).isEqualTo(STRINGS);
  }

  /** A lost page of a front uncovers what its changes have replaced, and no page is in the way. */
  @Test
  void everyOtherPageOfADamagedStoreIsSaved() throws IOException {
    for (int number : SalvagePages.used(sound).stream().filter(n -> n >= 4).toArray()) {
      byte[] file = sound.clone();
      damage(file, number);
      Map<Long, Long> longs = new TreeMap<>();
      Map<String, String> strings = new TreeMap<>();
      salvage(file, longs, strings);
      longs.entrySet().removeAll(LONGS.entrySet());
      strings.entrySet().removeAll(STRINGS.entrySet());
      // A page has six entries at most, and a branch six leaves that are found without it.
      assertThat(longs.size() + strings.size()).as("page %d", number).isLessThanOrEqualTo(6);
    }
  }

  private static void damage(byte[] file, int number) {
    file[number * PageHeader.PAGE_SIZE + PageHeader.PAGE_SIZE / 2] ^= 1;
  }
}
