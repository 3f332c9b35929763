package io.octavo.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.catalogue.Catalogue;
import io.octavo.catalogue.State;
import io.octavo.fixture.Effort;
import io.octavo.page.PageRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which snapshots are open, beside a list of them. */
class OpenSnapshotsTest {
  private static final int MANY = 40;

  private static State state(long sequence) {
    return new State(sequence, Catalogue.of(new PageRef(1, 0, 0), List.of()), 1, 0);
  }

  /** More snapshots than there are slots for a thread, opened and closed in any order. */
  @Test
  void snapshotsAreOpenUntilTheyAreClosed() {
    Effort.forEachSeed(OpenSnapshotsTest.class, 8, OpenSnapshotsTest::openAndClose);
  }

  private static void openAndClose(long seed) {
    Random random = new Random(seed);
    States states = new States();
    List<Snapshot> open = new ArrayList<>();
    List<State> published = new ArrayList<>();
    for (int step = 0; step < 5_000; step++) {
      if (published.isEmpty() || random.nextInt(10) == 0) {
        published.add(state(published.size()));
        states.publish(published.get(published.size() - 1));
      }
      State current = states.current();
      assertThat(current).isSameAs(published.get(published.size() - 1));
      if (open.size() < random.nextInt(MANY)) {
        State unpublished = state(current.sequence());
        open.add(random.nextInt(5) == 0 ? states.open(unpublished) : states.open());
      } else if (!open.isEmpty()) {
        open.remove(random.nextInt(open.size())).close();
      }
      requireSame(states, open, current);
    }
    open.add(states.open());
    states.closeAll();
    assertThat(open).isNotEmpty().allMatch(snapshot -> snapshot.isReleased);
    open.clear();
    requireSame(states, open, states.current());
  }

  private static void requireSame(States states, List<Snapshot> open, State current) {
    assertThat(states.snapshots()).isEqualTo(open.size());
    LongStream sequences = open.stream().mapToLong(Snapshot::sequence);
    assertThat(states.read())
        .isEqualTo(
            LongStream.concat(sequences, LongStream.of(current.sequence()))
                .sorted()
                .distinct()
                .toArray());
    assertThat(states.isUnread(current))
        .isEqualTo(open.stream().noneMatch(snapshot -> snapshot.state == current));
    assertThat(states.isNoOtherRead(current))
        .isEqualTo(open.stream().allMatch(snapshot -> snapshot.state == current));
    assertThat(states.isNoOtherRead(state(current.sequence()))).isFalse();
  }
}
