package io.octavo.bench.profile;

import io.octavo.StackTable;
import io.octavo.bench.measure.Passes;
import java.util.Arrays;

/**
 * How hard the nodes of a table are to encode.
 *
 * @param chained the share of the nodes whose parent is the node before
 * @param entropy bits that tell a frame if the frame of its caller is known
 */
record NodeFigures(double chained, double entropy) {
  /** Reads all nodes. */
  static NodeFigures of(StackTable table) {
    int size = table.size();
    int[] parents = new int[size];
    int[] frames = new int[size];
    Passes.check(table.read(0, parents, frames), size);
    long[] calls = new long[size];
    int chained = 0;
    for (int i = 0; i < size; i++) {
      chained += parents[i] == i - 1 ? 1 : 0;
      // Frames are 0 or more, so callers and calls of each lie together in order.
      long caller = parents[i] == StackTable.NONE ? -1 : frames[parents[i]];
      calls[i] = caller << Integer.SIZE | frames[i];
    }
    Arrays.sort(calls);
    return new NodeFigures(
        (double) chained / size, (sumOfLogs(calls, Integer.SIZE) - sumOfLogs(calls, 0)) / size);
  }

  /** Adds up, for each number of a sorted array, the logarithm of how many are equal to it. */
  private static double sumOfLogs(long[] sorted, int droppedBits) {
    double sum = 0;
    int from = 0;
    while (from < sorted.length) {
      int to = from + 1;
      while (to < sorted.length && sorted[to] >> droppedBits == sorted[from] >> droppedBits) {
        to++;
      }
      int equal = to - from;
      sum += equal * Math.log(equal) / Math.log(2);
      from = to;
    }
    return sum;
  }
}
