package io.octavo.ids;

import io.octavo.StoreOptions;
import io.octavo.StoreStats;
import io.octavo.Transaction;
import io.octavo.transaction.Handle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A table of call stacks within a transaction. Stacks with equal outer frames share them: a node is
 * a frame and its parent, the node of the caller; the id of the innermost node identifies the
 * stack. Nodes get the ids 0, 1, 2 and so on in the order in which they are added, so a parent has
 * a lower id than its children. An id never changes and is never reused, except after {@link
 * #clear} or a rollback.
 *
 * <p>A frame is an int that the caller chooses, such as the id of a function in a {@link
 * StringTable} or of an address in a {@link PairTable}. A node needs a few bytes.
 *
 * <pre>{@code
 * StackTable stacks = transaction.stacks("stacks");
 * int stack = stacks.intern(thread, frames, 0, frames.length);
 * int[] again = new int[stacks.depth(stack)];
 * stacks.resolve(stack, again);
 * }</pre>
 *
 * <p>To find nodes, a transaction that adds stacks needs an index in memory of 6 to 12 bytes per
 * node of the table, see {@link StoreStats#indexBytes}. The first such transaction after an open
 * builds the index by one scan of the table. Reading needs no index.
 *
 * <p>All methods throw {@link IllegalStateException} if the transaction has ended or failed, or the
 * table was dropped; methods that change the table also if the transaction is read-only; and {@link
 * io.octavo.error.StoreException} if the file cannot be read or is damaged. Calls by a thread that
 * does not own the write transaction throw {@link java.util.ConcurrentModificationException}, see
 * {@link Transaction}.
 */
public final class StackTable {
  private final Handle handle;

  /** The parent of an outermost frame, and the id of the empty stack. */
  public static final int NONE = StackTree.NONE;

  /** The maximal number of frames of a stack. */
  public static final int MAX_DEPTH = 65_535;

  /** Nodes that are read at once. */
  private static final int READ = 1024;

  private final StackTree tree;
  private final @Nullable StackTreeWriter writer;
  private final LastStacks lastStacks = new LastStacks();

  StackTable(Handle handle, StackTree tree, @Nullable StackTreeWriter writer) {
    this.handle = handle;
    this.tree = tree;
    this.writer = writer;
  }

  /** Ensures that nodes can be found, or throws before any change. */
  private void prepare(int more) {
    StackTreeWriter target = writer;
    if (target != null && !target.isPrepared()) {
      handle.change(
          () -> {
            target.prepare(more);
            return target;
          });
    }
  }

  /** Makes space in the index for new nodes, or throws before any change. */
  private void reserve(StackTreeWriter target, int nodes) {
    handle.change(
        () -> {
          target.reserve(nodes);
          return target;
        });
  }

  private void requireNode(int parent, int frame) {
    if (parent != NONE) {
      Objects.checkIndex(parent, size());
    }
    requireFrame(frame, 0);
  }

  private static void requireFrame(int frame, int place) {
    if (frame < 0) {
      throw new IllegalArgumentException("frame " + place + " is " + frame + ", which is below 0");
    }
  }

  private void requireDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "table "
              + handle.name()
              + ": a stack of "
              + depth
              + " frames is deeper than "
              + MAX_DEPTH);
    }
  }

  /**
   * Returns the id of a node, adding the node if absent.
   *
   * @param parent the id of the caller's node; {@link #NONE} for an outermost frame
   * @param frame the frame, 0 or more
   * @return the id; an added node gets the id {@link #size}
   * @throws IndexOutOfBoundsException if the table does not have the parent
   * @throws IllegalArgumentException if the frame is below 0
   * @throws io.octavo.error.StoreException if the index needs more than half of {@link
   *     StoreOptions#cacheBytes}; nothing is changed
   * @throws io.octavo.error.StoreFullException if the table has 2,147,483,647 nodes
   */
  public int intern(int parent, int frame) {
    requireNode(parent, frame);
    prepare(1);
    StackTreeWriter target = handle.enter(writer);
    int id;
    try {
      id = target.find(parent, frame);
      if (id == StackTreeWriter.ABSENT && target.hasSpace(1)) {
        id = target.add(parent, frame);
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    if (id == StackTreeWriter.ABSENT) {
      reserve(target, 1);
      return intern(parent, frame);
    }
    return id;
  }

  /**
   * Returns the id of a stack, adding its nodes if absent. Frames that the stack has in common with
   * the last stack of the thread in this transaction are not looked up.
   *
   * @param thread any number; equal for stacks of one thread
   * @param frames the array with the frames, the outermost first, each 0 or more
   * @param from the index of the outermost frame
   * @param to the index after the innermost frame
   * @return the id of the innermost node; {@link #NONE} for an empty stack
   * @throws IndexOutOfBoundsException if the range is not within the array
   * @throws IllegalArgumentException if there are more than {@link #MAX_DEPTH} frames or one is
   *     below 0; nothing is changed
   * @throws io.octavo.error.StoreException as {@link #intern(int, int)}
   */
  public int intern(long thread, int[] frames, int from, int to) {
    Objects.checkFromToIndex(from, to, frames.length);
    requireDepth(to - from);
    for (int i = from; i < to; i++) {
      requireFrame(frames[i], i - from);
    }
    prepare(to - from);
    StackTreeWriter target = handle.enter(writer);
    int id;
    int absent;
    try {
      LastStacks.LastStack last = lastStacks.of(thread);
      int at = from + last.keepCommon(frames, from, to);
      id = last.innermost();
      while (at < to) {
        int found = target.find(id, frames[at]);
        if (found == StackTreeWriter.ABSENT) {
          break;
        }
        id = found;
        last.add(frames[at++], id);
      }
      // A new node has no children yet, so the nodes of all further frames are new too.
      absent = to - at;
      if (target.hasSpace(absent)) {
        for (; at < to; at++) {
          id = target.add(id, frames[at]);
          last.add(frames[at], id);
        }
        absent = 0;
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    if (absent > 0) {
      reserve(target, absent);
      return intern(thread, frames, from, to);
    }
    return id;
  }

  /**
   * Returns the id of a stack of addresses, adding its nodes, and its addresses in a table of
   * pairs, if absent. Frames that the stack has in common with the last stack of the thread in this
   * transaction are not looked up in either table.
   *
   * @param thread any number; equal for stacks of one thread
   * @param addresses the array with the addresses, the outermost first
   * @param from the index of the outermost address
   * @param to the index after the innermost address
   * @param ids a table of the same transaction, whose ids are the frames; the same in all calls
   *     with an equal thread
   * @return the id of the innermost node; {@link #NONE} for an empty stack
   * @throws IndexOutOfBoundsException if the range is not within the array
   * @throws IllegalArgumentException if there are more than {@link #MAX_DEPTH} addresses, or the
   *     table of pairs is of another transaction; nothing is changed
   * @throws io.octavo.error.StoreException as {@link #intern(int, int)}
   */
  public int intern(long thread, long[] addresses, int from, int to, PairTable ids) {
    Objects.checkFromToIndex(from, to, addresses.length);
    requireDepth(to - from);
    if (ids.handle.scope() != handle.scope()) {
      throw new IllegalArgumentException("the table of pairs is of another transaction");
    }
    prepare(to - from);
    StackTreeWriter target = handle.enter(writer);
    int id;
    int absent;
    try {
      LastStacks.LastStack last = lastStacks.of(thread);
      int at = from + last.keepCommon(addresses, from, to, ids);
      id = last.innermost();
      boolean isNew = false;
      while (at < to) {
        int frame = ids.find(addresses[at]);
        if (frame == PairTable.ABSENT) {
          break;
        }
        int found = target.find(id, frame);
        isNew = found == StackTreeWriter.ABSENT;
        if (isNew) {
          break;
        }
        id = found;
        last.add(addresses[at++], id);
      }
      absent = to - at;
      if (target.hasSpace(absent)) {
        for (; at < to; at++) {
          int frame = ids.intern(addresses[at]);
          // The stacks may contain a frame that is new in the table of pairs.
          int found = isNew ? StackTreeWriter.ABSENT : target.find(id, frame);
          isNew = found == StackTreeWriter.ABSENT;
          id = isNew ? target.add(id, frame) : found;
          last.add(addresses[at], id);
        }
        absent = 0;
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
    if (absent > 0) {
      reserve(target, absent);
      return intern(thread, addresses, from, to, ids);
    }
    return id;
  }

  /** Adds all nodes of another table to this one, which is empty: their ids stay. */
  void append(StackTable source) {
    int[] parents = new int[READ];
    int[] frames = new int[READ];
    StackTreeWriter target = handle.enter(writer);
    try {
      int from = 0;
      for (int count = source.read(from, parents, frames);
          count > 0;
          count = source.read(from, parents, frames)) {
        for (int i = 0; i < count; i++) {
          target.append(parents[i], frames[i]);
        }
        from += count;
      }
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }

  private long node(int id) {
    handle.beginRead();
    long node;
    try {
      Objects.checkIndex(id, tree.size());
      node = tree.walk().node(id);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return node;
  }

  /**
   * Returns the parent of a node.
   *
   * @param id the id of the node
   * @return the id of the caller's node; {@link #NONE} for an outermost frame
   * @throws IndexOutOfBoundsException if the table does not have the node
   */
  public int parent(int id) {
    return StackTree.parent(node(id));
  }

  /**
   * Returns the frame of a node.
   *
   * @param id the id of the node
   * @return the frame
   * @throws IndexOutOfBoundsException if the table does not have the node
   */
  public int frame(int id) {
    return StackTree.frame(node(id));
  }

  /**
   * Counts the frames of a stack.
   *
   * @param id the id of the innermost node; {@link #NONE} for the empty stack
   * @return the number of frames
   * @throws IndexOutOfBoundsException if the table does not have the node
   */
  public int depth(int id) {
    return resolve(id, new int[0]);
  }

  /**
   * Reads the frames of a stack.
   *
   * @param id the id of the innermost node; {@link #NONE} for the empty stack
   * @param frames receives the frames, the outermost first; the innermost ones if there are more
   *     than the length of the array
   * @return the number of frames of the stack, which may be more than the length of the array
   * @throws IndexOutOfBoundsException if the table does not have the node
   */
  public int resolve(int id, int[] frames) {
    handle.beginRead();
    int depth;
    try {
      if (id != NONE) {
        Objects.checkIndex(id, tree.size());
      }
      depth = tree.resolve(id, frames);
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    for (int low = 0, high = Math.min(depth, frames.length) - 1; low < high; low++, high--) {
      int outer = frames[high];
      frames[high] = frames[low];
      frames[low] = outer;
    }
    return depth;
  }

  /**
   * Reads nodes in the order of their ids, parents before their children. Decodes each block once.
   *
   * @param from the id of the first node
   * @param parents receives the parents
   * @param frames receives the frames
   * @return the number of nodes read: the length of the shorter array, or fewer if the table ends
   *     before
   * @throws IndexOutOfBoundsException if the id is not from 0 to {@link #size}
   */
  public int read(int from, int[] parents, int[] frames) {
    handle.beginRead();
    int read = 0;
    try {
      Objects.checkFromToIndex(from, tree.size(), tree.size());
      int count = Math.min(Math.min(parents.length, frames.length), tree.size() - from);
      int step = 1;
      // A change by another thread, which endRead reports, can end the items.
      while (read < count && step > 0) {
        step = tree.read(from + read, parents, frames, read, count - read);
        read += step;
      }
    } catch (RuntimeException e) {
      throw handle.failedRead(e);
    }
    handle.endRead();
    return read;
  }

  /**
   * Returns the number of nodes, in constant time.
   *
   * @return the number of nodes, which is the next id
   */
  public int size() {
    return handle.read(tree::size);
  }

  /** Removes all nodes. Ids begin at 0 again: ids stored elsewhere become invalid. */
  public void clear() {
    StackTreeWriter target = handle.enter(writer);
    try {
      lastStacks.clear();
      target.clear();
      handle.leave();
    } catch (RuntimeException | Error e) {
      throw handle.failed(e);
    }
  }
}
