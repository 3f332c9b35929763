package io.octavo.bench.ids;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Call stacks that are drawn: each begins with the frames of the one before, and differs near its
 * innermost frames more often than near the outermost ones.
 */
final class DrawnStacks {
  /** The most frames of a stack. */
  static final int DEPTH = 40;

  private static final int FRAMES = 20_000;
  private static final long SEED = 3;

  private DrawnStacks() {}

  /** Draws stacks, the outermost frames first; always the same ones. */
  static int[][] draw(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    int[][] stacks = new int[count][];
    int[] last = new int[DEPTH];
    for (int i = 0; i < count; i++) {
      int depth = DEPTH - random.nextInt(DEPTH) / 4 * 2;
      int from = Math.max(0, depth - 1 - random.nextInt(1 + random.nextInt(12)));
      for (int at = from; at < DEPTH; at++) {
        last[at] = random.nextInt(1 + random.nextInt(FRAMES));
      }
      stacks[i] = Arrays.copyOf(last, depth);
    }
    return stacks;
  }

  /** Counts the frames of stacks. */
  static long frames(int[][] stacks) {
    return Arrays.stream(stacks).mapToLong(stack -> stack.length).sum();
  }
}
