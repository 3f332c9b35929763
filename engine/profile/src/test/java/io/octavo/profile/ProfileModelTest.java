package io.octavo.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Store;
import io.octavo.Transaction;
import io.octavo.fixture.Effort;
import io.octavo.profile.stored.SlotTree;
import io.octavo.profile.stored.Weights;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random samples, late ones and deletions among them: every range is the sum of its slots. */
class ProfileModelTest {
  private static final Duration SLOT = Duration.ofSeconds(10);
  private static final List<Labels> SERIES =
      List.of(
          Labels.of("app", "web", "host", "a"),
          Labels.of("app", "web", "host", "b"),
          Labels.of("app", "batch"));

  /** By series, slot and stack. */
  private final List<TreeMap<Long, TreeMap<Integer, Long>>> model =
      List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  private long border = Long.MIN_VALUE;
  private long now;

  @Test
  void everyRangeIsTheSumOfItsSlots() {
    for (long seed : Effort.seeds(6).toArray()) {
      model.forEach(Map::clear);
      border = Long.MIN_VALUE;
      try {
        run(seed, 300, 40);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e, e);
      }
    }
  }

  /** 100,000 slots, of a few stacks each. */
  @Test
  void everyRangeOfManySlotsIsTheSumOfThem() {
    run(1, 40, 3_000);
  }

  private void run(long seed, int transactions, int samples) {
    SplittableRandom random = new SplittableRandom(seed);
    now = random.nextBoolean() ? -random.nextInt(5_000) : 170_000_000L;
    long begun = now;
    try (Store store = Store.inMemory()) {
      store.write(tx -> ProfileStore.create(tx, "p", SLOT));
      for (int i = 0; i < transactions; i++) {
        boolean isCommitted = random.nextInt(10) > 0;
        if (isCommitted) {
          store.write(tx -> add(tx, random, samples, true));
        } else {
          try (Transaction tx = store.beginWrite()) {
            add(tx, random, samples, false);
          }
        }
        if (random.nextInt(30) == 0) {
          long ago = random.nextLong(1 + (random.nextBoolean() ? 20 : now - begun));
          delete(store, now - ago);
        }
        if (i % 10 == 0) {
          store.view(tx -> compare(tx, random, begun, 5));
        }
      }
      store.view(tx -> compare(tx, random, begun, 40));
      store.view(tx -> assertThat(ProfileStore.open(tx, "p").check()).isEmpty());
      assertThat(store.check().problems()).isEmpty();
    }
  }

  private void add(Transaction tx, SplittableRandom random, int samples, boolean isKept) {
    ProfileStore profile = ProfileStore.open(tx, "p");
    try (ProfileWriter writer = profile.writer()) {
      for (int i = 0; i < samples; i++) {
        now += random.nextInt(4) == 0 ? 1 << random.nextInt(4) : 0;
        long late = random.nextInt(8) == 0 ? random.nextInt(2 << random.nextInt(12)) : 0;
        long slot = Math.max(border, now - late);
        int series = random.nextInt(SERIES.size());
        int[] frames = new int[1 + random.nextInt(6)];
        for (int f = 0; f < frames.length; f++) {
          frames[f] = writer.frame("method" + random.nextInt(f + 2), random.nextInt(2));
        }
        int stack = writer.stack(1, frames, frames.length);
        long weight = 1 + (random.nextLong() >>> (30 + random.nextInt(34)));
        Instant time = at(slot).plusMillis(random.nextInt(10_000));
        writer.add(SERIES.get(series), time, stack, weight);
        if (isKept) {
          model
              .get(series)
              .computeIfAbsent(slot, absent -> new TreeMap<>())
              .merge(stack, weight, Long::sum);
        }
      }
    }
  }

  private void delete(Store store, long slot) {
    border = Math.max(border, slot);
    long expected = 0;
    for (TreeMap<Long, TreeMap<Integer, Long>> series : model) {
      expected += series.headMap(border).size();
      series.headMap(border).clear();
    }
    long[] deleted = {0};
    store.write(tx -> deleted[0] = ProfileStore.open(tx, "p").deleteBefore(at(slot).plusMillis(5)));
    assertThat(deleted[0]).isEqualTo(expected);
  }

  private void compare(Transaction tx, SplittableRandom random, long begun, int ranges) {
    ProfileStore profile = ProfileStore.open(tx, "p");
    for (int i = 0; i < ranges; i++) {
      long from = begun - 10 + random.nextLong(now - begun + 20);
      long to = i % 5 == 0 ? now + 20 : from + random.nextLong(now - from + 30);
      Labels selector =
          switch (random.nextInt(3)) {
            case 0 -> Labels.NONE;
            case 1 -> Labels.of("app", "web");
            default -> SERIES.get(random.nextInt(3));
          };
      compare(profile, selector, from, to, random);
    }
  }

  private void compare(
      ProfileStore profile, Labels selector, long from, long to, SplittableRandom random) {
    TreeMap<Integer, Long> expected = new TreeMap<>();
    TreeMap<Long, Long> bySlot = new TreeMap<>();
    for (int series = 0; series < SERIES.size(); series++) {
      if (SERIES.get(series).matches(selector)) {
        model
            .get(series)
            .subMap(from, Math.max(from, to))
            .forEach(
                (slot, stacks) ->
                    stacks.forEach(
                        (stack, weight) -> {
                          expected.merge(stack, weight, Long::sum);
                          bySlot.merge(slot, weight, Long::sum);
                        }));
      }
    }
    FlameGraph graph = profile.query(selector, at(from), at(to));
    assertThat(graph.from()).isEqualTo(at(from));
    assertThat(graph.to()).isEqualTo(at(Math.max(from, to)));
    TreeMap<Integer, Long> found = new TreeMap<>();
    long[] totals = new long[graph.size()];
    for (int node = graph.size() - 1; node >= 0; node--) {
      if (graph.self(node) > 0) {
        found.put(graph.stack(node), graph.self(node));
      }
      totals[node] += graph.self(node);
      assertThat(graph.total(node)).isEqualTo(totals[node]);
      assertThat(graph.parent(node)).isLessThan(node);
      if (graph.parent(node) != FlameGraph.NONE) {
        totals[graph.parent(node)] += totals[node];
      }
    }
    assertThat(found).isEqualTo(expected);
    if (to > from) {
      int levels = (Long.SIZE - Long.numberOfLeadingZeros(to - from) + 2) / 3;
      for (int series = 0; series < SERIES.size(); series++) {
        SlotTree tree = profile.tree();
        tree.sum(series, from, to, new Weights());
        assertThat(tree.listsRead()).isLessThanOrEqualTo(2L * 7 * levels);
      }
    }
    int points = 1 + random.nextInt(40);
    List<TimelinePoint> timeline = profile.timeline(selector, at(from), at(to), points);
    assertThat(timeline.size()).isLessThanOrEqualTo(points);
    List<Long> sums = new ArrayList<>();
    List<Long> expectedSums = new ArrayList<>();
    Instant end = at(from);
    for (TimelinePoint point : timeline) {
      assertThat(point.from()).isEqualTo(end);
      end = point.to();
      sums.add(point.weight());
      expectedSums.add(
          bySlot.subMap(slotOf(point.from()), slotOf(point.to())).values().stream()
              .mapToLong(Long::longValue)
              .sum());
    }
    assertThat(end).isEqualTo(at(Math.max(from, to)));
    assertThat(sums).isEqualTo(expectedSums);
  }

  private static Instant at(long slot) {
    return Instant.EPOCH.plus(SLOT.multipliedBy(slot));
  }

  private static long slotOf(Instant time) {
    return Math.floorDiv(time.getEpochSecond(), SLOT.toSeconds());
  }
}
