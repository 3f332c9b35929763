package io.octavo.ids;

import io.octavo.packed.NodeBlock;
import io.octavo.page.list.ListForm;
import io.octavo.page.list.ListPage;
import io.octavo.page.tree.BranchPage;
import io.octavo.tree.LongTree;
import io.octavo.tree.OpenItems;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Call stacks as the nodes of a forest, as a snapshot sees them: a node is a frame and the node of
 * its caller, which has a lower id. Any number of threads may read at once. FORMAT.md, section
 * "Stacks".
 */
class StackTree {
  /** The parent of an outermost frame, and the node of the empty stack. */
  public static final int NONE = NodeBlock.NONE;

  private static final byte[] NOTHING = {};
  private static final AtomicLongArray NONE_SEEN = new AtomicLongArray(1);

  /** The most pages that are remembered. */
  private static final int MOST_SEEN = 1 << 11;

  /** The bits of an id that do not count when a page is remembered: most pages have more nodes. */
  private static final int SEEN_SHIFT = 9;

  /** Searches before pages are remembered: the array does not pay for a few stacks. */
  private static final int FEW_SEARCHES = 256;

  final LongTree list;

  /** The last nodes, which are in no page yet. */
  private final Nodes open;

  /** Number and checksum of the page that was read last for some ids, by the bits that count. */
  private AtomicLongArray seen = NONE_SEEN;

  private int searches;

  /**
   * Opens a table.
   *
   * @param list the tree of the list of nodes
   * @param open the last nodes
   */
  StackTree(LongTree list, Nodes open) {
    this.list = list;
    this.open = open;
  }

  /**
   * Opens a table.
   *
   * @param list the tree of the list of nodes
   * @param items the items that no page has
   * @return the table
   */
  public static StackTree open(LongTree list, OpenItems items) {
    return new StackTree(list, items.get(list, Nodes.class, Nodes.NONE));
  }

  /** Returns the id of the first node that the open block has. */
  private long openFrom() {
    return list.size() - open.count;
  }

  /**
   * Returns the number of nodes.
   *
   * @return the number, in constant time
   */
  public final int size() {
    return (int) list.size();
  }

  /** Makes one long of a node. */
  static long node(int parent, int frame) {
    return ((long) parent << Integer.SIZE) | frame;
  }

  /**
   * Returns the parent of a node.
   *
   * @param node a result of {@link Walk#node}
   * @return the id of the parent, or {@link #NONE}
   */
  public static int parent(long node) {
    return (int) (node >> Integer.SIZE);
  }

  /**
   * Returns the frame of a node.
   *
   * @param node a result of {@link Walk#node}
   * @return the frame
   */
  public static int frame(long node) {
    return (int) node;
  }

  /**
   * Reads the frames of a node and of all its callers.
   *
   * @param id the id of the node, or {@link #NONE}
   * @param frames receives the frames, the innermost first, as many as there is space for
   * @return the number of frames, which may be more than the length of the array
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int resolve(int id, int[] frames) {
    long openFrom = openFrom();
    int depth = 0;
    int next = id;
    int last = Integer.MAX_VALUE;
    for (; next >= openFrom && next < last; depth++) {
      int inBlock = (int) (next - openFrom);
      if (depth < frames.length) {
        frames[depth] = open.frames[inBlock];
      }
      last = next;
      next = open.parents[inBlock];
    }
    return resolve(next, frames, depth);
  }

  /** Reads the frames of a node and of all its callers, behind some that are in the array. */
  private int resolve(int id, int[] frames, int read) {
    Walk walk = new Walk();
    int depth = read;
    int next = id;
    int last = Integer.MAX_VALUE;
    // Parents have lower ids, unless another thread changes the table.
    while (next > NONE && next < last) {
      walk.turnTo(next);
      last = next;
      int chain = walk.chain(next);
      // Before the frames, whose number the processor guesses: the next loads begin earlier.
      next = walk.parent(next - chain + 1);
      walk.frames(last, Math.min(chain, frames.length - depth), frames, depth);
      depth += chain;
    }
    return depth;
  }

  /** Returns the page of a node: the page last seen for such ids, or one that is searched. */
  private byte[] page(int id) {
    AtomicLongArray children = seen;
    int slot = id >>> SEEN_SHIFT & children.length() - 1;
    long child = children.getOpaque(slot);
    if (child != 0) {
      byte[] page = list.pages().page(BranchPage.number(child), BranchPage.crc(child), 0);
      if (ListTree.has(page, ListForm.NODES, id)) {
        return page;
      }
    }
    child = ListTree.find(list, id);
    if (children != NONE_SEEN) {
      children.setOpaque(slot, child);
    } else if (list.isFixed() && searches++ == FEW_SEARCHES) {
      seen = new AtomicLongArray(MOST_SEEN);
    }
    return ListTree.page(list, ListForm.NODES, id, child);
  }

  /**
   * Begins a walk.
   *
   * @return a walk, which must not be used after a change of the table
   */
  public final Walk walk() {
    return new Walk();
  }

  /** Reads nodes, each from the page and the block of the last one if it is there. */
  public class Walk {
    private byte[] page = NOTHING;
    private int firstOfPage;
    private int itemsOfPage;
    private int start;
    private int first;
    private int count;

    /** For the tree and its writer. */
    Walk() {}

    /**
     * Reads a node.
     *
     * @param id the id, from 0 to the number of nodes - 1
     * @return the node, for {@link StackTree#parent} and {@link StackTree#frame}
     * @throws io.octavo.error.CorruptionException if a page is damaged
     */
    public long node(int id) {
      long inBlock = id - openFrom();
      if (inBlock >= 0) {
        return StackTree.node(open.parents[(int) inBlock], open.frames[(int) inBlock]);
      }
      turnTo(id);
      return StackTree.node(parent(id), NodeBlock.frame(page, start, count, id - first));
    }

    private int parent(int id) {
      return NodeBlock.parent(page, start, first, count, id - first);
    }

    private int chain(int id) {
      return NodeBlock.chain(page, start, id - first);
    }

    private void frames(int id, int nodes, int[] frames, int at) {
      NodeBlock.framesDown(page, start, count, id - first, nodes, frames, at);
    }

    private void turnTo(int id) {
      if (Integer.compareUnsigned(id - first, count) >= 0) {
        if (Integer.compareUnsigned(id - firstOfPage, itemsOfPage) >= 0) {
          page = page(id);
          firstOfPage = (int) ListPage.first(page);
          itemsOfPage = ListPage.items(page);
        }
        int block = ListPage.find(page, id - firstOfPage, ListForm.NODES);
        start = ListPage.start(page, block);
        first = firstOfPage + ListPage.place(page, block);
        count = ListPage.items(page, block);
      }
    }

    /** Forgets the page, which may have changed. */
    final void reset() {
      itemsOfPage = 0;
      count = 0;
    }
  }

  /**
   * Reads nodes in the order of their ids, from one page.
   *
   * @param from the id of the first, from 0 to the number of nodes - 1
   * @param parents receives the parents
   * @param frames receives the frames
   * @param at the index of the first in both arrays
   * @param most how many are wanted, 1 or more
   * @return the number of nodes read, 1 or more, at most that wanted
   * @throws io.octavo.error.CorruptionException if a page is damaged
   */
  public final int read(int from, int[] parents, int[] frames, int at, int most) {
    long inBlock = from - openFrom();
    if (inBlock >= 0) {
      int count = (int) Math.min(most, size() - (long) from);
      System.arraycopy(open.parents, (int) inBlock, parents, at, count);
      System.arraycopy(open.frames, (int) inBlock, frames, at, count);
      return count;
    }
    int[] decodedParents = new int[NodeBlock.MAX_COUNT];
    int[] decodedFrames = new int[NodeBlock.MAX_COUNT];
    return ListTree.read(
        list,
        ListForm.NODES,
        from,
        (int) Math.min(most, -inBlock),
        (page, block, skipped, read, taken) -> {
          NodeBlock.decode(
              page,
              ListPage.start(page, block),
              (int) ListPage.first(page) + ListPage.place(page, block),
              ListPage.items(page, block),
              decodedParents,
              decodedFrames,
              0);
          System.arraycopy(decodedParents, skipped, parents, at + read, taken);
          System.arraycopy(decodedFrames, skipped, frames, at + read, taken);
        });
  }

  /** The nodes of the last block. */
  static final class Nodes implements ListTreeWriter.OpenBlock {
    /** No nodes. */
    static final Nodes NONE = new Nodes(0);

    private final int[] parents;
    private final int[] frames;
    private int count;

    private Nodes(int capacity) {
      parents = new int[capacity];
      frames = new int[capacity];
    }

    /** Makes an empty block. */
    Nodes() {
      this(NodeBlock.MAX_COUNT);
    }

    /** Returns a copy of the nodes. */
    Nodes copy() {
      Nodes copy = new Nodes(count);
      System.arraycopy(parents, 0, copy.parents, 0, count);
      System.arraycopy(frames, 0, copy.frames, 0, count);
      copy.count = count;
      return copy;
    }

    void add(int parent, int frame) {
      parents[count] = parent;
      frames[count++] = frame;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void read(byte[] page, int block) {
      count = ListPage.items(page, block);
      NodeBlock.decode(
          page,
          ListPage.start(page, block),
          (int) ListPage.first(page) + ListPage.place(page, block),
          count,
          parents,
          frames,
          0);
    }

    @Override
    public int encode(long first, int items, byte[] to) {
      return NodeBlock.encode((int) first, parents, frames, 0, items, to, 0);
    }

    @Override
    public void removeFirst(int items) {
      count -= items;
      System.arraycopy(parents, items, parents, 0, count);
      System.arraycopy(frames, items, frames, 0, count);
    }
  }
}
