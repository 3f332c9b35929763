package io.octavo.bench.ids;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * What a {@link io.octavo.StackTable} does, over plain arrays on the heap: parents and frames by
 * the id of a node, and a hash table of ids with linear probing. No file, no transaction.
 */
final class MemoryStacks implements IdPeer.Stacks {
  private static final int NONE = -1;

  private final IntArrayList parents = new IntArrayList();
  private final IntArrayList frames = new IntArrayList();

  /** One more than the id of a node, 0 in a slot without; at most half of them are in use. */
  private int[] slots = new int[1 << 10];

  private final IntArrayList lastFrames = new IntArrayList();
  private final IntArrayList lastNodes = new IntArrayList();

  @Override
  public String settings() {
    return "arrays of int on the heap, with a hash table of ids at a load of at most 0.5";
  }

  @Override
  public int intern(int[] stack) {
    int most = Math.min(stack.length, lastFrames.size());
    int mismatch = Arrays.mismatch(stack, 0, most, lastFrames.elements(), 0, most);
    int common = mismatch < 0 ? most : mismatch;
    lastFrames.size(common);
    lastNodes.size(common);
    int node = common == 0 ? NONE : lastNodes.getInt(common - 1);
    for (int i = common; i < stack.length; i++) {
      node = intern(node, stack[i]);
      lastFrames.add(stack[i]);
      lastNodes.add(node);
    }
    return node;
  }

  @Override
  public int internNodes(int[] stack) {
    int node = NONE;
    for (int frame : stack) {
      node = intern(node, frame);
    }
    return node;
  }

  private int intern(int parent, int frame) {
    int at = home(parent, frame);
    while (slots[at] != 0) {
      int id = slots[at] - 1;
      if (parents.getInt(id) == parent && frames.getInt(id) == frame) {
        return id;
      }
      at = (at + 1) & (slots.length - 1);
    }
    int id = parents.size();
    parents.add(parent);
    frames.add(frame);
    slots[at] = id + 1;
    if (2 * parents.size() > slots.length) {
      grow();
    }
    return id;
  }

  private int home(int parent, int frame) {
    long node = (long) parent << Integer.SIZE | frame;
    return (int) HashCommon.murmurHash3(node) & (slots.length - 1);
  }

  private void grow() {
    slots = new int[2 * slots.length];
    for (int id = 0; id < parents.size(); id++) {
      int at = home(parents.getInt(id), frames.getInt(id));
      while (slots[at] != 0) {
        at = (at + 1) & (slots.length - 1);
      }
      slots[at] = id + 1;
    }
  }

  @Override
  public int resolve(int id, int[] stack) {
    int depth = 0;
    for (int at = id; at != NONE; at = parents.getInt(at)) {
      stack[depth++] = frames.getInt(at);
    }
    for (int low = 0, high = depth - 1; low < high; low++, high--) {
      int inner = stack[low];
      stack[low] = stack[high];
      stack[high] = inner;
    }
    return depth;
  }

  @Override
  public void commit() {
    // Nothing becomes durable.
  }

  @Override
  public void close() {
    parents.clear();
    frames.clear();
  }
}
