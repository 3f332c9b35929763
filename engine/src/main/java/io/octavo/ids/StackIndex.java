package io.octavo.ids;

/**
 * Finds the nodes of a table of stacks by parent and frame: a hash table of ids without keys, which
 * the table itself has. A slot has the id plus 1 and, in the bits that ids leave free, a tag from
 * the hash, so that nearly every look at a node is at the right one.
 *
 * <p>The index may have ids that a transaction has given and rolled back: what it finds is compared
 * with the table of the transaction that asks. For the holder of the writer slot.
 */
final class StackIndex {
  /** The most bytes of an index: those of the longest array with a power of two of slots. */
  static final long MAX_BYTES = (long) Integer.BYTES << 30;

  private static final int LEAST_BITS = 8;
  private static final int[] NOTHING = {};

  private final long seed;
  private int[] slots = NOTHING;
  private int used;

  /** All nodes with lower ids are in the index. */
  private int covered;

  /** Begins an empty index, whose hashes depend on a seed that nobody outside knows. */
  StackIndex(long seed) {
    this.seed = seed;
  }

  /** Returns how many nodes are in the index at least, those with the least ids. */
  int covered() {
    return covered;
  }

  /** Returns the bytes that an index of some nodes takes. */
  static long bytesFor(long nodes) {
    return (long) Integer.BYTES << bitsFor(nodes);
  }

  /** At most 0.7 of the slots are used. */
  private static int bitsFor(long nodes) {
    long least = nodes * 10 / 7 + 1;
    return Math.max(LEAST_BITS, Long.SIZE - Long.numberOfLeadingZeros(least - 1));
  }

  long bytes() {
    return (long) slots.length * Integer.BYTES;
  }

  /** Returns whether so many more nodes fit the array. */
  boolean hasSpace(int nodes) {
    return slots.length > 0 && used + (long) nodes <= slots.length * 7L / 10;
  }

  /** Lets the array go; a larger one follows. */
  void drop() {
    slots = NOTHING;
    used = 0;
    covered = 0;
  }

  /** Makes an empty array with space for some nodes. */
  void reserve(long nodes) {
    drop();
    slots = new int[1 << bitsFor(nodes)];
  }

  /** Mixes all bits of a node: the finalizer of MurmurHash3 (Austin Appleby). */
  private long hash(long node) {
    long h = node ^ seed;
    h = (h ^ (h >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
    return h ^ (h >>> 33);
  }

  /** Returns the id of a node, -1 if the table does not have the node. */
  int find(long node, int size, StackTree.Walk walk) {
    long hash = hash(node);
    int mask = slots.length - 1;
    int tag = (int) (hash >>> Integer.SIZE) & ~mask;
    for (int at = (int) hash & mask; ; at = (at + 1) & mask) {
      int slot = slots[at];
      if (slot == 0) {
        return -1;
      }
      if ((slot & ~mask) == tag) {
        int id = (slot & mask) - 1;
        if (id < size && walk.node(id) == node) {
          return id;
        }
      }
    }
  }

  /** Adds a node that is not there. */
  void add(long node, int id) {
    long hash = hash(node);
    int mask = slots.length - 1;
    int at = (int) hash & mask;
    while (slots[at] != 0) {
      at = (at + 1) & mask;
    }
    slots[at] = ((int) (hash >>> Integer.SIZE) & ~mask) | (id + 1);
    used++;
    covered = id + 1;
  }
}
