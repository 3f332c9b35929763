package io.octavo.tree;

import io.octavo.packed.NodeBlock;
import io.octavo.page.ListForm;
import io.octavo.page.ListPage;

/**
 * Call stacks as the nodes of a forest, as a snapshot sees them: a node is a frame and the node of
 * its caller, which has a lower id. Any number of threads may read at once. FORMAT.md, section
 * "Stacks".
 */
public class StackTree {
  /** The parent of an outermost frame, and the node of the empty stack. */
  public static final int NONE = NodeBlock.NONE;

  final LongTree list;

  /**
   * Opens a table.
   *
   * @param list the tree of the list of nodes
   */
  public StackTree(LongTree list) {
    this.list = list;
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
   * Begins a walk.
   *
   * @return a walk, which must not be used after a change of the table
   */
  public Walk walk() {
    return new Walk();
  }

  /** Reads nodes, each from the block of the last one if it is there. */
  public class Walk {
    private byte[] page = {};
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
      int index = id - first;
      if (index < 0 || index >= count) {
        turnTo(id);
        index = id - first;
      }
      return StackTree.node(
          NodeBlock.parent(page, start, first, count, index),
          NodeBlock.frame(page, start, count, index));
    }

    private void turnTo(int id) {
      page = ListTree.page(list, ListForm.NODES, id);
      int firstOfPage = (int) ListPage.first(page);
      int block = ListPage.find(page, id - firstOfPage);
      start = ListPage.start(page, block);
      first = firstOfPage + ListPage.place(page, block);
      count = ListPage.items(page, block);
    }

    /** Forgets the block, because its page may have changed. */
    final void reset() {
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
  public int read(int from, int[] parents, int[] frames, int at, int most) {
    int[] decodedParents = new int[NodeBlock.MAX_COUNT];
    int[] decodedFrames = new int[NodeBlock.MAX_COUNT];
    return ListTree.read(
        list,
        ListForm.NODES,
        from,
        most,
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
}
