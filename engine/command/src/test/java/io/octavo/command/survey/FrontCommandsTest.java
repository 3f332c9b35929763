package io.octavo.command.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.command.Octavo;
import io.octavo.map.BytesMap;
import io.octavo.map.LongMap;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of a map with a front, in which changes wait. */
class FrontCommandsTest {
  /** Enough leaves that a map outgrows half of the least cache. */
  private static final int IN_MAIN = 100_000;

  @TempDir Path directory;
  private Path store;

  /** Fills the main tree; then eight keys are put and three deleted, of which five are there. */
  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    try (Store filled = Store.open(store, StoreOptions.defaults().cacheBytes(1 << 20))) {
      filled.write(
          tx -> {
            LongMap map = tx.longMap("large");
            for (long key = 0; key < IN_MAIN; key++) {
              map.put(2 * key, key << 20);
            }
          });
      filled.write(
          tx -> {
            LongMap map = tx.longMap("large");
            for (long key = 10; key < 18; key++) {
              map.put(key, -key);
            }
            map.delete(20);
            map.delete(22);
            map.delete(31);
            tx.longMap("small").put(1, 2);
          });
    }
  }

  @Test
  void mapsMarksAnEstimate() {
    assertThat(Octavo.run("maps", store).succeeds().out())
        .containsPattern("large +longs +~100,005\n")
        .containsPattern("small +longs +1\n")
        .doesNotContain("front");
    List<?> maps = (List<?>) Octavo.run("maps", store, "--json").succeeds().json();
    assertThat(maps).hasSize(2);
    assertThat(maps.get(0)).asString().contains("entries=100005", "estimated=true");
    assertThat(maps.get(1)).asString().contains("entries=1").doesNotContain("estimated");
    assertThat(Octavo.run("maps", "--help").succeeds().out()).contains("A number after ~");
  }

  @Test
  void countAndDumpAreExact() {
    Octavo.run("count", store, "large").prints("100002\n");
    Octavo.run("count", store, "large", "--from", 9, "--to", 31).prints("13\n");
    Octavo.run("get", store, "large", 20).fails(4, "20");
    Octavo.run("get", store, "large", 17).prints("-17\n");
    String dump = Octavo.run("dump", store).succeeds().out();
    assertThat(dump.lines().filter(line -> line.contains("\t"))).hasSize(100_003);
    assertThat(dump).contains("\n17\t-17\n").doesNotContain("\n20\t", "front");
    Octavo.runOn(dump, "load", directory.resolve("b.oct"), "--dump").succeeds();
    assertThat(Octavo.run("maps", directory.resolve("b.oct")).succeeds().out())
        .containsPattern("large +longs +100,002\n");
  }

  @Test
  void statShowsTheChangesThatWait() {
    assertThat(Octavo.run("stat", store, "large").succeeds().out())
        .containsPattern("entries +~100,005; the main tree has 100,000\n")
        .containsPattern("front +11 changes in 2 pages, to be moved to the main tree\n")
        .containsPattern("\n  front +16,384 ");
    assertThat(Octavo.run("stat", store, "small").succeeds().out())
        .containsPattern("entries +1\n")
        .doesNotContain("front");
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "large", "--json").json();
    Map<?, ?> map = (Map<?, ?>) ((List<?>) stat.get("maps")).get(0);
    assertThat(map.get("entries")).isEqualTo(BigDecimal.valueOf(100_005));
    assertThat(map.get("treeEntries")).isEqualTo(BigDecimal.valueOf(IN_MAIN));
    assertThat(map.get("front")).asString().contains("changes=11", "pages=2");
    assertThat(map.get("bytes")).asString().contains("front=16384");
  }

  @Test
  void aMapOfByteStringsIsShownInTheSameWay() {
    try (Store filled = Store.open(store, StoreOptions.defaults().cacheBytes(1 << 20))) {
      filled.write(
          tx -> {
            BytesMap map = tx.bytesMap("strings");
            for (int key = 0; key < 10_000; key++) {
              map.put(bytes(2 * key), new byte[100]);
            }
          });
      filled.write(
          tx -> {
            for (int key = 10; key < 18; key++) {
              tx.bytesMap("strings").put(bytes(key), new byte[1]);
            }
            tx.bytesMap("strings").delete(bytes(20));
            tx.bytesMap("strings").delete(bytes(31));
          });
    }
    assertThat(Octavo.run("maps", store).succeeds().out())
        .containsPattern("strings +bytes +~10,006\n");
    Octavo.run("count", store, "strings").prints("10003\n");
    assertThat(Octavo.run("stat", store, "strings").succeeds().out())
        .containsPattern("entries +~10,006; the main tree has 10,000\n")
        .containsPattern("front +10 changes in 2 pages, to be moved to the main tree\n");
    assertThat(Octavo.run("tree", store, "strings").succeeds().out())
        .contains("front of strings\n8 entries in 1 level")
        .contains("front of strings, deleted keys\n2 entries in 1 level");
    Octavo.run("salvage", store, directory.resolve("c.oct")).succeeds();
    Octavo.run("count", directory.resolve("c.oct"), "strings").prints("10003\n");
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  @Test
  void picturesNameThePagesOfAFront() {
    String tree = Octavo.run("tree", store, "large").succeeds().out();
    assertThat(tree)
        .contains("large\n100,000 entries in 2 levels", "front of large\n8 entries in 1 level")
        .contains("front of large, deleted keys\n3 entries in 1 level");
    assertThat(Octavo.run("tree", store, "large", "--json").succeeds().out())
        .contains("\"id\":2147483649", "\"name\":\"front of large\"");
    Path picture = directory.resolve("picture");
    Octavo.run("map", store, "--svg", picture).succeeds();
    assertThat(picture).content().contains("front of large");
    assertThat(Octavo.run("map", store, "--json").succeeds().out())
        .contains("\"owner\":2147483649", "\"owner\":3221225473");
  }

  @Test
  void aStoreIsCheckedCompactedCopiedAndSalvaged() {
    assertThat(Octavo.run("check", store).succeeds().out()).startsWith("ok: ");
    Octavo.run("backup", store, directory.resolve("b.oct")).succeeds();
    Octavo.run("count", directory.resolve("b.oct"), "large").prints("100002\n");
    Octavo.run("compact", store).succeeds();
    Octavo.run("count", store, "large").prints("100002\n");
    Octavo.run("salvage", store, directory.resolve("c.oct")).succeeds();
    Octavo.run("count", directory.resolve("c.oct"), "large").prints("100002\n");
    Octavo.run("rename", store, "large", "larger").succeeds();
    assertThat(Octavo.run("maps", store).succeeds().out()).containsPattern("larger +longs +");
    Octavo.run("drop", store, "larger").succeeds();
    assertThat(Octavo.run("check", store).succeeds().out()).startsWith("ok: ");
  }
}
