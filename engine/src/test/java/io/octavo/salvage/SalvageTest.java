package io.octavo.salvage;

import static io.octavo.salvage.SalvagePages.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.error.FormatException;
import io.octavo.error.StoreException;
import io.octavo.fixture.Effort;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a damaged store is left is saved: every entry of every leaf that is whole. */
class SalvageTest {
  private static final int PAGE = PageHeader.PAGE_SIZE;
  private static final long LAST_ROUND = 6;

  @TempDir static Path shared;

  /** A store with a past: its free pages hold leaves, branches and names of earlier states. */
  private static byte[] sound = new byte[0];

  private static final Map<String, Map<Long, Long>> MODEL = new TreeMap<>();
  private static final BitSet USED = new BitSet();
  private static final Map<Integer, String> OWNERS = new HashMap<>();

  @TempDir Path directory;
  private Path damaged;
  private Path saved;

  @BeforeAll
  static void makeStore() throws IOException {
    Path path = shared.resolve("sound.oct");
    SplittableRandom random = new SplittableRandom(1);
    try (Store store =
        Store.open(path, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      for (long round = 0; round <= LAST_ROUND; round++) {
        store.write(
            tx -> {
              change(tx.longMap("big"), "big", random, 30_000, 6_000);
              change(tx.longMap("middle"), "middle", random, 3_000, 1_000);
              tx.longMap("gone").put(random.nextLong(), 1);
              for (int i = 0; i < 120; i += 1 + random.nextInt(3)) {
                String name = "small-" + "x".repeat(180) + i;
                change(tx.longMap(name), name, random, 100, 4);
              }
            });
        store.checkpoint();
      }
      store.write(tx -> tx.drop("gone"));
    }
    sound = Files.readAllBytes(path);
    USED.or(SalvagePages.used(sound));
    for (int number : USED.stream().toArray()) {
      byte[] page = page(sound, number);
      if (PageHeader.kindCode(page) == PageKind.CATALOGUE.code()) {
        for (CatalogueRecord record : CataloguePage.records(page)) {
          OWNERS.put(record.id(), record.name());
        }
      }
    }
  }

  private static void change(
      LongMap map, String name, SplittableRandom random, int keys, int changes) {
    Map<Long, Long> expected = MODEL.computeIfAbsent(name, n -> new TreeMap<>());
    for (int i = 0; i < changes; i++) {
      long key = random.nextLong(keys);
      long value = random.nextLong();
      map.put(key, value);
      expected.put(key, value);
      long gone = random.nextLong(keys);
      map.remove(gone);
      expected.remove(gone);
    }
  }

  @BeforeEach
  void setUp() {
    damaged = directory.resolve("damaged.oct");
    saved = directory.resolve("saved.oct");
  }

  /** Salvages a file, and holds what was saved to the leaves that are in use and not damaged. */
  private SalvageReport salvage(byte[] file, BitSet damage, String why) throws IOException {
    Files.write(damaged, file);
    SalvageReport run = Salvage.copy(damaged, saved);
    assertThat(Files.readAllBytes(damaged)).as(why).isEqualTo(file);
    assertThat(SalvagePages.problems(saved)).isEmpty();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("."))).isEmpty();
    }
    Map<String, Map<Long, Long>> contents = contents(saved);
    for (int number : USED.stream().toArray()) {
      byte[] page = page(sound, number);
      if (damage.get(number) || PageHeader.kindCode(page) != PageKind.LEAF.code()) {
        continue;
      }
      int owner = PageHeader.owner(page);
      String name = OWNERS.getOrDefault(owner, "");
      Map<Long, Long> map = contents.getOrDefault(name, contents.get("lost-" + owner));
      assertThat(map).as("%s: map %s", why, name).isNotNull();
      for (int i = 0; i < PageHeader.count(page); i++) {
        if (!Long.valueOf(LeafPage.value(page, i)).equals(map.get(LeafPage.key(page, i)))) {
          throw new AssertionError(why + ": page " + number + ", key " + LeafPage.key(page, i));
        }
      }
    }
    return run;
  }

  private static Map<String, Map<Long, Long>> contents(Path path) {
    Map<String, Map<Long, Long>> contents = new TreeMap<>();
    try (Store store = Store.open(path, StoreOptions.defaults().readOnly(true))) {
      store.read(
          tx -> {
            for (String name : tx.names()) {
              Map<Long, Long> map = new TreeMap<>();
              for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
                map.put(c.key(), c.value());
              }
              contents.put(name, map);
            }
            return true;
          });
    }
    return contents;
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

  private static byte[] flip(byte[] file, int number, SplittableRandom random) {
    byte[] flipped = file.clone();
    for (int i = 0; i <= random.nextInt(4); i++) {
      flipped[number * PAGE + random.nextInt(PAGE)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  @Test
  void aSoundStoreIsSavedAsItIs() throws IOException {
    SalvageReport run = salvage(sound, new BitSet(), "sound");

    assertThat(run.isWhole()).isTrue();
    assertThat(contents(saved)).isEqualTo(MODEL);
    assertThat(run.maps())
        .filteredOn(map -> map.name().equals("big"))
        .singleElement()
        .satisfies(map -> assertThat(map.expected()).hasValue(map.entries()));
  }

  /** Half of the meta pages are of another store: the bitmaps tell whose file it is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theMetaPagesOfAnotherStoreAreLeftAside(int copies) throws IOException {
    Meta newest = MetaPage.read(page(sound, 0));
    Meta other = MetaPage.read(page(sound, 1));
    int older = newest.epoch() < other.epoch() ? 0 : 1;
    Path strange = directory.resolve("strange.oct");
    try (Store store = Store.open(strange)) {
      for (long key = 0; key < 50; key++) {
        long last = key;
        store.write(tx -> tx.longMap("strange").put(last, last));
        store.checkpoint();
      }
    }
    byte[] file = sound.clone();
    for (int copy = 0; copy < copies; copy++) {
      int at = (older + copy * MetaPage.SLOTS) * PAGE;
      System.arraycopy(Files.readAllBytes(strange), at, file, at, PAGE);
    }
    SalvageReport run = salvage(file, new BitSet(), copies + " copies");

    assertThat(run.isWhole()).isTrue();
    assertThat(run.losses().toString()).contains("R37 (store identity)");
    assertThat(contents(saved)).isEqualTo(MODEL);
  }

  @ParameterizedTest
  @EnumSource(names = {"LEAF", "BRANCH", "CATALOGUE", "CATALOGUE_BRANCH", "SPACE", "META"})
  void onePageCostsWhatStandsInItAtMost(PageKind kind) throws IOException {
    SplittableRandom random = new SplittableRandom(kind.code());
    List<Integer> pages = pagesOf(kind);
    assertThat(pages).isNotEmpty();
    for (int round = 0; round < 6; round++) {
      int number = pages.get(random.nextInt(pages.size()));
      BitSet damage = new BitSet();
      damage.set(number);
      String why = kind + " page " + number + ", round " + round;
      SalvageReport run = salvage(flip(sound, number, random), damage, why);

      boolean isHarmless = kind == PageKind.SPACE || kind == PageKind.META;
      assertThat(run.isWhole()).as(why).isEqualTo(isHarmless);
      // A bitmap is not looked at where nothing is lost.
      if (kind != PageKind.SPACE) {
        assertThat(run.losses().toString())
            .as(why)
            .contains("page " + number + " breaks rule R1 (checksum)");
      }
      Map<String, Map<Long, Long>> contents = contents(saved);
      if (kind != PageKind.LEAF && kind != PageKind.CATALOGUE) {
        assertThat(contents).as(why).isEqualTo(MODEL);
      }
      contents.forEach(
          (name, map) -> {
            Map<Long, Long> model = MODEL.get(name);
            if (model != null) {
              assertThat(model).as(why).containsAllEntriesOf(map);
            } else {
              assertThat(name).as(why).startsWith("lost-");
            }
          });
      Files.delete(saved);
    }
  }

  /** The page above has the checksum too. */
  @ParameterizedTest
  @EnumSource(names = {"LEAF", "BRANCH", "CATALOGUE", "CATALOGUE_BRANCH"})
  void aPageWhoseChecksumAloneIsDamagedIsSavedWhole(PageKind kind) throws IOException {
    byte[] file = sound.clone();
    for (int number : pagesOf(kind)) {
      file[number * PAGE + PageHeader.CRC] ^= 4;
    }
    assertThat(salvage(file, new BitSet(), kind.name()).isWhole()).isTrue();
    assertThat(contents(saved)).isEqualTo(MODEL);
  }

  static LongStream seeds() {
    return Effort.seeds(5);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void manyDamagedPagesCostTheirLeavesOnly(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 6; round++) {
      byte[] file = sound.clone();
      BitSet damage = new BitSet();
      for (PageKind kind : PageKind.values()) {
        List<Integer> pages = pagesOf(kind);
        for (int i = pages.isEmpty() ? 0 : random.nextInt(3); i > 0; i--) {
          int number = pages.get(random.nextInt(pages.size()));
          damage.set(number);
          file = flip(file, number, random);
        }
      }
      salvage(file, damage, "seed " + seed + ", round " + round + ", pages " + damage);
      Files.delete(saved);
    }
  }

  @Test
  void withoutAnyMetaPageTheNewestStateIsFound() throws IOException {
    byte[] file = sound.clone();
    Arrays.fill(file, 0, MetaPage.COUNT * PAGE, (byte) 7);
    SalvageReport run = salvage(file, new BitSet(), "no metas");

    assertThat(run.isWhole()).isFalse();
    assertThat(contents(saved)).containsAllEntriesOf(MODEL);
  }

  @Test
  void aFileThatWasCutOffKeepsWhatIsThere() throws IOException {
    for (int length = sound.length - 1; length > 8 * PAGE; length -= sound.length / 7) {
      BitSet damage = new BitSet();
      damage.set(length / PAGE, sound.length / PAGE);
      byte[] file = Arrays.copyOf(sound, length);
      assertThat(salvage(file, damage, "length " + length).isWhole()).isFalse();
      Files.delete(saved);
    }
  }

  @Test
  void commitsOfTheRingAreSaved() throws IOException {
    Path path = directory.resolve("killed.oct");
    try (Store store = Store.open(path)) {
      for (long key = 0; key < 20; key++) {
        long next = key;
        store.write(tx -> tx.longMap("m").put(next, -next));
      }
      store.write(tx -> tx.rename("m", "renamed"));
      store.write(tx -> tx.longMap("dropped").put(1, 1));
      store.write(tx -> tx.drop("dropped"));
      store.write(tx -> tx.longMap("made").put(5, 6));
      Files.copy(path, damaged);
    }
    Salvage.copy(damaged, saved);
    Map<String, Map<Long, Long>> contents = contents(saved);
    assertThat(contents).containsOnlyKeys("renamed", "made");
    assertThat(contents.get("renamed")).hasSize(20).containsEntry(19L, -19L);

    byte[] file = Files.readAllBytes(damaged);
    Meta newest = SalvagePages.newest(file);
    // The second record behind the checkpoint; those that follow prove that it was there.
    long ring = (long) newest.ring().pages() * PAGE;
    long second = (newest.ring().replayOffset() + 4096) % ring;
    file[(int) (newest.ring().start() * PAGE + second + 44)] ^= 1;
    Files.write(damaged, file);
    Files.delete(saved);
    SalvageReport run = Salvage.copy(damaged, saved);
    assertThat(run.isWhole()).isFalse();
    assertThat(run.losses().toString()).contains("R27", "commits after this point");
    long left = newest.sequence() + 1;
    assertThat(left).isLessThan(20);
    assertThat(contents(saved).get("m")).hasSize((int) left).containsEntry(left - 1, 1 - left);
  }

  @Test
  void aLossSaysPageReasonMapAndKeys() throws IOException {
    int number = pagesOf(PageKind.LEAF).get(3);
    byte[] file = sound.clone();
    file[number * PAGE + 100] ^= 1;
    BitSet damage = new BitSet();
    damage.set(number);
    Loss loss = salvage(file, damage, "one").losses().get(0);

    byte[] leaf = page(sound, number);
    assertThat(loss.page()).isEqualTo(number);
    assertThat(loss.reason()).startsWith("breaks rule R1 (checksum) at byte ");
    assertThat(loss.map()).isEqualTo(OWNERS.get(PageHeader.owner(leaf)));
    assertThat(loss.hasKeys()).isTrue();
    assertThat(((Long) loss.from())).isLessThanOrEqualTo(LeafPage.key(leaf, 0));
    assertThat(((Long) loss.to()))
        .isGreaterThanOrEqualTo(LeafPage.key(leaf, PageHeader.count(leaf) - 1));
    assertThat(loss)
        .hasToString(
            "page " + number + " " + loss.reason() + "; map " + loss.map() + ", " + keys(loss));
  }

  private static String keys(Loss loss) {
    return "keys " + loss.from() + " to " + loss.to();
  }

  @Test
  void nothingIsOverwrittenAndNoiseIsRefused() throws IOException {
    Files.write(damaged, sound);
    Files.writeString(saved, "mine");
    assertThatThrownBy(() -> Salvage.copy(damaged, saved))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("exists; name a file that does not exist");
    assertThat(Files.readString(saved)).isEqualTo("mine");
    Files.delete(saved);
    assertThatThrownBy(() -> Salvage.copy(damaged, directory.resolve("none/a.oct")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the directory does not exist");

    byte[] noise = new byte[10 * PAGE];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) ((i * 31) >> 3);
    }
    Files.write(damaged, noise);
    assertThatThrownBy(() -> Salvage.copy(damaged, saved))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("no page of a store found");
    assertThat(saved).doesNotExist();
  }

  @Test
  void progressCountsPagesAndCanEndTheCopy() throws IOException {
    Files.write(damaged, sound);
    List<Long> told = new ArrayList<>();
    Salvage.copy(damaged, saved, StoreOptions.defaults(), told::add);
    assertThat(told).startsWith(1L, 2L, 3L).hasSizeGreaterThan(pagesOf(PageKind.LEAF).size());

    Path other = directory.resolve("other.oct");
    LongConsumer ending =
        pages -> {
          throw new CancellationException();
        };
    assertThatThrownBy(() -> Salvage.copy(damaged, other, StoreOptions.defaults(), ending))
        .isInstanceOf(CancellationException.class);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("damaged.oct", "damaged.oct.lock", "saved.oct");
    }
  }
}
