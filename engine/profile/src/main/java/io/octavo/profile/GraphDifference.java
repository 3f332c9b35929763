package io.octavo.profile;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Subtracts one graph from another of the same profile, whose stacks have the same ids. */
final class GraphDifference {
  private final FlameGraph left;
  private final FlameGraph right;

  GraphDifference(FlameGraph left, FlameGraph right) {
    this.left = left;
    this.right = right;
  }

  FlameGraph build() {
    int[] stacks =
        IntStream.concat(
                IntStream.range(0, left.size()).map(left::stack),
                IntStream.range(0, right.size()).map(right::stack))
            .sorted()
            .distinct()
            .toArray();
    int[] parents = new int[stacks.length];
    int[] symbols = new int[stacks.length];
    int[] lines = new int[stacks.length];
    long[] selves = new long[stacks.length];
    long[] totals = new long[stacks.length];
    Map<String, Integer> names = new LinkedHashMap<>();
    int l = 0;
    int r = 0;
    for (int i = 0; i < stacks.length; i++) {
      boolean isLeft = l < left.size() && left.stack(l) == stacks[i];
      boolean isRight = r < right.size() && right.stack(r) == stacks[i];
      FlameGraph graph = isLeft ? left : right;
      int node = isLeft ? l : r;
      if (isLeft && isRight) {
        requireSame(l, r);
      }
      int parent = graph.parent(node);
      parents[i] =
          parent == FlameGraph.NONE
              ? FlameGraph.NONE
              : Arrays.binarySearch(stacks, graph.stack(parent));
      symbols[i] = names.computeIfAbsent(graph.symbol(node), absent -> names.size());
      lines[i] = graph.line(node);
      selves[i] = (isLeft ? left.self(l) : 0) - (isRight ? right.self(r) : 0);
      totals[i] = (isLeft ? left.total(l) : 0) - (isRight ? right.total(r) : 0);
      l += isLeft ? 1 : 0;
      r += isRight ? 1 : 0;
    }
    return left.with(
        left.labels().intersection(right.labels()),
        names.keySet().toArray(new String[0]),
        stacks,
        parents,
        symbols,
        lines,
        selves,
        totals);
  }

  private void requireSame(int l, int r) {
    if (!left.symbol(l).equals(right.symbol(r)) || left.line(l) != right.line(r)) {
      throw new IllegalArgumentException(
          "the graphs are of different profiles: stack "
              + left.stack(l)
              + " is "
              + left.symbol(l)
              + " in one and "
              + right.symbol(r)
              + " in the other");
    }
  }
}
