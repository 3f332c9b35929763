package io.octavo.profile.stored;

import java.util.Arrays;

/** Sums of weights by stack for a slot: a hash table. Not thread-safe. */
public final class StackWeights {
  private int[] stacks = new int[64];
  private long[] weights = new long[64];
  private int count;

  /** Adds a weight above 0. Returns whether the stack is new. */
  public boolean add(int stack, long weight) {
    int at = find(stacks, weights, stack);
    boolean isNew = weights[at] == 0;
    stacks[at] = stack;
    weights[at] += weight;
    if (isNew && ++count > stacks.length / 2) {
      grow();
    }
    return isNew;
  }

  /** Finds the place of a stack: that with its weight, or a free one. */
  private static int find(int[] stacks, long[] weights, int stack) {
    int mask = stacks.length - 1;
    // Fibonacci hashing: ids of stacks that are close to each other are far apart in the table.
    int at = ((stack * 0x9E37_79B9) >>> 7) & mask;
    while (weights[at] != 0 && stacks[at] != stack) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int[] largerStacks = new int[2 * stacks.length];
    long[] largerWeights = new long[2 * stacks.length];
    for (int i = 0; i < stacks.length; i++) {
      if (weights[i] != 0) {
        int at = find(largerStacks, largerWeights, stacks[i]);
        largerStacks[at] = stacks[i];
        largerWeights[at] = weights[i];
      }
    }
    stacks = largerStacks;
    weights = largerWeights;
  }

  public SlotList toList() {
    int[] sorted = new int[count];
    int n = 0;
    for (int i = 0; i < stacks.length; i++) {
      if (weights[i] != 0) {
        sorted[n++] = stacks[i];
      }
    }
    Arrays.sort(sorted);
    SlotList list = new SlotList(count);
    for (int stack : sorted) {
      list.add(stack, weights[find(stacks, weights, stack)]);
    }
    return list;
  }
}
