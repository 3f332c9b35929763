package io.octavo.salvage;

import static io.octavo.salvage.SalvagePages.newest;
import static io.octavo.salvage.SalvagePages.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.map.BytesCursor;
import io.octavo.map.BytesMap;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.PageRef;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.bytes.OverflowPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of damaged maps of byte strings is left is saved, and nothing that never was. */
class BytesSalvageTest {
  private static final int PAGE = PageHeader.PAGE_SIZE;
  private static final String MAP = "strings";

  @TempDir static Path shared;

  /** A store with a past: its free pages hold leaves and pieces of earlier states. */
  private static byte[] sound = new byte[0];

  private static final NavigableMap<byte[], byte[]> MODEL = new TreeMap<>(Arrays::compareUnsigned);
  private static final BitSet USED = new BitSet();

  @TempDir Path directory;
  private Path damaged;
  private Path saved;

  @BeforeAll
  static void makeStore() throws IOException {
    Path path = shared.resolve("sound.oct");
    Random random = new Random(1);
    // A compaction before close would leave no earlier copies of pages.
    StoreOptions options =
        StoreOptions.defaults().durability(Durability.CHECKPOINT).compactOnClose(Duration.ZERO);
    try (Store store = Store.open(path, options)) {
      for (int round = 0; round < 5; round++) {
        store.write(tx -> change(tx.bytesMap(MAP), random));
        store.write(tx -> tx.longMap("longs").put(random.nextInt(), 1));
        store.checkpoint();
      }
    }
    sound = Files.readAllBytes(path);
    USED.or(BitSet.valueOf(SpacePage.words(page(sound, newest(sound).space().number()))));
  }

  private static void change(BytesMap map, Random random) {
    for (int i = 0; i < 3_000; i++) {
      byte[] key = key("key/" + "of/".repeat(random.nextInt(4)) + random.nextInt(2_000));
      if (random.nextInt(3) == 0) {
        map.remove(key);
        MODEL.remove(key);
      } else {
        byte[] value = new byte[random.nextInt(40) == 0 ? 5_000 + random.nextInt(9_000) : 60];
        random.nextBytes(value);
        map.put(key, value);
        MODEL.put(key, value);
      }
    }
    // Long keys whose separators are long, so that there are branches enough to be damaged.
    for (int i = 0; i < 60; i++) {
      byte[] key = key((char) ('l' + i % 6) + "x".repeat(1_500) + i);
      map.put(key, new byte[] {1});
      MODEL.put(key, new byte[] {1});
    }
  }

  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @BeforeEach
  void setUp() {
    damaged = directory.resolve("damaged.oct");
    saved = directory.resolve("saved.oct");
  }

  private static List<Integer> pagesOf(PageKind kind) {
    List<Integer> pages = new ArrayList<>();
    for (int number : USED.stream().toArray()) {
      if (PageHeader.kindCode(page(sound, number)) == kind.code()) {
        pages.add(number);
      }
    }
    return pages;
  }

  private SalvageReport salvage(byte[] file) throws IOException {
    Files.write(damaged, file);
    Files.deleteIfExists(saved);
    SalvageReport run = Salvage.copy(damaged, saved);
    assertThat(SalvagePages.problems(saved)).isEmpty();
    return run;
  }

  /** Returns which keys of the model were saved; what was saved has the value that it had. */
  private Set<String> savedKeys(String why) {
    Set<String> keys = new HashSet<>();
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true))) {
      store.read(
          tx -> {
            for (String name : tx.names()) {
              if (!name.equals("longs") && !name.startsWith("lost-2")) {
                for (BytesCursor c = tx.bytesMap(name).cursor(); c.next(); ) {
                  assertThat(c.value()).as(why).isEqualTo(MODEL.get(c.key()));
                  keys.add(new String(c.key(), StandardCharsets.UTF_8));
                }
              }
            }
            return true;
          });
    }
    return keys;
  }

  /** Returns the keys that must be there: of sound leaves, with a value whose pieces are sound. */
  private static Set<String> expected(BitSet damage) {
    Set<Long> pieces = new HashSet<>();
    for (int number : pagesOf(PageKind.OVERFLOW)) {
      if (!damage.get(number)) {
        pieces.add(OverflowPage.piece(page(sound, number)));
      }
    }
    Set<String> keys = new HashSet<>();
    for (int number : pagesOf(PageKind.BYTES_LEAF)) {
      byte[] page = page(sound, number);
      for (int i = 0; !damage.get(number) && i < PageHeader.count(page); i++) {
        boolean isWhole = true;
        if (BytesPage.isLarge(page, i)) {
          long first = BytesPage.referencePiece(page, i);
          long count = OverflowPage.pieces(BytesPage.referenceLength(page, i));
          for (long piece = first; piece < first + count; piece++) {
            isWhole &= pieces.contains(piece);
          }
        }
        if (isWhole) {
          keys.add(new String(BytesPage.key(page, i), StandardCharsets.UTF_8));
        }
      }
    }
    return keys;
  }

  @Test
  void aSoundMapIsSavedAsItIs() throws IOException {
    SalvageReport run = salvage(sound);
    assertThat(run.isWhole()).isTrue();
    assertThat(savedKeys("sound")).hasSize(MODEL.size());
    assertThat(run.maps()).extracting(SalvagedMap::name).contains(MAP);
  }

  @ParameterizedTest
  @EnumSource(names = {"BYTES_LEAF", "BYTES_BRANCH", "OVERFLOW", "BRANCH", "CATALOGUE", "SPACE"})
  void onePageCostsWhatStandsInItAtMost(PageKind kind) throws IOException {
    Random random = new Random(kind.code());
    List<Integer> pages = pagesOf(kind);
    assertThat(pages).isNotEmpty();
    for (int round = 0; round < 5; round++) {
      BitSet damage = new BitSet();
      byte[] file = sound.clone();
      for (int i = round; i >= 0; i -= 2) {
        int number = pages.get(random.nextInt(pages.size()));
        damage.set(number);
        file[number * PAGE + random.nextInt(PAGE)] ^= 8;
      }
      String why = kind + " pages " + damage;
      SalvageReport run = salvage(file);
      assertThat(savedKeys(why)).as(why).isEqualTo(expected(damage));
      if (kind != PageKind.SPACE) {
        assertThat(run.isWhole()).as(why).isFalse();
        assertThat(run.losses().toString()).as(why).contains("breaks rule R1 (checksum)");
      }
      if (kind == PageKind.OVERFLOW) {
        assertThat(run.losses().toString()).contains("has lost pieces; map strings, key \"key/");
      }
    }
  }

  @Test
  void damageOfManyKindsCostsNoMore() throws IOException {
    for (long seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      BitSet damage = new BitSet();
      byte[] file = sound.clone();
      for (PageKind kind :
          new PageKind[] {
            PageKind.BYTES_LEAF, PageKind.BYTES_BRANCH, PageKind.OVERFLOW, PageKind.BRANCH
          }) {
        List<Integer> pages = pagesOf(kind);
        for (int i = random.nextInt(3); i > 0; i--) {
          int number = pages.get(random.nextInt(pages.size()));
          damage.set(number);
          file[number * PAGE + random.nextInt(PAGE)] ^= 1;
        }
      }
      salvage(file);
      assertThat(savedKeys("seed " + seed)).as("seed %d", seed).isEqualTo(expected(damage));
    }
  }

  @Test
  void withoutAnyMetaPageNoValueIsMixedFromTwo() throws IOException {
    byte[] file = sound.clone();
    Arrays.fill(file, 0, MetaPage.COUNT * PAGE, (byte) 7);
    assertThat(salvage(file).isWhole()).isFalse();
    Map<String, byte[]> found = new TreeMap<>();
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true))) {
      store.read(
          tx -> {
            for (BytesCursor c = tx.bytesMap(MAP).cursor(); c.next(); ) {
              found.put(new String(c.key(), StandardCharsets.UTF_8), c.value());
            }
            return true;
          });
    }
    MODEL.forEach(
        (key, value) ->
            assertThat(found).containsEntry(new String(key, StandardCharsets.UTF_8), value));
  }

  @Test
  void aTreeOfAnotherKindThanItsMapIsDamage() throws IOException {
    byte[] file = sound.clone();
    Meta meta = newest(file);
    int number = meta.catalogue().number();
    byte[] page = page(file, number);
    List<CatalogueRecord> records = new ArrayList<>();
    for (CatalogueRecord old : CataloguePage.records(page)) {
      int type =
          old.name().equals(MAP)
              ? CatalogueRecord.LONG_MAP
              : old.isOwn() ? old.type() : CatalogueRecord.BYTES_MAP;
      CatalogueRecord empty = CatalogueRecord.empty(old.name(), old.id(), type, old.created());
      records.add(empty.with(old.root(), old.entries()));
    }
    CataloguePage.build(page, number, records);
    int crc = PageHeader.seal(page, meta.epoch());
    Memory.buffer(page, 0, PAGE).get(file, number * PAGE, PAGE);
    Meta forged =
        new Meta(
            meta.storeId(),
            0,
            0,
            0,
            meta.epoch(),
            meta.pageCount(),
            new PageRef(number, crc, 0),
            meta.space(),
            meta.nextCollectionId(),
            meta.sequence(),
            meta.ring());
    for (int copy = 0; copy < 2; copy++) {
      int place = MetaPage.slot(meta.epoch()) + copy * MetaPage.SLOTS;
      byte[] built = PageHeader.newPage();
      MetaPage.build(built, place, forged);
      Memory.buffer(built, 0, PAGE).get(file, place * PAGE, PAGE);
    }
    SalvageReport run = salvage(file);
    assertThat(run.isWhole()).isFalse();
    assertThat(run.losses().toString())
        .contains("is not of the kind BRANCH", "is not of the kind BYTES_LEAF");
    assertThat(SalvagePages.problems(damaged)).isNotEmpty();
  }

  @Test
  void commitsOfTheRingAreSaved() throws IOException {
    Path path = directory.resolve("killed.oct");
    try (Store store = Store.open(path)) {
      store.write(tx -> tx.bytesMap("old").put(key("a"), new byte[20_000]));
      store.write(tx -> tx.bytesMap("old").put(key("b"), key("1")));
      store.write(tx -> tx.bytesMap("old").put(key("c"), key("2")));
      store.write(tx -> tx.rename("old", "new"));
      store.write(tx -> tx.bytesMap("new").remove(key("b")));
      store.write(tx -> tx.bytesMap("new").put(key("d"), key("3")));
      store.write(tx -> tx.bytesMap("new").removeRange(key("d"), null));
      store.write(tx -> tx.bytesMap("dropped").put(key("a"), new byte[9_000]));
      store.write(tx -> tx.drop("dropped"));
      store.write(tx -> tx.bytesMap("cleared").put(key("a"), new byte[9_000]));
      store.write(tx -> tx.bytesMap("cleared").clear());
      Files.copy(path, damaged);
    }
    Salvage.copy(damaged, saved);
    try (Store store = Store.open(saved)) {
      assertThat(store.<Set<String>>read(tx -> Set.copyOf(tx.names())))
          .containsExactlyInAnyOrder("new", "cleared");
      store.read(
          tx -> {
            assertThat(tx.bytesMap("cleared").size()).isZero();
            assertThat(tx.bytesMap("new").size()).isEqualTo(2);
            assertThat(tx.bytesMap("new").get(key("a"))).hasSize(20_000);
            return assertThat(tx.bytesMap("new").get(key("c"))).isEqualTo(key("2"));
          });
    }
  }
}
