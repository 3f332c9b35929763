package io.octavo.command.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.command.Octavo;
import io.octavo.command.PictureSamples;
import io.octavo.page.PageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command prints of a salvage. */
class SalvageCommandTest {
  @TempDir Path directory;
  private Path store;
  private Path saved;

  @BeforeEach
  void setUp() {
    store = directory.resolve("a.oct");
    saved = directory.resolve("saved.oct");
    Octavo.loadSquares(store, "m", 5_000);
    Octavo.runOn("1 2 3\n", "load", store, "lists", "--postings").succeeds();
  }

  @Test
  void aSoundStoreIsSavedAsItIs() {
    assertThat(Octavo.run("salvage", store, saved).output())
        .contains("map      m: 5,000 entries, 5,000 at the last checkpoint\n")
        .contains("map      lists: 1 list\n", "file     " + saved + ": ")
        .doesNotContain("lost");
    Octavo.run("count", saved, "m").prints("5000\n");
  }

  @Test
  void theReportSaysPageReasonMapAndKeysAlsoAsJson() throws IOException {
    int leaf = PictureSamples.find(store, PageKind.LEAF, "m");
    PictureSamples.damage(store, leaf);
    Octavo text = Octavo.run("salvage", store, saved);
    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.out())
        .contains("page " + leaf + " breaks rule R1 (checksum)", "; map m, keys from ")
        .contains("; entries are or may be lost\n");

    Octavo run = Octavo.run("salvage", store, directory.resolve("again.oct"), "--json");
    assertThat(run.exitCode()).isEqualTo(1);
    Map<?, ?> json = (Map<?, ?>) run.json();
    assertThat(json.get("ok")).isEqualTo(false);
    Map<?, ?> loss = (Map<?, ?>) ((List<?>) json.get("losses")).get(0);
    assertThat(((Number) loss.get("page")).intValue()).isEqualTo(leaf);
    assertThat(loss.get("map")).isEqualTo("m");
    assertThat(((Number) loss.get("from")).longValue()).isPositive();
  }

  @Test
  void nothingIsOverwrittenAndNoiseIsRefused() throws IOException {
    Files.writeString(saved, "mine");
    Octavo.run("salvage", store, saved).fails(1, "exists");
    assertThat(saved).hasContent("mine");
    Files.delete(saved);

    Octavo.run("salvage", directory.resolve("none.oct"), saved).fails(3, "no such file");
    Octavo.run("salvage", store, directory.resolve("none/a.oct")).fails(1, "directory");
    Path noise = Files.write(directory.resolve("noise"), new byte[100_000]);
    Octavo.run("salvage", noise, saved).fails(3, "no page of a store found");
    assertThat(saved).doesNotExist();
  }
}
