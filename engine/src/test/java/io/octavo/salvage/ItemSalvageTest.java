package io.octavo.salvage;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.ids.StackTable;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ids stay what they were, whatever of a damaged collection is lost. */
class ItemSalvageTest {
  private static final int STRINGS = 4_000;
  private static final int PAIRS = 9_000;
  private static final int NODES = 20_000;
  private static final int PAGE = PageHeader.PAGE_SIZE;

  @TempDir static Path shared;
  @TempDir Path directory;

  private static byte[] sound = new byte[0];

  @BeforeAll
  static void makeStore() throws IOException {
    Path path = shared.resolve("sound.oct");
    try (Store store =
        Store.open(path, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      // Older pages that salvage must not take for those of today.
      for (int round = 0; round < 2; round++) {
        boolean isLast = round == 1;
        store.write(tx -> fill(tx, isLast));
        store.checkpoint();
      }
    }
    sound = Files.readAllBytes(path);
  }

  private static void fill(Transaction tx, boolean isLast) {
    tx.strings("strings").clear();
    tx.pairs("pairs").clear();
    tx.stacks("stacks").clear();
    for (int id = 0; id < STRINGS; id++) {
      tx.strings("strings").intern(string(id, isLast));
    }
    for (int id = 0; id < PAIRS; id++) {
      tx.pairs("pairs").intern(pair(id, isLast));
    }
    for (int id = 0; id < NODES; id++) {
      tx.stacks("stacks").intern(parent(id), frame(id, isLast));
    }
  }

  /** One string is what a placeholder would be. */
  private static String string(int id, boolean isLast) {
    return isLast && id == 3_999 ? "lost id 7" : "string " + isLast + " " + id * 77_777L;
  }

  private static long pair(int id, boolean isLast) {
    return isLast && id == 0 ? Long.MAX_VALUE - 4_321 : new SplittableRandom(id).nextLong() >> 2;
  }

  private static int parent(int id) {
    return id % 50 == 0 ? StackTable.NONE : id - 1 - id % 50 / 7;
  }

  private static int frame(int id, boolean isLast) {
    return isLast && id == NODES - 50 ? Integer.MAX_VALUE - 4_000 : id * 3;
  }

  /** Salvages a file; gives how many items of each collection are lost. */
  private int[] salvage(byte[] file) throws IOException {
    Path damaged = Files.write(directory.resolve("damaged.oct"), file);
    Path saved = directory.resolve("saved.oct");
    Files.deleteIfExists(saved);
    SalvageReport run = Salvage.copy(damaged, saved);
    int[] lost = new int[3];
    try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true));
        Transaction tx = store.beginRead()) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(tx.names()).containsExactlyInAnyOrder("strings", "pairs", "stacks");
      assertThat(tx.strings("strings").size()).isEqualTo(STRINGS);
      assertThat(tx.pairs("pairs").size()).isEqualTo(PAIRS);
      assertThat(tx.stacks("stacks").size()).isEqualTo(NODES);
      for (int id = 0; id < STRINGS; id++) {
        String text = tx.strings("strings").text(id);
        if (!text.equals(string(id, true))) {
          assertThat(text).isEqualTo("lost id " + id + (id == 7 ? " again" : ""));
          lost[0]++;
        }
      }
      for (int id = 0; id < PAIRS; id++) {
        long pair = tx.pairs("pairs").get(id);
        if (pair != pair(id, true)) {
          assertThat(pair).isEqualTo(Long.MAX_VALUE - id - (id == 4_321 ? PAIRS : 0));
          lost[1]++;
        }
      }
      for (int id = 0; id < NODES; id++) {
        StackTable stacks = tx.stacks("stacks");
        if (stacks.parent(id) != parent(id) || stacks.frame(id) != frame(id, true)) {
          assertThat(stacks.parent(id)).isEqualTo(StackTable.NONE);
          assertThat(stacks.frame(id))
              .isEqualTo(Integer.MAX_VALUE - id - (id == 4_000 ? NODES : 0));
          lost[2]++;
        }
      }
    }
    if (lost[0] + lost[1] + lost[2] > 0) {
      assertThat(run.isWhole()).isFalse();
      assertThat(run.losses().toString())
          .containsPattern("map [a-z]+ has lost the items? of ids? [0-9]+");
    }
    return lost;
  }

  private static int kind(int page) {
    return sound[page * PAGE + PageHeader.KIND];
  }

  /** Returns the pages of a kind that are in use. */
  private static BitSet pages(PageKind kind) {
    return SalvagePages.used(sound, kind);
  }

  @Test
  void aSoundStoreLosesNothing() throws IOException {
    assertThat(salvage(sound)).containsOnly(0);
    assertThat(Salvage.copy(directory.resolve("damaged.oct"), directory.resolve("x.oct")).isWhole())
        .isTrue();
  }

  @Test
  void idsStayWherePagesAreLost() throws IOException {
    int[] damages = new int[3];
    for (int page : pages(PageKind.LIST).stream().toArray()) {
      byte[] damaged = sound.clone();
      damaged[page * PAGE + 4_000] ^= 1;
      int[] lost = salvage(damaged);
      for (int i = 0; i < lost.length; i++) {
        damages[i] += lost[i] > 0 ? 1 : 0;
      }
      assertThat(lost).as("page %d", page).contains(0, 0);
      assertThat(lost[0] + lost[1] + lost[2]).as("page %d", page).isPositive();
    }
    assertThat(damages[0]).isGreaterThan(1);
    assertThat(damages[1]).isGreaterThan(1);
    assertThat(damages[2]).isGreaterThan(1);
  }

  @Test
  void pagesAreFoundWithoutTheBranchAboveThem() throws IOException {
    BitSet branches = pages(PageKind.BRANCH);
    assertThat(branches.cardinality()).isGreaterThan(2);
    for (int page : branches.stream().toArray()) {
      byte[] damaged = sound.clone();
      damaged[page * PAGE + 100] ^= 1;
      assertThat(salvage(damaged)).as("page %d", page).containsOnly(0);
    }
  }

  /** Without bitmaps, pages of an earlier time may be taken; ids never shift all the same. */
  @Test
  void idsStayWithoutACatalogue() throws IOException {
    int damages = 0;
    for (int page = 4; page < sound.length / PAGE; page++) {
      if (kind(page) == PageKind.CATALOGUE.code()) {
        byte[] damaged = sound.clone();
        damaged[page * PAGE + 100] ^= 1;
        Path path = Files.write(directory.resolve("damaged.oct"), damaged);
        Path saved = directory.resolve("saved" + page + ".oct");
        Salvage.copy(path, saved);
        assertThat(SalvagePages.problems(saved)).isEmpty();
        try (Store store = Store.open(saved, StoreOptions.defaults().readOnly(true));
            Transaction tx = store.beginRead()) {
          assertThat(tx.names()).contains("strings", "pairs", "stacks").hasSize(3);
          assertThat(tx.strings("strings").size()).isEqualTo(STRINGS);
          assertThat(tx.strings("strings").find("string true 0")).isIn(0, -1);
        }
        damages++;
      }
    }
    assertThat(damages).isPositive();
  }

  /** What commits of the ring add comes behind what the pages hold, found or lost. */
  @Test
  void commitsOfTheRingAreSaved() throws IOException {
    Path file = Files.write(directory.resolve("killed.oct"), sound);
    Path copy = directory.resolve("copy.oct");
    Path saved = directory.resolve("saved.oct");
    try (Store store = Store.open(file)) {
      store.write(tx -> tx.strings("strings").intern("of the ring"));
      store.write(tx -> tx.pairs("pairs").intern(-77));
      store.write(tx -> tx.stacks("stacks").intern(NODES - 1, 5));
      store.checkpoint();
      store.write(tx -> tx.strings("strings").intern("lost id 0"));
      store.write(tx -> tx.pairs("pairs").intern(-78));
      store.write(tx -> tx.stacks("stacks").intern(NODES, 6));
      store.write(tx -> tx.strings("gone").intern("x"));
      store.write(tx -> tx.drop("gone"));
      store.write(tx -> tx.longMap("behind the index").put(1, 1));
      store.write(tx -> tx.pairs("cleared").intern(1));
      store.write(tx -> tx.pairs("cleared").clear());
      store.write(tx -> tx.pairs("cleared").intern(2));
      Files.copy(file, copy);
    }
    byte[] bytes = Files.readAllBytes(copy);
    for (int page = 4; page < sound.length / PAGE; page++) {
      bytes[page * PAGE + 4_000] ^= (byte) (kind(page) == PageKind.LIST.code() ? 1 : 0);
    }
    Files.write(copy, bytes);

    SalvageReport run = Salvage.copy(copy, saved);

    assertThat(run.commits()).isEqualTo(9);
    assertThat(run.replayed()).isEqualTo(9);
    try (Store store = Store.open(saved);
        Transaction tx = store.beginRead()) {
      assertThat(store.check().problems()).isEmpty();
      assertThat(tx.names())
          .containsExactlyInAnyOrder("strings", "pairs", "stacks", "behind the index", "cleared");
      assertThat(tx.strings("strings").text(0)).isEqualTo("lost id 0 again");
      assertThat(tx.strings("strings").find("lost id 0")).isEqualTo(STRINGS + 1);
      assertThat(tx.strings("strings").size()).isEqualTo(STRINGS + 2);
      assertThat(tx.pairs("pairs").find(-78)).isEqualTo(PAIRS + 1);
      assertThat(tx.stacks("stacks").parent(NODES + 1)).isEqualTo(NODES);
      assertThat(tx.stacks("stacks").frame(NODES + 1)).isEqualTo(6);
      assertThat(tx.pairs("cleared").get(0)).isEqualTo(2);
      assertThat(tx.pairs("cleared").size()).isEqualTo(1);
    }
  }
}
