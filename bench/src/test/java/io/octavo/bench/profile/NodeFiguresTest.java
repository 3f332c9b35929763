package io.octavo.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.octavo.StackTable;
import io.octavo.Store;
import org.junit.jupiter.api.Test;

/** The figures of nodes that are known. */
class NodeFiguresTest {
  private static NodeFigures figures(int[]... stacks) {
    try (Store store = Store.inMemory()) {
      return store.writeResult(
          tx -> {
            StackTable table = tx.stacks("t");
            for (int[] stack : stacks) {
              table.intern(1, stack, 0, stack.length);
            }
            return NodeFigures.of(table);
          });
    }
  }

  @Test
  void aFrameThatFollowsFromItsCallerHasNoEntropy() {
    NodeFigures figures = figures(new int[] {1, 2, 1, 2, 1, 2});
    assertThat(figures.chained()).isEqualTo(1);
    // The outermost frame is the only one without a caller; all others follow.
    assertThat(figures.entropy()).isEqualTo(0, within(1e-9));
  }

  @Test
  void fourCallsOfOneFrameAreTwoBits() {
    NodeFigures figures =
        figures(new int[] {7, 0}, new int[] {7, 1}, new int[] {7, 2}, new int[] {7, 3});
    assertThat(figures.chained()).isEqualTo(2 / 5.0);
    assertThat(figures.entropy()).isEqualTo(4 * 2 / 5.0, within(1e-9));
  }
}
