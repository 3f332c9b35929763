package io.octavo.tree;

import io.octavo.error.StoreException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;

/**
 * The indexes in memory of the tables of stacks of a store, for the holder of the writer slot. An
 * index is built when a transaction first adds stacks to the table, and kept until the store is
 * closed or another table needs the memory.
 */
public final class StackIndexes {
  private final long limit;
  private final long cacheBytes;
  private final long seed = new SecureRandom().nextLong();

  /**
   * The indexes, by collection; by the complement of the collection for a table that its
   * transaction has cleared, because a roll back brings nodes back that the index does not have.
   */
  private final Map<Integer, StackIndex> indexes = new HashMap<>();

  private long users;
  private volatile long bytes;

  /**
   * Begins without indexes.
   *
   * @param cacheBytes the memory budget of the store; the indexes may have half as much beside it
   */
  public StackIndexes(long cacheBytes) {
    this.cacheBytes = cacheBytes;
    this.limit = Math.min(cacheBytes / 2, StackIndex.MAX_BYTES);
  }

  /**
   * Returns the memory in use; any thread.
   *
   * @return bytes of all indexes
   */
  public long bytes() {
    return bytes;
  }

  /** Returns a number for a transaction. */
  long newUser() {
    if (indexes.keySet().removeIf(key -> key < 0)) {
      count();
    }
    return ++users;
  }

  /**
   * Returns the index of a table, which may lack nodes of the table.
   *
   * @param user the transaction
   */
  StackIndex of(int collection, long user) {
    StackIndex index = indexes.computeIfAbsent(collection, id -> new StackIndex(seed));
    index.user = user;
    return index;
  }

  /** Forgets the index of a table: it may have nodes that the index does not have. */
  void forget(int collection) {
    indexes.remove(collection);
    indexes.remove(~collection);
    count();
  }

  /**
   * Makes an index empty, with space for some nodes. Other indexes are forgotten if the memory does
   * not suffice for all.
   *
   * @throws StoreException if it does not suffice for this index
   */
  void reserve(StackIndex index, long nodes) {
    long wanted = StackIndex.bytesFor(nodes);
    // Not those of the same transaction: two that do not both fit would be built by turns.
    long kept =
        indexes.values().stream()
            .filter(other -> other != index && other.user == index.user)
            .mapToLong(StackIndex::bytes)
            .sum();
    if (wanted + kept > limit) {
      throw new StoreException(
          "an index of "
              + nodes
              + " stack nodes takes "
              + wanted
              + " bytes"
              + (kept > 0 ? ", beside " + kept + " of the same transaction" : "")
              + ", more than half of cacheBytes="
              + cacheBytes
              + "; raise cacheBytes, or intern pairs of parent and frame in a table of pairs");
    }
    index.drop();
    count();
    if (bytes + wanted > limit) {
      indexes.values().removeIf(other -> other.user != index.user);
    }
    index.reserve(nodes);
    count();
  }

  private void count() {
    bytes = indexes.values().stream().mapToLong(StackIndex::bytes).sum();
  }
}
