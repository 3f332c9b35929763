package io.octavo.ids;

import io.octavo.error.StoreException;
import io.octavo.transaction.StoreMemory;
import java.lang.ref.WeakReference;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * The indexes in memory of the tables of stacks of a store. A transaction takes the index of a
 * table and gives it back when it commits, so that a transaction that another thread ends cannot
 * share an index with the next one. An index that was not given back is built anew.
 */
final class StackIndexes implements StoreMemory.Kept {
  private final String store;
  private final long limit;
  private final long cacheBytes;
  private final long seed = new SecureRandom().nextLong();

  /** The indexes that no transaction uses, by collection. */
  private final Map<Integer, StackIndex> kept = new HashMap<>();

  /** The indexes that the last transaction uses, by collection. */
  private final Map<Integer, StackIndex> taken = new HashMap<>();

  private WeakReference<Object> lastUser = new WeakReference<>(null);
  private long users;

  /** Begins without indexes, which may have half as much memory as the store has for pages. */
  StackIndexes(StoreMemory memory) {
    this.store = memory.store();
    this.cacheBytes = memory.cacheBytes();
    this.limit = Math.min(cacheBytes / 2, StackIndex.MAX_BYTES);
  }

  /** Returns the name of the file. */
  String store() {
    return store;
  }

  @Override
  public synchronized long bytes() {
    return bytes(kept) + bytes(taken);
  }

  private static long bytes(Map<Integer, StackIndex> indexes) {
    return indexes.values().stream().mapToLong(StackIndex::bytes).sum();
  }

  /** Returns the number of a transaction; the indexes that earlier ones use are forgotten. */
  synchronized long user(Object transaction) {
    if (lastUser.get() != transaction) {
      lastUser = new WeakReference<>(transaction);
      taken.clear();
      users++;
    }
    return users;
  }

  /** Gives the index of a table to a transaction; it may lack nodes of the table. */
  synchronized StackIndex take(int collection) {
    StackIndex index = kept.remove(collection);
    if (index == null) {
      index = new StackIndex(seed);
    }
    taken.put(collection, index);
    return index;
  }

  /** Takes an index back from a transaction that commits, unless a later one has begun. */
  synchronized void giveBack(int collection, StackIndex index, long user) {
    if (user == users && taken.remove(collection, index)) {
      kept.put(collection, index);
    }
  }

  @Override
  public synchronized void forget(int collection) {
    kept.remove(collection);
    taken.remove(collection);
  }

  /**
   * Makes an index empty, with space for some nodes. The indexes that the transaction does not use
   * are forgotten if there is not enough memory for all.
   *
   * @param nodes the least number of nodes
   * @param spare further nodes, if there is memory for them
   * @throws StoreException if there is not enough memory; nothing is changed
   */
  synchronized void reserve(StackIndex index, long nodes, long spare) {
    // Never an index that the transaction uses: the two would displace each other again and again.
    long others = bytes(taken) - index.bytes();
    if (StackIndex.bytesFor(nodes) + others > limit) {
      throw tooLarge(nodes, others);
    }
    long wanted = nodes + spare;
    if (StackIndex.bytesFor(wanted) + others > limit) {
      wanted = nodes;
    }
    index.drop();
    if (StackIndex.bytesFor(wanted) + others + bytes(kept) > limit) {
      kept.clear();
    }
    index.reserve(wanted);
  }

  private StoreException tooLarge(long nodes, long others) {
    long wanted = StackIndex.bytesFor(nodes);
    String size =
        "an index of "
            + nodes
            + " stack nodes takes "
            + wanted
            + " bytes"
            + (others > 0 ? ", beside " + others + " of the same transaction" : "");
    return wanted > StackIndex.MAX_BYTES
        ? new StoreException(size + ", more than an array can have; begin another table")
        : new StoreException(
            size
                + ", more than half of cacheBytes="
                + cacheBytes
                + "; raise cacheBytes, or intern pairs of parent and frame in a table of pairs");
  }
}
