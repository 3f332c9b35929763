package io.octavo.ids;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last stack of each of some threads, with the nodes of its frames: the next stack of a thread
 * mostly begins with the same frames.
 */
final class LastStacks {
  /** Threads whose last stacks are kept: those that were seen last. */
  private static final int MAX_THREADS = 1024;

  /** Frames that are kept of a stack, the outermost ones: all of most stacks. */
  private static final int MAX_FRAMES = 1024;

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

    /** The table of the addresses, null for a stack of frames, and how often it was cleared. */
    private @Nullable PairTable ids;

    private int clears;

    /** Counts the frames that a stack has in common with this one; no more are kept. */
    int keepCommon(int[] wanted, int from, int to) {
      if (ids != null) {
        depth = 0;
        ids = null;
      }
      int common = Math.min(depth, to - from);
      int mismatch = Arrays.mismatch(frames, 0, common, wanted, from, from + common);
      depth = mismatch < 0 ? common : mismatch;
      int space = Math.min(MAX_FRAMES, to - from);
      if (frames.length < space) {
        frames = Arrays.copyOf(frames, space);
      }
      return depth;
    }

    /** Counts the frames that a stack has in common with this one; no more are kept. */
    int keepCommon(long[] wanted, int from, int to, PairTable table) {
      if (ids != table || clears != table.clears()) {
        depth = 0;
        ids = table;
        clears = table.clears();
      }
      int common = Math.min(depth, to - from);
      int mismatch = Arrays.mismatch(addresses, 0, common, wanted, from, from + common);
      depth = mismatch < 0 ? common : mismatch;
      int space = Math.min(MAX_FRAMES, to - from);
      if (addresses.length < space) {
        addresses = Arrays.copyOf(addresses, space);
      }
      return depth;
    }

    /** Returns the node of the innermost frame that is kept. */
    int innermost() {
      return depth == 0 ? StackTable.NONE : nodes[depth - 1];
    }

    void add(int frame, int node) {
      if (depth < MAX_FRAMES) {
        frames[depth] = frame;
        addNode(node);
      }
    }

    void add(long address, int node) {
      if (depth < MAX_FRAMES) {
        addresses[depth] = address;
        addNode(node);
      }
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
