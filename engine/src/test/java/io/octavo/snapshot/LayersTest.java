package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.fixture.Effort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Releases of pages that snapshots of a transaction have reached. */
class LayersTest {
  /** When a page was made, and when the transaction let the page go. */
  private record Life(int from, int to) {
    boolean isReached(int snapshotAt) {
      return from < snapshotAt && snapshotAt <= to;
    }
  }

  private final Retained.Layers<Snapshot> layers = new Retained.Layers<>();
  private final PageSet all = new PageSet();
  private final Map<Integer, Snapshot> snapshots = new HashMap<>();
  private final Map<Integer, Integer> made = new HashMap<>();
  private final Map<Integer, Life> left = new HashMap<>();
  private final Set<Integer> released = new HashSet<>();
  private PageSet own = all;
  private int time;

  @Test
  void aPageIsReleasedOnce() {
    Effort.forEachSeed(LayersTest.class, 200, seed -> new LayersTest().run(new Random(seed)));
  }

  private void run(Random random) {
    for (int step = 0; step < 400; step++) {
      switch (random.nextInt(8)) {
        case 0 -> snapshot();
        case 1 -> close(random);
        case 2, 3, 4 -> make();
        default -> letGo(random);
      }
    }
    snapshots.values().forEach(snapshot -> snapshot.isReleased = true);
    snapshots.clear();
    release();
    assertThat(own).isSameAs(all);
    assertThat(released).isEqualTo(left.keySet());
  }

  private void make() {
    int page = 2 + made.size() + left.size();
    all.add(page);
    own.add(page);
    made.put(page, time);
  }

  private void letGo(Random random) {
    List<Integer> pages = new ArrayList<>(made.keySet());
    if (!pages.isEmpty()) {
      int page = pages.get(random.nextInt(pages.size()));
      left.put(page, new Life(made.remove(page), time));
      if (own.contains(page)) {
        all.remove(page);
        own.remove(page);
        released.add(page);
      } else {
        layers.leave(page);
      }
    }
  }

  private void snapshot() {
    release();
    time++;
    Snapshot snapshot = new Snapshot(new State(1, Catalogue.EMPTY, 1, 0));
    layers.add(snapshot, own);
    own = new PageSet();
    snapshots.put(time, snapshot);
  }

  private void close(Random random) {
    List<Integer> times = new ArrayList<>(snapshots.keySet());
    int count = times.size();
    int newest = times.stream().max(Integer::compare).orElse(0);
    for (int i = random.nextInt(3); i >= 0 && !times.isEmpty(); i--) {
      Snapshot snapshot = snapshots.remove(times.remove(random.nextInt(times.size())));
      snapshot.isReleased = true;
    }
    boolean isNoticed = layers.isNextReleased();
    assertThat(isNoticed || count == 0 || snapshots.containsKey(newest)).isTrue();
    for (int i = 1; i < count; i++) {
      isNoticed |= layers.isNextReleased();
    }
    assertThat(isNoticed).isEqualTo(snapshots.size() < count);
    release();
  }

  private void release() {
    own = layers.release(own, all, this::release);
    requireEachLeftOnce();
    left.forEach(
        (page, life) ->
            assertThat(released.contains(page))
                .as("page %d of %s, with snapshots of %s", page, life, snapshots.keySet())
                .isEqualTo(snapshots.keySet().stream().noneMatch(life::isReached)));
    made.forEach(
        (page, from) ->
            assertThat(own.contains(page))
                .as("own page %d of %d, with snapshots of %s", page, from, snapshots.keySet())
                .isEqualTo(snapshots.keySet().stream().noneMatch(at -> from < at)));
  }

  private void requireEachLeftOnce() {
    IntList list = new IntList();
    layers.addLeft(list);
    assertThat(layers.countLeft()).isEqualTo(list.size());
    Set<Integer> unreleased = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      assertThat(unreleased.add(list.get(i))).as("page %d once", list.get(i)).isTrue();
    }
    Set<Integer> expected = new HashSet<>(left.keySet());
    expected.removeAll(released);
    assertThat(unreleased).isEqualTo(expected);
  }

  private void release(int page) {
    assertThat(released.add(page)).as("page %d again", page).isTrue();
    all.remove(page);
  }
}
