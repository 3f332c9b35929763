package io.octavo.command.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.LongCursor;
import io.octavo.LongMap;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.Octavo;
import io.octavo.fixture.Effort;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.longs.LeafPage;
import io.octavo.page.meta.CataloguePage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.page.meta.Meta;
import io.octavo.page.meta.MetaPage;
import io.octavo.page.meta.SpacePage;
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
class SalvageCommandTest {
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
    Meta meta = null;
    for (int number = 0; number < MetaPage.COUNT; number++) {
      Meta found = MetaPage.read(page(sound, number));
      meta = meta == null || found.epoch() > meta.epoch() ? found : meta;
    }
    if (meta == null) {
      throw new AssertionError("no meta page");
    }
    USED.or(BitSet.valueOf(SpacePage.words(page(sound, meta.space().number()))));
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

  private static byte[] page(byte[] file, int number) {
    byte[] page = PageHeader.newPage();
    Memory.buffer(page, 0, PAGE).put(file, number * PAGE, PAGE);
    return page;
  }

  @BeforeEach
  void setUp() {
    damaged = directory.resolve("damaged.oct");
    saved = directory.resolve("saved.oct");
  }

  /** Salvages a file, and holds what was saved to the leaves that are in use and not damaged. */
  private Octavo salvage(byte[] file, BitSet damage, String why) throws IOException {
    Files.write(damaged, file);
    Octavo run = Octavo.run("salvage", damaged, saved);
    assertThat(run.err()).as(why).isEmpty();
    assertThat(Files.readAllBytes(damaged)).as(why).isEqualTo(file);
    Octavo.run("check", saved).succeeds();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith(".salvage")))
          .isEmpty();
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
    Octavo run = salvage(sound, new BitSet(), "sound");

    assertThat(run.exitCode()).isZero();
    assertThat(contents(saved)).isEqualTo(MODEL);
    assertThat(run.out()).contains("map      big: ", " at the last checkpoint\n");
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
    Octavo run = salvage(file, new BitSet(), copies + " copies");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("R37 (store identity)");
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
      Octavo run = salvage(flip(sound, number, random), damage, why);

      boolean isHarmless = kind == PageKind.SPACE || kind == PageKind.META;
      assertThat(run.exitCode()).as(why).isEqualTo(isHarmless ? 0 : 1);
      // A bitmap is not looked at where nothing is lost.
      if (kind != PageKind.SPACE) {
        assertThat(run.out()).as(why).contains("page " + number + " breaks rule R1 (checksum)");
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
    Octavo run = salvage(file, new BitSet(), "no metas");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(contents(saved)).containsAllEntriesOf(MODEL);
  }

  @Test
  void aFileThatWasCutOffKeepsWhatIsThere() throws IOException {
    for (int length = sound.length - 1; length > 8 * PAGE; length -= sound.length / 7) {
      BitSet damage = new BitSet();
      damage.set(length / PAGE, sound.length / PAGE);
      byte[] file = Arrays.copyOf(sound, length);
      assertThat(salvage(file, damage, "length " + length).exitCode()).isEqualTo(1);
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
    Octavo.run("salvage", damaged, saved).succeeds();
    Map<String, Map<Long, Long>> contents = contents(saved);
    assertThat(contents).containsOnlyKeys("renamed", "made");
    assertThat(contents.get("renamed")).hasSize(20).containsEntry(19L, -19L);

    byte[] file = Files.readAllBytes(damaged);
    Meta meta = MetaPage.read(page(file, 0));
    Meta other = MetaPage.read(page(file, 1));
    Meta newest = meta.epoch() > other.epoch() ? meta : other;
    // The second record behind the checkpoint; those that follow prove that it was there.
    long ring = (long) newest.ring().pages() * PAGE;
    long second = (newest.ring().replayOffset() + 4096) % ring;
    file[(int) (newest.ring().start() * PAGE + second + 44)] ^= 1;
    Files.write(damaged, file);
    Files.delete(saved);
    Octavo run = Octavo.run("salvage", damaged, saved);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("R27", "commits after this point");
    long left = newest.sequence() + 1;
    assertThat(left).isLessThan(20);
    assertThat(contents(saved).get("m")).hasSize((int) left).containsEntry(left - 1, 1 - left);
  }

  @Test
  void theReportSaysPageReasonMapAndKeysAlsoAsJson() throws IOException {
    int number = pagesOf(PageKind.LEAF).get(3);
    byte[] file = sound.clone();
    file[number * PAGE + 100] ^= 1;
    Files.write(damaged, file);
    Octavo run = Octavo.run("salvage", damaged, saved, "--json");

    assertThat(run.exitCode()).isEqualTo(1);
    Map<?, ?> json = (Map<?, ?>) run.json();
    assertThat(json.get("ok")).isEqualTo(false);
    Map<?, ?> loss = (Map<?, ?>) ((List<?>) json.get("losses")).get(0);
    byte[] leaf = page(sound, number);
    assertThat(((Number) loss.get("page")).intValue()).isEqualTo(number);
    assertThat(loss.get("map")).isEqualTo(OWNERS.get(PageHeader.owner(leaf)));
    assertThat(((Number) loss.get("from")).longValue()).isLessThanOrEqualTo(LeafPage.key(leaf, 0));
    assertThat(((Number) loss.get("to")).longValue())
        .isGreaterThanOrEqualTo(LeafPage.key(leaf, PageHeader.count(leaf) - 1));
  }

  @Test
  void nothingIsOverwrittenAndNoiseIsRefused() throws IOException {
    Files.write(damaged, sound);
    Files.writeString(saved, "mine");
    Octavo.run("salvage", damaged, saved).fails(1, "exists");
    assertThat(Files.readString(saved)).isEqualTo("mine");
    Files.delete(saved);

    byte[] noise = new byte[10 * PAGE];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) ((i * 31) >> 3);
    }
    Files.write(damaged, noise);
    Octavo.run("salvage", damaged, saved).fails(3, "no page of a store found");
    assertThat(saved).doesNotExist();
    Octavo.run("salvage", directory.resolve("none.oct"), saved).fails(3, "no such file");
    Octavo.run("salvage", damaged, directory.resolve("none/a.oct")).fails(1, "directory");
  }
}
