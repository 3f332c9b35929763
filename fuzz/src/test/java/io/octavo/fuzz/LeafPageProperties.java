package io.octavo.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.page.PageHeader;
import io.octavo.page.check.PageCheck;
import io.octavo.page.longs.EntryRun;
import io.octavo.page.longs.LeafPage;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LeafPageProperties {
  private static final int NUMBER = 9;

  @Property(tries = 300)
  void everyOperationKeepsThePageSound(
      @ForAll long seed,
      @ForAll KeyFamily family,
      @ForAll @IntRange(min = 1, max = 400) int steps) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, NUMBER, 1);
    TreeMap<Long, Long> model = new TreeMap<>();
    for (int step = 0; step < steps; step++) {
      change(page, model, family, random);
      assertThat(PageCheck.check(page)).isNull();
      if (step % 16 == 0) {
        assertSame(page, model);
      }
    }
    assertSame(page, model);
    byte[] stored = PageHeader.newPage();
    LeafPage.layOut(page, stored);
    assertStored(stored, model);
    LeafPage.compact(page);
    assertSame(page, model);
  }

  @Property(tries = 300)
  void aBuiltPageHoldsItsEntriesInTheRoomThatTheRunForetold(
      @ForAll long seed,
      @ForAll KeyFamily family,
      @ForAll @IntRange(min = 1, max = 400) int count) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<Long, Long> model = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      model.put(family.draw(random), Scenario.value(random));
    }
    EntryRun run = run(model);
    byte[] page = PageHeader.newPage();
    LeafPage.format(page, NUMBER, 1);
    LeafPage.build(run, 0, run.count(), page);
    assertThat(PageHeader.free(page)).isEqualTo(LeafPage.CAPACITY - run.size(0, run.count()));
    assertStored(page, model);
  }

  @Property(tries = 300)
  void aPartitionCutsARunIntoPagesThatFit(
      @ForAll long seed,
      @ForAll KeyFamily family,
      @ForAll @IntRange(min = 2, max = 1_000) int count,
      @ForAll @IntRange(min = 2, max = 1_000) int limit) {
    SplittableRandom random = new SplittableRandom(seed);
    TreeMap<Long, Long> model = new TreeMap<>();
    while (model.size() < count) {
      model.put(
          random.nextInt(4) == 0 ? random.nextLong() : family.draw(random), random.nextLong());
    }
    EntryRun run = run(model);
    int[] bounds = run.partition(Math.min(2, count), limit);
    int parts = bounds.length - 1;
    assertThat(bounds[0]).isZero();
    assertThat(bounds[parts]).isEqualTo(count);
    for (int i = 0; i < parts; i++) {
      assertThat(bounds[i + 1]).isGreaterThan(bounds[i]);
      assertThat(bounds[i + 1] - bounds[i]).isLessThanOrEqualTo(limit);
      assertThat(run.size(bounds[i], bounds[i + 1])).isLessThanOrEqualTo(LeafPage.CAPACITY);
    }
  }

  private static EntryRun run(Map<Long, Long> model) {
    EntryRun run = new EntryRun();
    model.forEach(run::append);
    return run;
  }

  /** Does to the page what the tree does; an insert that finds no room leaves it as it was. */
  private static void change(
      byte[] page, Map<Long, Long> model, KeyFamily family, SplittableRandom random) {
    long key = family.draw(random);
    long value = Scenario.value(random);
    int index = LeafPage.find(page, key);
    assertThat(index >= 0).isEqualTo(model.containsKey(key));
    switch (random.nextInt(8)) {
      case 0 -> {
        int count = PageHeader.count(page);
        if (count > 0) {
          int from = random.nextInt(count);
          int to = from + 1 + random.nextInt(Math.min(4, count - from));
          for (int i = from; i < to; i++) {
            model.remove(LeafPage.key(page, i));
          }
          LeafPage.remove(page, from, to);
          if (model.isEmpty()) {
            LeafPage.format(page, NUMBER, 1);
          }
        }
      }
      case 1 -> {
        if (index >= 0) {
          LeafPage.remove(page, index, index + 1);
          model.remove(key);
        }
        LeafPage.compact(page);
      }
      default -> {
        byte[] before = page.clone();
        boolean done =
            index >= 0
                ? LeafPage.setValue(page, index, value)
                : LeafPage.insert(page, ~index, key, value);
        if (done) {
          model.put(key, value);
        } else {
          assertThat(page).isEqualTo(before);
        }
      }
    }
  }

  private static void assertStored(byte[] page, Map<Long, Long> model) {
    if (!model.isEmpty()) {
      assertSame(page, model);
    }
    PageHeader.seal(page, 1);
    assertThat(PageCheck.checkStored(page, NUMBER)).isNull();
  }

  private static void assertSame(byte[] page, Map<Long, Long> model) {
    assertThat(PageHeader.count(page)).isEqualTo(model.size());
    int index = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      assertThat(LeafPage.key(page, index)).isEqualTo(entry.getKey());
      assertThat(LeafPage.value(page, index)).isEqualTo(entry.getValue());
      assertThat(LeafPage.find(page, entry.getKey())).isEqualTo(index);
      index++;
    }
  }
}
