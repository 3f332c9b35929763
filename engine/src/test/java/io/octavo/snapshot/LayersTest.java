package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.Effort;
import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Releases of pages that snapshots of a transaction have reached, some of which fail. */
class LayersTest {
  private static final class ReleaseFailedError extends Error {
    private static final long serialVersionUID = 1;
  }

  /** When a page was made, and when the transaction let the page go. */
  private record Life(int from, int to) {
    boolean isReached(int snapshotAt) {
      return from < snapshotAt && snapshotAt <= to;
    }
  }

  private final Layers<Snapshot> layers = new Layers<>();
  private final PageSet all = new PageSet();
  private final Map<Integer, Snapshot> snapshots = new HashMap<>();
  private final Map<Integer, Integer> made = new HashMap<>();
  private final Map<Integer, Life> left = new HashMap<>();
  private final Set<Integer> released = new HashSet<>();
  private PageSet own = all;
  private int repeatable = -1;
  private int time;

  @Test
  void aPageIsReleasedOnceWhateverFails() {
    Effort.forEachSeed(LayersTest.class, 200, seed -> new LayersTest().run(new Random(seed)));
  }

  private void run(Random random) {
    for (int step = 0; step < 400; step++) {
      switch (random.nextInt(8)) {
        case 0 -> snapshot(random);
        case 1 -> close(random);
        case 2, 3, 4 -> make();
        default -> letGo(random);
      }
    }
    snapshots.values().forEach(snapshot -> snapshot.isReleased = true);
    snapshots.clear();
    release(random);
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

  private void snapshot(Random random) {
    release(random);
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
    release(random);
  }

  private void release(Random random) {
    int failures = random.nextInt(4);
    boolean isDone = false;
    while (!isDone) {
      boolean isFailing = failures-- > 0;
      try {
        own = layers.release(own, all, page -> release(page, isFailing ? random : null));
        isDone = true;
      } catch (ReleaseFailedError e) {
        // Repeated, as the transaction does.
        assertThat(layers.isReleasing()).isTrue();
        requireEachLeftOnce();
      }
    }
    repeatable = -1;
    assertThat(layers.isReleasing()).isFalse();
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

  /** A page whose release has failed at its end may still count as one that is left. */
  private void requireEachLeftOnce() {
    IntList list = new IntList();
    layers.addLeft(list);
    assertThat(layers.countLeft()).isEqualTo(list.size());
    Set<Integer> unreleased = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      assertThat(unreleased.add(list.get(i))).as("page %d once", list.get(i)).isTrue();
    }
    unreleased.remove(repeatable);
    Set<Integer> expected = new HashSet<>(left.keySet());
    expected.removeAll(released);
    assertThat(unreleased).isEqualTo(expected);
  }

  private void release(int page, @Nullable Random failing) {
    boolean fails = failing != null && failing.nextInt(3) == 0;
    if (fails && failing.nextBoolean()) {
      throw new ReleaseFailedError();
    }
    assertThat(released.add(page) || page == repeatable).as("page %d again", page).isTrue();
    all.remove(page);
    if (fails) {
      repeatable = page;
      throw new ReleaseFailedError();
    }
  }
}
