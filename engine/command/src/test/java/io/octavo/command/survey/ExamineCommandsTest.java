package io.octavo.command.survey;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import io.octavo.command.parts.PageDump;
import io.octavo.memory.Memory;
import io.octavo.page.PageHeader;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** stat, check, page and demo, on sound stores and on damaged ones. */
class ExamineCommandsTest {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    Octavo.loadSquares(store, "squares", 50_000);
    Octavo.runOn("", "load", store, "empty").succeeds();
  }

  @Test
  void statShowsStoreAndMaps() {
    String out = Octavo.run("stat", store).succeeds().out();

    assertThat(out)
        .contains("format       version 1, pages of 8,192 bytes")
        .containsPattern("file +[0-9,]+ bytes, [0-9,]+ pages: [0-9,]+ in use, [0-9,]+ free")
        .containsPattern("map +empty\nentries +0\npages +none\n")
        .containsPattern("map +squares\nentries +50,000\ndepth +2 levels: 1 branch, [0-9]+ leaves")
        .containsPattern("90-100 % +[0-9,]+ leaves +[0-9.]+ % +█+");
    assertThat(Octavo.run("stat", store, "squares").succeeds().out()).doesNotContain("empty");
  }

  @Test
  void statAccountsForEveryByte() {
    Map<?, ?> stat = (Map<?, ?>) Octavo.run("stat", store, "squares", "--json").json();
    Map<?, ?> map = (Map<?, ?>) ((List<?>) stat.get("maps")).get(0);
    Map<?, ?> bytes = (Map<?, ?>) map.get("bytes");

    long sum = 0;
    for (String part : List.of("entries", "slots", "headers", "free", "branches", "largeValues")) {
      sum += number(bytes.get(part));
    }
    assertThat(sum).isEqualTo(number(bytes.get("total")));
    assertThat(number(map.get("entries"))).isEqualTo(50_000);
    assertThat(number(stat.get("livePages")) + number(stat.get("freePages")))
        .isEqualTo(number(stat.get("pages")));
    assertThat(number(stat.get("commits"))).isEqualTo(2);
  }

  private static long number(Object json) {
    return ((BigDecimal) json).longValueExact();
  }

  @Test
  void checkFindsASoundStoreSound() {
    assertThat(Octavo.run("check", store).succeeds().out())
        .containsPattern("^ok: [0-9]+ pages checked in ");
    assertThat(Octavo.run("check", store, "--json").succeeds().json())
        .asString()
        .contains("ok=true", "problems=[]");
  }

  @Test
  void pageShowsAPage() throws IOException {
    int leaf = leaf();

    Octavo.run("page", store, leaf).prints(PageDump.dump(page(leaf)));
    assertThat(Octavo.run("page", store, 0).succeeds().out()).startsWith("page 0: meta");
    assertThat(Octavo.run("page", store, leaf, "--raw").succeeds().out().lines())
        .hasSize(512)
        .allMatch(line -> line.matches("[0-9a-f]{4}  [0-9a-f]{2}( [0-9a-f]{2}){15}"));
  }

  @Test
  void pagesThatAreNotThereAreUsageErrors() {
    Octavo.run("page", store, -1).fails(2, "N=-1", "has pages 0 to ");
    Octavo.run("page", store, 1L << 40).fails(2, "has pages 0 to ");
    Octavo.run("page", store, "five").fails(2, "'five' is not a 64-bit integer");
  }

  @Test
  void aDamagedPageIsFoundAndShown() throws IOException {
    int leaf = leaf();
    flip(leaf * (long) PageHeader.PAGE_SIZE + 8_000);

    Octavo check = Octavo.run("check", store);
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .startsWith("map squares, keys ")
        .contains(
            ": page " + leaf + " breaks rule R1 (checksum)", "1 problem found", "octavo salvage");
    assertThat(Octavo.run("check", store, "--json").json()).asString().contains("ok=false");

    Octavo page = Octavo.run("page", store, leaf);
    assertThat(page.exitCode()).isEqualTo(1);
    assertThat(page.out()).startsWith("page " + leaf + " breaks rule R1 (checksum) at byte 0");
    assertThat(page.out()).endsWith(PageDump.dump(page(leaf)));

    Octavo.run("stat", store).fails(1, "the store is damaged");
    Octavo.run("scan", store, "squares")
        .fails(1, "map squares, keys ", "page " + leaf + " breaks rule R1");
  }

  @Test
  void aDamagedMetaPageIsShown() throws IOException {
    for (int number = 0; number < 4; number++) {
      flip(number * (long) PageHeader.PAGE_SIZE + 100);
    }

    Octavo.run("get", store, "squares", 3).fails(3, "page 0 breaks rule R1");
    Octavo.run("stat", store).fails(3, "page 0 breaks rule R1");
    Octavo check = Octavo.run("check", store);
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).contains("page 0 breaks rule R1");
    assertThat(Octavo.run("page", store, 0).out()).startsWith("page 0 breaks rule R1");
    Octavo.run("page", store, leaf()).succeeds();
  }

  @Test
  void aFileThatWasCutOffIsReported() throws IOException {
    byte[] bytes = Files.readAllBytes(store);
    Files.write(store, Arrays.copyOf(bytes, bytes.length / 2 + 100));

    Octavo.run("get", store, "squares", 3).fails(3, "the file was cut off");
    Octavo.run("put", store, "squares", 3, 3).fails(3, "the file was cut off");
    Octavo check = Octavo.run("check", store);
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).contains("the file was cut off", "1 problem found");
    Octavo.run("page", store, 0).succeeds();
    Octavo.run("page", store, bytes.length / PageHeader.PAGE_SIZE - 1).fails(2, "has pages 0 to");
  }

  @Test
  void demoVerifiesItselfAndKeepsTheStoreWhereAsked() {
    Path kept = directory.resolve("kept.oct");

    Octavo run = Octavo.run("demo", "--keep", kept).succeeds();

    assertThat(run.out())
        .contains(
            "of every path, verified", "sum verified", "check    ok", "lengths  offset -> length")
        .containsPattern("page [0-9]+: leaf of collection 1")
        .contains("bytes in " + kept);
    assertThat(run.out().lines()).hasSizeLessThan(45).allMatch(line -> line.length() <= 80);
    Octavo.run("check", kept).succeeds();
    Octavo.run("demo", "--keep", kept).fails(1, "exists");
  }

  private byte[] page(int number) throws IOException {
    byte[] page = PageHeader.newPage();
    Memory.buffer(page, 0, PageHeader.PAGE_SIZE)
        .put(Files.readAllBytes(store), number * PageHeader.PAGE_SIZE, PageHeader.PAGE_SIZE);
    return page;
  }

  private int leaf() throws IOException {
    int number = 0;
    while (PageHeader.kindCode(page(number)) != PageKind.LEAF.code()) {
      number++;
    }
    return number;
  }

  private void flip(long position) throws IOException {
    byte[] bytes = Files.readAllBytes(store);
    bytes[(int) position] ^= 1;
    Files.write(store, bytes);
  }
}
