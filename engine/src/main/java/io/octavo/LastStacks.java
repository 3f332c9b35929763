package io.octavo;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The last stack of each of some threads, with the nodes of its frames: the next stack of a thread
 * mostly begins with the same frames.
 */
final class LastStacks {
  /** Threads whose last stacks are kept: those that were seen last. */
  private static final int MAX_THREADS = 1024;

  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};

  private final Map<Long, LastStack> stacks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, LastStack> eldest) {
          return size() > MAX_THREADS;
        }
      };

  private long lastThread;
  private LastStack last = new LastStack();

  /** The frames of a stack from the outermost, as the caller names them, and their nodes. */
  static final class LastStack {
    private int[] frames = NO_INTS;
    private long[] addresses = NO_LONGS;
    private int[] nodes = NO_INTS;
    private int depth;
    private boolean isOfAddresses;

    /** Counts the frames that a stack has in common with this one; no more are kept. */
    int keepCommon(int[] wanted, int from, int to) {
      if (isOfAddresses) {
        depth = 0;
        isOfAddresses = false;
      }
      int common = Math.min(depth, to - from);
      int mismatch = Arrays.mismatch(frames, 0, common, wanted, from, from + common);
      depth = mismatch < 0 ? common : mismatch;
      if (frames.length < to - from) {
        frames = Arrays.copyOf(frames, Math.max(to - from, 2 * frames.length));
      }
      return depth;
    }

    /** Counts the frames that a stack has in common with this one; no more are kept. */
    int keepCommon(long[] wanted, int from, int to) {
      if (!isOfAddresses) {
        depth = 0;
        isOfAddresses = true;
      }
      int common = Math.min(depth, to - from);
      int mismatch = Arrays.mismatch(addresses, 0, common, wanted, from, from + common);
      depth = mismatch < 0 ? common : mismatch;
      if (addresses.length < to - from) {
        addresses = Arrays.copyOf(addresses, Math.max(to - from, 2 * addresses.length));
      }
      return depth;
    }

    /** Returns the node of the innermost frame that is kept. */
    int innermost() {
      return depth == 0 ? StackTable.NONE : nodes[depth - 1];
    }

    void add(int frame, int node) {
      frames[depth] = frame;
      addNode(node);
    }

    void add(long address, int node) {
      addresses[depth] = address;
      addNode(node);
    }

    private void addNode(int node) {
      if (nodes.length == depth) {
        nodes = Arrays.copyOf(nodes, Math.max(16, 2 * depth));
      }
      nodes[depth++] = node;
    }
  }

  /** Returns the last stack of a thread, an empty one if none is known. */
  LastStack of(long thread) {
    if (thread != lastThread || stacks.isEmpty()) {
      last = stacks.computeIfAbsent(thread, id -> new LastStack());
      lastThread = thread;
    }
    return last;
  }

  /** Forgets all stacks: nodes have been removed. */
  void clear() {
    stacks.clear();
  }
}
