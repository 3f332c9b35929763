package io.octavo.salvage;

import static io.octavo.salvage.SalvagePages.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.map.LongCursor;
import io.octavo.map.LongMap;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.longs.LeafPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The front of a map is saved over the main tree. */
class FrontSalvageTest {
  private static final int PAGE = PageHeader.PAGE_SIZE;

  @TempDir Path directory;
  private final Map<Long, Long> model = new TreeMap<>();
  private byte[] sound;

  @BeforeEach
  void makeStore() throws IOException {
    sound = Files.readAllBytes(fill(Durability.CHECKPOINT, true));
    assertThat(leaf(true, 0)).as("a leaf of the front").isPositive();
  }

  /** Makes a store whose map has new values and deleted keys in its front; returns its file. */
  private Path fill(Durability durability, boolean isClosed) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Path path = directory.resolve(durability + ".oct");
    Path copy = directory.resolve(durability + "-copy.oct");
    StoreOptions options = StoreOptions.defaults().cacheBytes(1 << 20).durability(durability);
    try (Store store = Store.open(path, options)) {
      for (int i = 0; i < 150; i++) {
        store.write(tx -> change(tx.longMap("m"), random));
      }
      Files.copy(path, copy);
    }
    return isClosed ? path : copy;
  }

  private void change(LongMap map, SplittableRandom random) {
    for (int i = 0; i < 1_000; i++) {
      long key = random.nextLong(1L << 18) << 20;
      if (random.nextInt(8) == 0) {
        map.delete(key);
        model.remove(key);
      } else {
        map.put(key, i);
        model.put(key, (long) i);
      }
    }
  }

  /** Returns the number of a leaf in use of the main tree, or of the front. */
  private int leaf(boolean isOfFront, int index) {
    return SalvagePages.used(sound, PageKind.LEAF).stream()
        .filter(number -> PageHeader.owner(page(sound, number)) < 0 == isOfFront)
        .skip(index)
        .findFirst()
        .orElse(-1);
  }

  private Map<Long, Long> salvage(byte[] bytes, boolean isWhole) throws IOException {
    Path damaged = directory.resolve("damaged.oct");
    Path saved = directory.resolve("saved.oct");
    Files.write(damaged, bytes);
    Files.deleteIfExists(saved);
    SalvageReport report = Salvage.copy(damaged, saved);
    assertThat(report.isWhole()).as("%s", report.losses()).isEqualTo(isWhole);
    assertThat(SalvagePages.problems(saved)).isEmpty();
    Map<Long, Long> contents = new TreeMap<>();
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true))) {
      store.view(
          tx -> {
            assertThat(tx.names()).hasSize(1);
            String name = tx.names().iterator().next();
            for (LongCursor c = tx.longMap(name).cursor(); c.next(); ) {
              contents.put(c.key(), c.value());
            }
          });
    }
    return contents;
  }

  private byte[] damaged(int number) {
    byte[] bytes = sound.clone();
    bytes[number * PAGE + 100] ^= 1;
    return bytes;
  }

  @Test
  void aSoundStoreIsSavedAsItIs() throws IOException {
    assertThat(salvage(sound, true)).isEqualTo(model);
  }

  @Test
  void aLeafOfTheMainTreeCostsItsEntriesOnly() throws IOException {
    int lost = leaf(false, 5);
    byte[] leaf = page(sound, lost);
    long first = LeafPage.key(leaf, 0);
    long last = LeafPage.key(leaf, PageHeader.count(leaf) - 1);
    Map<Long, Long> found = salvage(damaged(lost), false);
    // Entries of the front are still there, those of older leaves may be.
    Map<Long, Long> expected = new TreeMap<>(model);
    expected.keySet().removeIf(key -> key >= first && key <= last);
    assertThat(found).containsAllEntriesOf(expected);
    assertThat(expected.size()).isLessThan(model.size());
  }

  @Test
  void aLeafOfTheFrontCostsTheChangesInItOnly() throws IOException {
    int lost = leaf(true, 1);
    byte[] leaf = page(sound, lost);
    long first = LeafPage.key(leaf, 0);
    long last = LeafPage.key(leaf, PageHeader.count(leaf) - 1);
    Map<Long, Long> found = salvage(damaged(lost), false);
    found.keySet().removeIf(key -> key >= first && key <= last);
    Map<Long, Long> expected = new TreeMap<>(model);
    expected.keySet().removeIf(key -> key >= first && key <= last);
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void aFrontWhoseRecordIsLostIsOfItsMap() throws IOException {
    for (int number : SalvagePages.used(sound, PageKind.CATALOGUE).stream().toArray()) {
      assertThat(salvage(damaged(number), false)).isEqualTo(model);
    }
  }

  @Test
  void commitsOfTheRingFollowTheFront() throws IOException {
    model.clear();
    byte[] killed = Files.readAllBytes(fill(Durability.SYNC, false));
    assertThat(salvage(killed, true)).isEqualTo(model);
  }
}
