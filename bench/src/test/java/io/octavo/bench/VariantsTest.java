package io.octavo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.bench.DensityVariants.Format;
import io.octavo.page.PageHeader;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the engine could have, and has not, answers as what it has. */
class VariantsTest {
  private static final int FEW = 64;
  private static final int MANY = 256;

  private static byte[] leaf(EntryRun run) {
    byte[] page = PageHeader.newPage();
    LeafPage.build(run, 0, run.count(), page);
    return page;
  }

  private static void assertSearchesAgree(EntryRun run) {
    byte[] page = leaf(run);
    byte[] few = RadixLeaf.of(page, FEW);
    byte[] many = RadixLeaf.of(page, MANY);
    byte[] narrow = NarrowLeaf.build(run, LeafPage.valueBase(page));
    for (int i = 0; i < run.count(); i++) {
      assertThat(RadixLeaf.value(few, FEW, i)).isEqualTo(run.value(i));
      assertThat(RadixLeaf.value(many, MANY, i)).isEqualTo(run.value(i));
      long narrowValue = NarrowLeaf.value(narrow, NarrowLeaf.slot(narrow, i));
      assertThat(LeafPage.valueBase(narrow) + narrowValue).isEqualTo(run.value(i));
      for (int off = -1; off <= 1; off++) {
        assertSearchesAgree(page, few, many, narrow, run.key(i) + off);
      }
    }
    SplittableRandom random = new SplittableRandom(run.count());
    for (int i = 0; i < 1000; i++) {
      long key = random.nextLong() >> random.nextInt(Long.SIZE);
      assertSearchesAgree(page, few, many, narrow, key);
    }
    assertSearchesAgree(page, few, many, narrow, Long.MIN_VALUE);
    assertSearchesAgree(page, few, many, narrow, Long.MAX_VALUE);
  }

  private static void assertSearchesAgree(
      byte[] page, byte[] few, byte[] many, byte[] narrow, long key) {
    int expected = LeafPage.find(page, key);
    assertThat(LeafSearch.binary(page, key)).isEqualTo(expected);
    assertThat(LeafSearch.interpolated(page, key)).isEqualTo(expected);
    assertThat(LeafSearch.interpolatedTwice(page, key)).isEqualTo(expected);
    assertThat(LeafSearch.interpolatedWindow(page, key)).isEqualTo(expected);
    assertThat(RadixLeaf.find(few, FEW, key)).isEqualTo(expected);
    assertThat(RadixLeaf.find(many, MANY, key)).isEqualTo(expected);
    assertThat(NarrowLeaf.find(narrow, key)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void searchesFindWhatTheEngineFinds(LeafSet set) {
    for (int seed = 1; seed <= 5; seed++) {
      assertSearchesAgree(set.draw(new SplittableRandom(seed), RadixLeaf.capacity(MANY)));
    }
  }

  @Test
  void searchesAgreeInSmallLeaves() {
    EntryRun run = new EntryRun();
    for (long key : new long[] {Long.MIN_VALUE, -1, 0, 1, 2, 1000, Long.MAX_VALUE - 1}) {
      run.append(key, -key);
      assertSearchesAgree(run);
    }
    for (long key = -3; key < 3; key++) {
      EntryRun single = new EntryRun();
      single.append(key, key);
      assertSearchesAgree(single);
      single.append(key + 1, key);
      assertSearchesAgree(single);
    }
  }

  @Test
  void searchesAgreeWhereTheFirstKeyWasRemoved() {
    EntryRun run = LeafSet.REALISTIC.draw(new SplittableRandom(1), RadixLeaf.capacity(MANY));
    byte[] page = leaf(run);
    LeafPage.remove(page, 0, 10);
    for (int i = 0; i < 30; i++) {
      for (int off = -1; off <= 1; off++) {
        long key = run.key(i) + off;
        int expected = LeafPage.find(page, key);
        assertThat(LeafSearch.interpolated(page, key)).isEqualTo(expected);
        assertThat(LeafSearch.interpolatedTwice(page, key)).isEqualTo(expected);
        assertThat(LeafSearch.interpolatedWindow(page, key)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void benchmarksAgree(LeafSet set) {
    for (boolean hit : new boolean[] {true, false}) {
      SearchBenchmark benchmark = new SearchBenchmark();
      benchmark.set = set;
      benchmark.hit = hit;
      benchmark.setUp();
      long expected = benchmark.leafPage();
      assertThat(benchmark.binary()).isEqualTo(expected);
      assertThat(benchmark.interpolated()).isEqualTo(expected);
      assertThat(benchmark.interpolatedTwice()).isEqualTo(expected);
      assertThat(benchmark.interpolatedWindow()).isEqualTo(expected);
      assertThat(benchmark.radix64()).isEqualTo(expected);
      assertThat(benchmark.radix256()).isEqualTo(expected);
    }
    CodecVariantsBenchmark benchmark = new CodecVariantsBenchmark();
    benchmark.set = set;
    benchmark.setUp();
    assertThat(benchmark.keyNarrow()).isEqualTo(benchmark.key());
    assertThat(benchmark.valueNarrow()).isEqualTo(benchmark.value());
  }

  @Test
  void theFirstFormatIsTheEngines() {
    Format engine = DensityVariants.formats().get(0);
    for (Ranges ranges : List.of(Ranges.REALISTIC, Ranges.FULL, Ranges.LONG)) {
      Entries entries = DataSets.drawn(ranges, 100_000, 1);
      LeafFiller filler = new LeafFiller(entries);
      EntryRun run = new EntryRun();
      while (filler.next() < entries.count()) {
        int counted = DensityVariants.fill(entries, filler.next(), run, engine);
        assertThat(counted).isEqualTo(filler.fill(PageHeader.newPage()));
      }
    }
  }

  @Test
  void countedNarrowLeavesCanBeBuilt() {
    Format narrow = DensityVariants.formats().get(5);
    Entries entries = DataSets.timestampToOffset(10_000, 1);
    EntryRun run = new EntryRun();
    int count = DensityVariants.fill(entries, 0, run, narrow);
    long valueBase = DensityVariants.leastValue(run, count);
    entries.copyTo(0, count, run);
    byte[] page = NarrowLeaf.build(run, valueBase);
    int slots = count * Short.BYTES;
    int left = PageHeader.heapBound(page) - PageHeader.LENGTH - slots;
    assertThat(left).isLessThan(20);
  }

  @Test
  @EnabledIfSystemProperty(named = "octavo.effort", matches = "[2-9]", disabledReason = "long")
  void theSearchArrivesAtTheNarrowTable() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    long expected = 0;
    for (int[] lengths : NarrowLeaf.CLASSES) {
      expected |= 1L << ClassSet.pair(lengths[0], lengths[1]);
    }
    assertThat(NarrowTable.search(nowhere)).isEqualTo(expected);
  }
}
