package io.octavo.command;

import static io.octavo.command.ForgedRing.LISTS;
import static io.octavo.command.ForgedRing.LONGS;
import static io.octavo.command.ForgedRing.NEXT;
import static io.octavo.command.ForgedRing.STRINGS;
import static io.octavo.command.ForgedRing.log;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Of a store that was not closed, verbs show the commits of its ring, as scan and dump do, or say
 * that they show the last checkpoint.
 */
class KilledStoreTest {
  private static final String NOTE =
      "as of the last checkpoint; 4 commits in the commit ring are not yet in the pages";

  @TempDir Path directory;
  private Path store;

  /** Changes every kind of map, drops one, and makes one. */
  @BeforeEach
  void makeStore() throws IOException {
    List<byte[]> commits =
        List.of(
            log(
                o -> {
                  for (long key = 0; key < 3_000; key += 2) {
                    o.put(LONGS, key * 3, key);
                    o.put(LONGS, key * 3 + 1, key);
                  }
                }),
            log(
                o -> {
                  o.removeBytesRange(STRINGS, "key 1".getBytes(UTF_8), "key 2".getBytes(UTF_8));
                  o.putBytes(STRINGS, "new".getBytes(UTF_8), new byte[60_000]);
                }),
            log(o -> o.drop(LISTS)),
            log(
                o -> {
                  o.create(NEXT, 1, "made");
                  o.put(NEXT, 1, 2);
                }));
    store = ForgedRing.make(directory).write(directory.resolve("killed.oct"), commits);
  }

  @Test
  void everyVerbLeavesTheFileAsItIs() throws IOException {
    byte[] before = Files.readAllBytes(store);
    for (String verb : List.of("check", "stat", "maps", "tree", "map", "dump")) {
      Octavo.run(verb, store).succeeds();
    }
    Octavo.run("page", store, 0).succeeds();
    Octavo.run("inspect", store, "--html").succeeds();
    assertThat(Files.readAllBytes(store)).isEqualTo(before);
  }

  @Test
  void mapsAndStatCountWhatScanPrints() {
    Map<String, Long> entries = scanned(store);
    assertThat(entries).containsOnlyKeys("longs", "made", "strings");

    assertThat(entries(Octavo.run("maps", store, "--json"))).isEqualTo(entries);
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "--json").succeeds().json();
    assertThat(entries(objects(stat.get("maps")))).isEqualTo(entries);
    assertThat(number(stat.get("commits"))).isEqualTo(ForgedRing.LAST + 4);
    assertThat(number(stat.get("commitsAfterCheckpoint"))).isEqualTo(4);
    assertThat(unfolded(Octavo.run("stat", store).output(), 13))
        .contains("commits      5\n", "checkpoint   pages " + NOTE + "\n", "map          made\n")
        .doesNotContain("lists");
    Octavo.run("stat", store, "made").succeeds();
    Octavo.run("stat", store, "lists").fails(1, "no map named lists");
  }

  private static Map<String, Long> scanned(Path file) {
    Map<String, Long> entries = new HashMap<>();
    String map = "";
    for (String line : Octavo.run("dump", file).output().lines().toList()) {
      if (line.startsWith("map ")) {
        map = line.substring(line.lastIndexOf(' ') + 1);
        entries.put(map, Octavo.run("scan", file, map).output().lines().count());
      }
    }
    return entries;
  }

  private static Map<String, Long> entries(Octavo json) {
    return entries(objects(json.succeeds().json()));
  }

  private static Map<String, Long> entries(List<Map<?, ?>> maps) {
    Map<String, Long> entries = new HashMap<>();
    maps.forEach(map -> entries.put(map.get("name").toString(), number(map.get("entries"))));
    return entries;
  }

  private static List<Map<?, ?>> objects(Object json) {
    List<Map<?, ?>> objects = new ArrayList<>();
    ((List<?>) json).forEach(element -> objects.add((Map<?, ?>) element));
    return objects;
  }

  /** Joins the lines that were broken to fit the screen. */
  private static String unfolded(String text, int indent) {
    return text.replaceAll("\n {" + indent + "}(?=\\S)", " ");
  }

  private static long number(Object json) {
    return ((BigDecimal) json).longValueExact();
  }

  @Test
  void statCountsThePagesOfTheFile() throws IOException {
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "--json").succeeds().json();

    assertThat(number(stat.get("pages"))).isEqualTo(PictureSamples.pages(store));
    assertThat(number(stat.get("livePages")) + number(stat.get("freePages")))
        .isEqualTo(number(stat.get("pages")));
    long byUse = 0;
    for (Object count : ((Map<?, ?>) stat.get("pagesByUse")).values()) {
      byUse += number(count);
    }
    assertThat(byUse).isEqualTo(number(stat.get("pages")));
  }

  @Test
  void whatShowsPagesSaysThatTheyAreAsOfTheLastCheckpoint() throws IOException {
    int leaf = PictureSamples.find(store, PageKind.LEAF);
    Path svg = directory.resolve("a.svg");
    Octavo.run("map", store, "--svg", svg).succeeds();

    assertThat(Octavo.run("tree", store).output()).startsWith(NOTE + "\n").contains("lists");
    assertThat(Octavo.run("map", store).output()).startsWith(NOTE + "\n");
    assertThat(Files.readString(svg)).contains(NOTE);
    assertThat(unfolded(Octavo.run("page", store, leaf).output(), 2))
        .startsWith("page " + leaf + ": leaf of collection 1")
        .contains(", " + NOTE + "\n");
    Octavo.run("tree", store, "made").fails(1, "no map named made", NOTE);
    for (Map<?, ?> tree : objects(Octavo.run("tree", store, "--json").succeeds().json())) {
      assertThat(number(tree.get("commitsAfterCheckpoint"))).isEqualTo(4);
    }
    int ringPages = 0;
    for (Map<?, ?> page : objects(Octavo.run("map", store, "--json").succeeds().json())) {
      if (page.get("kind").equals("ring")) {
        assertThat(number(page.get("commitsAfterCheckpoint"))).isEqualTo(4);
        ringPages++;
      }
    }
    assertThat(ringPages).isPositive();
  }

  @Test
  void aStoreThatWasClosedSaysNothingOfIt() {
    Path closed = directory.resolve("closed.oct");
    Octavo.loadSquares(closed, "squares", 3_000);

    for (List<Object> verb :
        List.<List<Object>>of(
            List.of("stat", closed),
            List.of("tree", closed),
            List.of("map", closed),
            List.of("page", closed, 0))) {
      assertThat(Octavo.run(verb.toArray()).output()).doesNotContain("checkpoint;");
    }
    Map<?, ?> check = (Map<?, ?>) Octavo.run("check", closed, "--json").succeeds().json();
    assertThat(number(check.get("commitsAfterCheckpoint"))).isZero();
  }

  @Test
  void whereTheRingCannotBeReplayedTheVerbsThatLookAtPagesSayThatTheStoreIsDamaged()
      throws IOException {
    Path forged =
        ForgedRing.make(Files.createDirectory(directory.resolve("forged")))
            .write(directory.resolve("forged.oct"), List.of(log(o -> o.put(STRINGS, 1, 1))));

    for (String verb : List.of("stat", "tree", "map")) {
      Octavo run = Octavo.run(verb, forged);
      assertThat(run.exitCode()).as(verb).isEqualTo(1);
      assertThat(unfolded(run.out(), 13))
          .contains("1 commit in the commit ring is not yet in the pages");
      run.fails(1, "the store is damaged; octavo check");
    }
    Octavo.run("page", forged, 0).succeeds();
  }

  /** Any commits that a store makes: all verbs agree with scan, and with the store. */
  @Test
  void anyCommitsAreShownByAllVerbs() throws IOException {
    for (int seed = 1; seed <= 6; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Path open = directory.resolve("open" + seed + ".oct");
      Path killed = directory.resolve("killed" + seed + ".oct");
      long commits;
      try (Store writer = Store.open(open)) {
        for (int commit = 0; commit < 60; commit++) {
          String map = "m" + random.nextInt(5);
          int kind = random.nextInt(12);
          writer.write(
              tx -> {
                if (kind == 0) {
                  tx.drop(map);
                } else if (kind == 1 && tx.exists(map) && !tx.exists("renamed")) {
                  tx.rename(map, "renamed");
                } else {
                  for (int i = 0; i < 200; i++) {
                    tx.longMap(map).put(random.nextInt(2_000), random.nextInt(99));
                    tx.longMap(map).remove(random.nextInt(2_000));
                  }
                }
              });
          if (random.nextInt(40) == 0) {
            writer.checkpoint();
          }
        }
        Files.copy(open, killed);
        commits = writer.stats().commits();
      }
      Map<String, Long> entries = scanned(killed);
      assertThat(entries(Octavo.run("maps", killed, "--json")))
          .as("seed %d", seed)
          .isEqualTo(entries);
      Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", killed, "--json").succeeds().json();
      assertThat(entries(objects(stat.get("maps")))).as("seed %d", seed).isEqualTo(entries);
      assertThat(number(stat.get("commits"))).as("seed %d", seed).isEqualTo(commits);
      assertThat(Octavo.run("check", killed).output())
          .contains(" and " + stat.get("commitsAfterCheckpoint") + " commits of the commit ring");
    }
  }
}
