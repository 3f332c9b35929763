package io.octavo.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.codec.Codecs;
import io.octavo.command.Octavo;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** drop, rename, count, maps, and del of a range. */
class MapVerbsTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    Octavo.runOn("1 1\n2 2\n3 3\n5 5\n", "load", store, "longs").succeeds();
    Octavo.runOn("a\t1\nab\t2\nb\t3\n", "load", store, "bytes", "--utf8").succeeds();
    Octavo.runOn("1 1 2 3\n2 4\n9 1 9\n", "load", store, "lists", "--postings").succeeds();
    try (Store open = Store.open(store)) {
      open.map("typed", Codecs.STRING, Codecs.LONG).put("ada", 1L);
      open.map("typed", Codecs.STRING, Codecs.LONG).put("bob", 2L);
    }
  }

  @Test
  void dropRemovesAMap() {
    Octavo.run("drop", store, "typed").prints("");
    Octavo.run("drop", store, "typed").fails(1, "no map named typed", "bytes, lists, longs");
    Octavo.run("drop", directory.resolve("absent"), "m").fails(3, "no such file");
    Octavo.run("drop", store, "").fails(2, "MAP: ");

    assertThat(Octavo.run("maps", store).output()).doesNotContain("typed").contains("longs");
    assertThat(directory.resolve("absent")).doesNotExist();
  }

  @Test
  void renameKeepsTheEntriesAndLosesNoOtherMap() {
    Octavo.run("rename", store, "typed", "ages").prints("");
    Octavo.run("scan", store, "ages").prints("ada\t1\nbob\t2\n");
    try (Store open = Store.open(store)) {
      assertThat(open.map("ages", Codecs.STRING, Codecs.LONG)).hasSize(2);
    }

    Octavo.run("rename", store, "ages", "longs").fails(1, "there is a map named longs; drop it");
    Octavo.run("rename", store, "typed", "x").fails(1, "no map named typed");
    Octavo.run("rename", store, "ages", "ages").succeeds();
    Octavo.run("count", store, "longs").prints("4\n");
    Octavo.run("count", store, "ages").prints("2\n");
  }

  @Test
  void countsWhatScanPrints() {
    Octavo.run("count", store, "longs", "--from", 2, "--to", 3).prints("2\n");
    Octavo.run("count", store, "longs", "--from", 4, "--to", 3).prints("0\n");
    Octavo.run("count", store, "bytes", "--prefix", "a", "--json")
        .prints("{\"map\":\"bytes\",\"count\":2}\n");
    Octavo.run("count", store, "bytes", "--hex", "--from", "6162").prints("2\n");
    Octavo.run("count", store, "lists").prints("3\n");
    Octavo.run("count", store, "lists", "--to", 8).prints("2\n");
    Octavo.run("count", store, "typed", "--prefix", "b").prints("1\n");
    Octavo.run("count", store, "typed", "--prefix", "b", "--to", "c").fails(2, "--prefix: not");
    Octavo.run("count", store, "absent").fails(1, "no map named absent");
  }

  @Test
  void delRemovesARangeAndSaysHowManyKeysItHad() {
    Octavo.run("del", store, "longs", "--from", 2, "--to", 3).prints("2\n");
    Octavo.run("scan", store, "longs", "--keys").prints("1\n5\n");
    Octavo.run("del", store, "longs", "--from", 6).prints("0\n");
    Octavo.run("del", store, "bytes", "--to", "ab").prints("2\n");
    Octavo.run("scan", store, "bytes", "--keys").prints("b\n");
    Octavo.run("del", store, "lists", "--from", 2).prints("2\n");
    Octavo.run("get", store, "lists", 1).prints("1 2 3\n");
    Octavo.run("del", store, "typed", "--from", "b").prints("1\n");
    Octavo.run("scan", store, "typed").prints("ada\t1\n");

    Octavo.run("del", store, "longs").fails(2, "give either keys, or a range");
    Octavo.run("del", store, "longs", 1, "--from", 1).fails(2, "give either keys, or a range");
    Octavo.run("del", store, "longs", "--from", "x").fails(2, "'x' is not a 64-bit integer");
    Octavo.run("scan", store, "longs", "--keys").prints("1\n5\n");
  }

  @Test
  void delRemovesWhatHasAPrefix() {
    Octavo.run("put", store, "bytes", "--hex", "61ff", "00").succeeds();
    Octavo.run("put", store, "bytes", "--hex", "ffff", "00").succeeds();
    Octavo.run("del", store, "bytes", "--hex", "--prefix", "61ff").prints("1\n");
    Octavo.run("del", store, "bytes", "--hex", "--prefix", "ff").prints("1\n");
    Octavo.run("count", store, "bytes", "--prefix", "a").prints("2\n");
    Octavo.run("del", store, "bytes", "--prefix", "a").prints("2\n");
    Octavo.run("scan", store, "bytes", "--keys").prints("b\n");
    Octavo.run("del", store, "typed", "--prefix", "ad").prints("1\n");
    Octavo.run("scan", store, "typed").prints("bob\t2\n");
    Octavo.run("del", store, "bytes", "--prefix", "").prints("1\n");

    Octavo.run("del", store, "longs", "--prefix", "1").fails(6, "--prefix", "longs");
    Octavo.run("del", store, "lists", "--prefix", "1").fails(6, "--prefix", "postings");
    Octavo.run("del", store, "bytes", "--prefix", "a", "--to", "b").fails(2, "--prefix: not with");
    Octavo.run("del", store, "bytes", "--prefix", "a", "b").fails(2, "give either keys, or a");
    Octavo.run("count", store, "lists").prints("3\n");
  }

  @Test
  void mapsShowsCodecs() {
    assertThat(Octavo.run("maps", store).output().lines().toList())
        .contains("typed  bytes                     2  STRING to LONG");
    assertThat(Octavo.run("maps", store, "--json").output())
        .contains("\"name\":\"typed\",\"type\":\"bytes\",\"entries\":2,\"keys\":\"STRING\",")
        .contains("\"values\":\"LONG\"}")
        .contains("\"name\":\"longs\",\"type\":\"longs\",\"entries\":4}");
  }
}
