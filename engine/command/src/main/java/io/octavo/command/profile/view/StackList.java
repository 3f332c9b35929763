package io.octavo.command.profile.view;

import io.octavo.command.text.Varints;
import java.util.Map;

/**
 * The weights of stacks in a range, packed for a page: how many, the distance of each stack from
 * the one before, and the weights.
 */
final class StackList {
  private StackList() {}

  /** Packs weights by the numbers of their stacks in the page, in the order of these. */
  static byte[] of(Map<Integer, Long> weights) {
    Varints packed = new Varints();
    packed.put(weights.size());
    int before = 0;
    for (int stack : weights.keySet()) {
      packed.put(stack - before);
      before = stack;
    }
    weights.values().forEach(packed::put);
    return packed.toByteArray();
  }

  /** Adds what is packed to weights. */
  static void addTo(byte[] packed, Map<Integer, Long> weights) {
    Varints.Reader in = new Varints.Reader(packed);
    int[] stacks = new int[(int) in.next()];
    int before = 0;
    for (int i = 0; i < stacks.length; i++) {
      before += (int) in.next();
      stacks[i] = before;
    }
    for (int stack : stacks) {
      weights.merge(stack, in.next(), Long::sum);
    }
  }
}
