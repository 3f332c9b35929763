package io.octavo.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.posting.PostingCursor;
import io.octavo.posting.PostingListCursor;
import io.octavo.posting.PostingMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands do with posting lists: whole ones and those of a damaged file. */
class PostingCommandsTest {
  private static final String MAP = "words";

  @TempDir static Path shared;
  @TempDir Path directory;

  private static final TreeMap<Long, NavigableSet<Long>> MODEL = new TreeMap<>();
  private static byte[] sound = new byte[0];

  @BeforeAll
  static void makeStore() throws IOException {
    Path path = shared.resolve("sound.oct");
    SplittableRandom random = new SplittableRandom(1);
    try (Store store =
        Store.open(path, StoreOptions.defaults().durability(Durability.CHECKPOINT))) {
      store.write(
          tx -> {
            for (long key = 0; key < 120; key++) {
              long[] ids = random.longs(1 + key * 7, 0, 1L << 40).sorted().distinct().toArray();
              tx.postings(MAP).addAll(key, ids);
              NavigableSet<Long> set = new TreeSet<>();
              for (long id : ids) {
                set.add(id);
              }
              MODEL.put(key, set);
            }
          });
    }
    sound = Files.readAllBytes(path);
  }

  /** A user counts lists, not the entries of the tree that hold their blocks. */
  @Test
  void listsAreCountedAndNotTheirBlocks() throws IOException {
    Path store = file(sound);

    assertThat(Octavo.run("maps", store).output()).containsPattern("words +postings +120\n");
    assertThat(Octavo.run("maps", store, "--json").json()).asString().contains("entries=120");
    assertThat(Octavo.run("tree", store).output()).contains("120 lists in 2 levels");
    assertThat(Octavo.run("tree", store, "--json").json())
        .asString()
        .contains("type=postings", "entries=120");
    assertThat(Octavo.run("stat", store).output()).contains("entries      120 lists, as ");
    assertThat(Octavo.run("stat", store, "--json").json()).asString().contains("entries=120");
    assertThat(Octavo.run("salvage", store, directory.resolve("saved.oct")).output())
        .contains("map      words: 120 lists\n");
  }

  /** One word for a type, whatever verb says it. */
  @Test
  void typesHaveOneName() throws IOException {
    Path store = file(sound);
    Octavo.runOn("1 1", "load", store, "numbers").succeeds();

    assertThat(Octavo.run("maps", store).output()).containsPattern("numbers +longs +1\n");
    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("maps", store, "--json"),
            List.of("tree", store, "--json"),
            List.of("dump", store, "numbers", "--ndjson"))) {
      assertThat(Octavo.run(verb.toArray()).output()).contains("\"type\":\"longs\"");
    }
    assertThat(Octavo.run("dump", store, "numbers").output()).contains("\nmap longs numbers\n");
    int catalogue = PictureSamples.find(store, PageKind.CATALOGUE);
    assertThat(Octavo.run("page", store, catalogue).output())
        .containsPattern("type +1 +longs")
        .containsPattern("type +4 +postings");
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("words.oct"), bytes);
  }

  private static long ids(Path path) {
    try (Store store = Store.open(path, StoreOptions.defaults().readOnly(true));
        Transaction tx = store.beginRead()) {
      assertThat(store.check().problems()).isEmpty();
      PostingMap map = tx.postings(MAP);
      long found = 0;
      for (PostingListCursor lists = map.lists(); lists.next(); ) {
        NavigableSet<Long> expected = MODEL.getOrDefault(lists.key(), new TreeSet<>());
        for (PostingCursor ids = map.cursor(lists.key()); ids.next(); found++) {
          assertThat(expected).contains(ids.id());
        }
      }
      return found;
    }
  }

  private static long all() {
    return MODEL.values().stream().mapToLong(NavigableSet::size).sum();
  }

  @Test
  void whatLooksAtPagesKnowsPostingLists() throws IOException {
    Path file = file(sound);
    assertThat(Octavo.run("maps", file).out()).contains("words  postings");
    Octavo.run("check", file).succeeds();
    Octavo.run("stat", file).succeeds();
    Octavo.run("backup", file, directory.resolve("backup.oct")).succeeds();
    Octavo.run("compact", file).succeeds();
    assertThat(ids(file)).isEqualTo(all());
    assertThat(ids(directory.resolve("backup.oct"))).isEqualTo(all());
  }

  @Test
  void whatIsLeftOfDamagedListsIsSaved() throws IOException {
    Path saved = directory.resolve("saved.oct");
    assertThat(Octavo.run("salvage", file(sound), saved).exitCode()).isZero();
    assertThat(ids(saved)).isEqualTo(all());
    int damages = 0;
    for (int page = 4; page < sound.length / PageHeader.PAGE_SIZE; page += 9) {
      int kind = sound[page * PageHeader.PAGE_SIZE + PageHeader.KIND];
      if (kind == PageKind.BYTES_LEAF.code() || kind == PageKind.BYTES_BRANCH.code()) {
        byte[] damaged = sound.clone();
        damaged[page * PageHeader.PAGE_SIZE + 4_000] ^= 1;
        Files.delete(saved);
        Octavo run = Octavo.run("salvage", file(damaged), saved);
        assertThat(run.err()).isEmpty();
        assertThat(ids(saved)).isBetween(all() * 3 / 4, all() - (kind == 6 ? 1 : 0));
        damages++;
      }
    }
    assertThat(damages).isGreaterThan(1);
  }

  /** What the ring puts in the place of blocks is done to the blocks. */
  @Test
  void commitsOfTheRingAreSaved() throws IOException {
    Path file = directory.resolve("killed.oct");
    Path copy = directory.resolve("copy.oct");
    Path saved = directory.resolve("saved.oct");
    try (Store store = Store.open(file)) {
      store.write(tx -> tx.postings(MAP).addAll(1, new long[] {1, 2, 3, 4}));
      store.checkpoint();
      store.write(tx -> tx.postings(MAP).removeAll(1, new long[] {1, 3}));
      store.write(tx -> tx.postings("new").add(5, 6));
      store.write(tx -> tx.postings("gone").add(5, 6));
      store.write(tx -> tx.drop("gone"));
      Files.copy(file, copy);
    }
    assertThat(Octavo.run("salvage", copy, saved).exitCode()).isZero();
    try (Store store = Store.open(saved);
        Transaction tx = store.beginRead()) {
      assertThat(tx.names()).containsExactly("new", MAP);
      assertThat(tx.postings(MAP).contains(1, 1) || tx.postings(MAP).contains(1, 3)).isFalse();
      assertThat(tx.postings(MAP).count(1)).isEqualTo(2);
      assertThat(tx.postings("new").contains(5, 6)).isTrue();
    }
  }
}
