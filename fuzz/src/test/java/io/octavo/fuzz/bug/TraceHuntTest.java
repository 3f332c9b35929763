package io.octavo.fuzz.bug;

import static org.assertj.core.api.Assertions.assertThat;

import io.octavo.fuzz.MixedTrace;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import io.octavo.tree.TreeLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A long trace in which a bug shows becomes a short one. {@link TraceHunt} takes longer ones. */
final class TraceHuntTest {
  @TempDir Path directory;

  private long shrunk(SeededBug bug, int operations, long seed, TreeLimits limits)
      throws Exception {
    Path whole = directory.resolve("whole.trace");
    Path small = directory.resolve("small.trace");
    MixedTrace.record(whole, operations, seed, limits);
    String told = TraceHunt.shrink(bug, whole, small);
    long count = 0;
    try (TraceReader reader = TraceReader.open(small)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        count += event instanceof TraceEvent.Operation ? 1 : 0;
      }
    }
    assertThat(told).contains("shrunk to " + count);
    return count;
  }

  @Test
  void keysComparedWithTheirSignAreShownByFewOperations() throws Exception {
    assertThat(shrunk(SeededBug.HEADS_COMPARED_SIGNED, 20_000, 1, TreeLimits.PAGE))
        .isBetween(2L, 5L);
  }

  @Test
  void aWrongSeparatorIsShownByFewOperations() throws Exception {
    TreeLimits tiny = new TreeLimits(6, 5);
    assertThat(shrunk(SeededBug.FIRST_SEPARATOR_NOT_LOWERED, 20_000, 2, tiny)).isBetween(5L, 19L);
  }
}
