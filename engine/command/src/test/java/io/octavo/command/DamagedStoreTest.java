package io.octavo.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import io.octavo.page.meta.MetaPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the verbs answer about a damaged store: nothing that they cannot know. */
class DamagedStoreTest {
  private static final int KEYS = 20_000;

  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
  }

  private void makeSquares() {
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            for (long i = 0; i < KEYS; i++) {
              tx.longMap("squares").put(3 * i, i * i);
            }
          });
    }
  }

  private static Map<?, ?> object(Object json) {
    return (Map<?, ?>) json;
  }

  private static long number(Map<?, ?> object, String field) {
    return ((Number) object.get(field)).longValue();
  }

  /** Damages the root of the only map; gives its place. */
  private int damageRoot() throws IOException {
    List<?> trees = (List<?>) Octavo.run("tree", store, "--json").succeeds().json();
    int root = ((Number) object(trees.get(0)).get("root")).intValue();
    PictureSamples.damage(store, root);
    return root;
  }

  @Test
  void pagesBelowADamagedRootAreNeitherFreeNorTheirEntriesNone() throws IOException {
    makeSquares();
    Map<?, ?> before = object(Octavo.run("stat", store, "--json").succeeds().json());
    int root = damageRoot();

    Map<?, ?> after = object(Octavo.run("stat", store, "--json").json());
    assertThat(after.get("freePages")).isEqualTo(before.get("freePages"));
    assertThat(number(after, "unreachedPages"))
        .isEqualTo(number(before, "livePages") - number(after, "livePages") - 1)
        .isGreaterThan(10);
    Map<?, ?> map = object(((List<?>) after.get("maps")).get(0));
    assertThat(number(map, "entries")).isEqualTo(KEYS);
    assertThat(number(map, "treeEntries")).isEqualTo(0);

    Octavo stat = Octavo.run("stat", store).fails(1, "the store is damaged", "octavo salvage");
    assertThat(stat.out())
        .contains(" 1 damaged, ", " unreached\n")
        .contains("entries      20,000 as of the catalogue, 0 in the leaves that can be read");
    assertThat(Octavo.run("tree", store).out()).contains("20,000 entries in 2 levels");
    assertThat(Octavo.run("check", store).out())
        .startsWith("map squares, all keys: page " + root + " breaks rule R1 (checksum)");
  }

  /** Without a bitmap nobody knows whether a page that was not reached is free. */
  @Test
  void pagesAreNotFreeWhereTheBitmapIsDamagedToo() throws IOException {
    makeSquares();
    Map<?, ?> before = object(Octavo.run("stat", store, "--json").succeeds().json());
    PictureSamples.damage(store, PictureSamples.find(store, PageKind.SPACE));
    Map<?, ?> bitmap = object(Octavo.run("stat", store, "--json").json());
    assertThat(number(bitmap, "unreachedPages")).isEqualTo(0);
    assertThat(Octavo.run("check", store).out()).startsWith("bitmap of the pages in use: page ");

    int branch = branch();
    PictureSamples.damage(store, branch);
    Map<?, ?> both = object(Octavo.run("stat", store, "--json").json());
    assertThat(number(both, "freePages")).isEqualTo(0);
    assertThat(number(both, "unreachedPages")).isGreaterThan(10);
    assertThat(number(before, "unreachedPages")).isEqualTo(0);
  }

  private int branch() {
    List<?> pages = (List<?>) Octavo.run("map", store, "--json").json();
    for (int number = 0; number < pages.size(); number++) {
      if ("branch".equals(object(pages.get(number)).get("kind"))) {
        return number;
      }
    }
    throw new AssertionError("no branch");
  }

  @Test
  void damageNamesTheMapAndItsKeysAndWhatToDo() throws IOException {
    makeSquares();
    try (Store opened = Store.open(store)) {
      opened.write(
          tx -> {
            for (int i = 0; i < 3_000; i++) {
              tx.bytesMap("strings").put(("key\u00FF" + (10_000 + i)).getBytes(UTF_8), new byte[9]);
              tx.postings("lists").add(i, 7);
            }
          });
    }
    int longs = PictureSamples.find(store, PageKind.LEAF);
    PictureSamples.damage(store, longs);
    Octavo.run("scan", store, "squares")
        .fails(1, "map squares, keys ", ": page " + longs + " breaks rule R1 (checksum)")
        .fails(1, "octavo check " + store, "octavo salvage " + store + " TARGET", "backup");

    List<?> pages = (List<?>) Octavo.run("map", store, "--json").json();
    for (int number = 0; number < pages.size(); number++) {
      if ("bytes leaf".equals(object(pages.get(number)).get("kind"))) {
        PictureSamples.damage(store, number);
      }
    }
    Octavo.run("get", store, "lists", 5).fails(1, "map lists, lists up to ", ": page ");
    Octavo.run("get", store, "strings", "key").fails(1, "map strings, keys below \"key\u00FF1");
    List<String> problems =
        Octavo.run("check", store).out().lines().filter(line -> line.startsWith("map ")).toList();
    assertThat(problems).hasSizeGreaterThan(5);
    assertThat(problems.get(0)).startsWith("map lists, lists up to ");
    assertThat(problems.get(1)).containsPattern("^map lists, lists [0-9]+ (to [0-9]+)?");
    assertThat(problems).anyMatch(line -> line.startsWith("map strings, keys from \"key\u00FF1"));
    assertThat(problems.get(problems.size() - 1)).contains("breaks rule R1 (checksum)");
    Octavo.run("maps", store).fails(1, "the store is damaged");
    assertThat(Octavo.run("maps", store).out()).containsPattern("lists +postings +unknown");
  }

  @Test
  void damagedCopiesOfMetaPagesAreProblems() throws IOException {
    makeSquares();
    byte[] sound = Files.readAllBytes(store);
    int current = newestSlot();
    for (int copy = 0; copy < MetaPage.SLOTS; copy++) {
      Files.write(store, sound);
      int number = current + copy * MetaPage.SLOTS;
      PictureSamples.damage(store, number);
      Octavo check = Octavo.run("check", store);
      assertThat(check.exitCode()).isEqualTo(1);
      assertThat(check.out())
          .startsWith("meta page " + number + " breaks rule R1 (checksum)")
          .contains("only page " + (number ^ MetaPage.SLOTS) + " still names")
          .contains("opening the store for writing writes it again\n1 problem found")
          .doesNotContain("salvage");
      for (String verb : List.of("map", "stat", "tree")) {
        Octavo.run(verb, store).fails(1, "the store is damaged");
      }
    }

    int other = current ^ 1;
    PictureSamples.damage(store, other);
    PictureSamples.damage(store, other ^ MetaPage.SLOTS);
    assertThat(Octavo.run("check", store).out())
        .contains("3 problems found", "is damaged too", "otherwise the newest checkpoint is lost");

    Octavo.run("put", store, "squares", 1, 1).succeeds();
    Octavo.run("check", store).succeeds();
  }

  /** Of a slot that was written over in part, one copy is sound, but of an older checkpoint. */
  @Test
  void aStaleCopyOfAMetaPageIsAProblem() throws IOException {
    makeSquares();
    byte[] old = Files.readAllBytes(store);
    Octavo.run("put", store, "squares", 1, 1).succeeds();
    byte[] bytes = Files.readAllBytes(store);
    int current = newestSlot();
    int place = (current + MetaPage.SLOTS) * PageHeader.PAGE_SIZE;
    System.arraycopy(old, place, bytes, place, PageHeader.PAGE_SIZE);
    Files.write(store, bytes);

    Octavo check = Octavo.run("check", store);
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).containsPattern("^meta page [23] is of epoch [0-9]+, the store of ");
  }

  private int newestSlot() {
    Map<?, ?> stat = object(Octavo.run("stat", store, "--json").succeeds().json());
    return MetaPage.slot(number(stat, "epoch"));
  }

  @Test
  void pagesBehindACutAreDrawn() throws IOException {
    makeSquares();
    int pages = PictureSamples.pages(store);
    byte[] bytes = Files.readAllBytes(store);
    Files.write(store, Arrays.copyOf(bytes, bytes.length - 3 * PageHeader.PAGE_SIZE - 5));
    // Room behind the state is no part of it.
    int used = ((Number) statOf(bytes).get("pages")).intValue();
    assertThat(used).isEqualTo(pages);

    Octavo map = Octavo.run("map", store).fails(1, "the store is damaged");
    assertThat(map.out()).containsPattern("x{2,}").containsPattern("x missing +[0-9]+ pages");
    List<?> drawn = (List<?>) Octavo.run("map", store, "--json").json();
    assertThat(object(drawn.get(drawn.size() - 1)).get("kind")).isEqualTo("missing");
    assertThat(drawn.size()).isGreaterThan(pages - 4);
    assertThat(Octavo.run("map", store, "--svg").out()).contains("u-missing");
  }

  private Map<?, ?> statOf(byte[] bytes) throws IOException {
    Path copy = Files.write(directory.resolve("copy.oct"), bytes);
    return object(Octavo.run("stat", copy, "--json").succeeds().json());
  }
}
