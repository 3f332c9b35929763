package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.cache.IntList;
import io.octavo.cache.PageSet;
import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.fixture.Effort;
import io.octavo.page.meta.MetaPage;
import io.octavo.space.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The pages that are taken, beside the sets of pages that states reach: commits that are published
 * late or several at a time, snapshots that are open for any time, and checkpoints that succeed or
 * fail.
 */
class RetainedTest {
  private final States states = new States();
  private final Space space =
      new Space("a.oct", Integer.MAX_VALUE, page -> {}, page -> {}, page -> {});

  /** The pages of each state that is read or may be read, by its number. */
  private final TreeMap<Long, Set<Integer>> reached = new TreeMap<>();

  /** Pages that snapshots of a committed transaction reach, by the state that it built on. */
  private final Map<Long, Set<Integer>> sealed = new HashMap<>();

  private final List<Snapshot> open = new ArrayList<>();
  private Set<Integer> durable = Set.of();
  private Set<Integer> running = Set.of();
  private Random random = new Random(0);
  private boolean isRunning;
  private SealedCommit newest = SealedCommit.found(1);

  private static State state(long sequence) {
    return new State(sequence, Catalogue.EMPTY, 1, 0);
  }

  @Test
  void aPageIsTakenWhileItIsReachedAndNoLonger() {
    Effort.forEachSeed(RetainedTest.class, 300, seed -> new RetainedTest().run(seed));
  }

  @Test
  void aRolledBackTransactionKeepsItsPagesUntilItsSnapshotsAreClosed() {
    IntList pages = new IntList();
    pages.add(7);
    pages.add(8);
    Retained.Layers<Snapshot> snapshots = new Retained.Layers<>();
    Snapshot snapshot = new Snapshot(state(1));
    snapshots.add(snapshot, new PageSet());
    List<Integer> givenUp = new ArrayList<>();
    Retained retained = new Retained(givenUp::add);
    retained.follow(newest);
    retained.keep(pages, snapshots);
    retained.reclaim(new long[] {1});
    assertThat(retained.pages()).filteredOn(list -> list == pages).hasSize(1);
    assertThat(retained.count(newest)).isEqualTo(2);
    assertThat(givenUp).isEmpty();

    snapshot.close();
    retained.reclaim(new long[] {1});
    assertThat(retained.pages()).doesNotContain(pages);
    assertThat(retained.count(newest)).isZero();
    assertThat(givenUp).containsExactly(7, 8);
  }

  private void run(long seed) {
    random = new Random(seed);
    space.retained().follow(newest);
    reached.put(1L, Set.of());
    states.publish(state(1));
    int most = 1 + random.nextInt(20);
    for (int step = 0; step < 300; step++) {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3 -> commit();
        case 4, 5 -> publish();
        case 6 -> open(most);
        case 7 -> close();
        case 8 -> checkpoint();
        default -> reclaim();
      }
    }
    open.forEach(Snapshot::close);
    open.clear();
    reclaim();
  }

  /** Commits, sometimes with a snapshot of the transaction, which the commit may outlive or not. */
  private void commit() {
    long base = newest.sequence();
    Set<Integer> pages = new HashSet<>(reached.get(base));
    PageSet made = new PageSet();
    PageSet own = made;
    IntList freed = new IntList();
    allocate(pages, made, own);
    if (random.nextInt(6) == 0) {
      open.add(states.open(state(base)));
      Set<Integer> seen = sealed.computeIfAbsent(base, number -> new HashSet<>());
      own = new PageSet();
      for (int page = made.next(0); page >= 0; page = made.next(page + 1)) {
        seen.add(page);
        if (random.nextInt(3) == 0) {
          free(page, pages, freed);
        }
      }
      allocate(pages, made, own);
      if (random.nextBoolean()) {
        close(open.size() - 1);
      }
    }
    for (int page : reached.get(base)) {
      if (random.nextInt(4) == 0) {
        free(page, pages, freed);
      }
    }
    SealedCommit next = newest.follow(state(base + 1), null, made, own, freed);
    newest.next = next;
    newest = next;
    reached.put(newest.sequence(), pages);
  }

  private void free(int page, Set<Integer> pages, IntList freed) {
    pages.remove(page);
    freed.add(page);
    space.unlink(page);
  }

  private void allocate(Set<Integer> pages, PageSet made, PageSet own) {
    for (int i = random.nextInt(6); i > 0; i--) {
      int page = space.findFree();
      space.take(page);
      made.add(page);
      own.add(page);
      pages.add(page);
    }
  }

  private void publish() {
    long published = states.current().sequence();
    long next = published + random.nextInt((int) (newest.sequence() - published) + 1);
    states.publish(state(next));
    reclaim();
  }

  private void open(int most) {
    if (open.size() < most) {
      open.add(states.open());
    }
  }

  private void close() {
    if (!open.isEmpty()) {
      close(random.nextInt(open.size()));
    }
  }

  private void close(int index) {
    open.remove(index).close();
  }

  /** Begins a checkpoint of the newest state, or ends the one that runs. */
  private void checkpoint() {
    if (!isRunning) {
      space.freeze();
      running = reached.get(newest.sequence());
      isRunning = true;
      return;
    }
    if (random.nextInt(3) == 0) {
      space.thaw();
    } else {
      space.checkpointed(List.of(), new IntList(), 1, (first, last) -> false);
      durable = running;
    }
    running = Set.of();
    isRunning = false;
    reclaim();
  }

  private void reclaim() {
    space.retained().reclaim(states.read());
    assertThat(space.isEachTakenPageReached()).isTrue();
    assertThat(taken()).as("after commit %d", newest.sequence()).isEqualTo(expected());
  }

  private Set<Integer> taken() {
    Set<Integer> taken = new HashSet<>();
    for (int page = MetaPage.COUNT; page < space.takenEnd(); page++) {
      if (space.isTaken(page)) {
        taken.add(page);
      }
    }
    return taken;
  }

  private Set<Integer> expected() {
    Set<Long> read = new HashSet<>(reached.tailMap(states.current().sequence()).keySet());
    open.forEach(snapshot -> read.add(snapshot.sequence()));
    reached.keySet().retainAll(read);
    sealed.keySet().removeIf(base -> base < newest.sequence() && !isOpen(base) && isPast(base));
    Set<Integer> expected = new HashSet<>(durable);
    expected.addAll(running);
    reached.values().forEach(expected::addAll);
    sealed.values().forEach(expected::addAll);
    return expected;
  }

  private boolean isOpen(long sequence) {
    return open.stream().anyMatch(snapshot -> snapshot.sequence() == sequence);
  }

  /** Whether the commit that follows a state is published. */
  private boolean isPast(long sequence) {
    return states.current().sequence() > sequence;
  }
}
