package io.octavo.bench.profile;

import io.octavo.ids.StackTable;
import java.io.ByteArrayOutputStream;

/**
 * Nodes of call stacks as symdb of Grafana Pyroscope keeps them on disk, written after its {@code
 * pkg/phlaredb/symdb/stacktrace_tree.go}: the nodes in the order of their arrival, behind a root
 * whose parent is -1 and whose frame is 0. Each has two numbers: the difference of its parent to
 * that of the node before, zigzag, and its frame. The numbers of two nodes are a group: a byte with
 * two bits for the length of each number, then the four numbers, little-endian, in 1 to 4 bytes
 * each. The last group is filled with zeros. To read a node, all that are before it must be
 * decoded.
 */
final class ParentPointerTree {
  private static final int READ = 1024;
  private static final int GROUP = 4;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int[] group = new int[GROUP];
  private int filled;
  private int lastParent;

  private ParentPointerTree() {}

  /** Encodes all nodes of a table. */
  static byte[] encode(StackTable table) {
    ParentPointerTree tree = new ParentPointerTree();
    tree.add(-1, 0);
    int[] parents = new int[READ];
    int[] frames = new int[READ];
    int from = 0;
    for (int count = table.read(from, parents, frames);
        count > 0;
        count = table.read(from, parents, frames)) {
      for (int i = 0; i < count; i++) {
        // The root is node 0, which a table of stacks does not have.
        tree.add(parents[i] + 1, frames[i]);
      }
      from += count;
    }
    if (tree.filled > 0) {
      tree.add(tree.lastParent, 0);
    }
    return tree.bytes.toByteArray();
  }

  private void add(int parent, int frame) {
    int difference = parent - lastParent;
    group[filled++] = (difference << 1) ^ (difference >> 31);
    group[filled++] = frame;
    lastParent = parent;
    if (filled == GROUP) {
      write();
    }
  }

  private void write() {
    int lengths = 0;
    for (int i = 0; i < GROUP; i++) {
      lengths |= (length(group[i]) - 1) << (2 * i);
    }
    bytes.write(lengths);
    for (int number : group) {
      for (int i = 0; i < length(number); i++) {
        bytes.write(number >>> (Byte.SIZE * i));
      }
    }
    filled = 0;
  }

  private static int length(int number) {
    return Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(number) + 7) / Byte.SIZE);
  }
}
