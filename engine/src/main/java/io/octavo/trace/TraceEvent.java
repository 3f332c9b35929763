package io.octavo.trace;

import io.octavo.page.ring.OperationReader;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An event of a trace. */
public sealed interface TraceEvent {
  /**
   * A store was opened.
   *
   * @param formatVersion version of the format of its file
   * @param storeId the identifier of the store
   * @param sequence number of the last commit of the store
   * @param cacheBytes memory budget for pages
   * @param durability name of the durability
   * @param maxBytes limit of the file size
   * @param leafLimit the maximal number of entries of a leaf
   * @param branchLimit the maximal number of children of a branch
   * @param movePercent how many pages may be moved for each 100 pages that a checkpoint writes
   */
  record Opened(
      int formatVersion,
      UUID storeId,
      long sequence,
      long cacheBytes,
      String durability,
      long maxBytes,
      int leafLimit,
      int branchLimit,
      int movePercent)
      implements TraceEvent {
    /** The percentage of moves if the trace does not contain it. */
    public static final int DEFAULT_MOVE_PERCENT = 12;

    /**
     * Returns this event with another sequence number.
     *
     * @param commits number of the last commit
     * @return the changed event
     */
    public Opened at(long commits) {
      return new Opened(
          formatVersion,
          storeId,
          commits,
          cacheBytes,
          durability,
          maxBytes,
          leafLimit,
          branchLimit,
          movePercent);
    }

    /**
     * Returns this event with other limits of pages.
     *
     * @param leaf the maximal number of entries of a leaf
     * @param branch the maximal number of children of a branch
     * @return the changed event
     */
    public Opened limited(int leaf, int branch) {
      return new Opened(
          formatVersion,
          storeId,
          sequence,
          cacheBytes,
          durability,
          maxBytes,
          leaf,
          branch,
          movePercent);
    }
  }

  /** An operation on a collection in a write transaction. */
  sealed interface Operation extends TraceEvent {
    /**
     * Returns the identifier of the collection.
     *
     * @return the identifier
     */
    int collection();

    /**
     * Performs the operation on a target, without selecting the collection. An operation without a
     * single call has no effect.
     *
     * @param target the receiver of the operation
     */
    void doBy(OperationReader.Target target);

    /**
     * Decodes the operations of a commit.
     *
     * @param logged the operations in a record of the commit ring
     * @return the operations, in order
     * @throws IllegalArgumentException if the bytes are malformed
     */
    static List<Operation> decode(byte[] logged) {
      List<Operation> operations = new ArrayList<>();
      new OperationEvents(operations::add).read(logged, 0, logged.length);
      return operations;
    }
  }

  /**
   * A put of a long.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param value the value
   */
  record Put(int collection, long key, long value) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.put(key, value);
    }
  }

  /**
   * A key was removed.
   *
   * @param collection identifier of the collection
   * @param key the key
   */
  record Remove(int collection, long key) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.remove(key);
    }
  }

  /**
   * A range of keys was removed.
   *
   * @param collection identifier of the collection
   * @param from the lowest key
   * @param to the highest key
   */
  record RemoveRange(int collection, long from, long to) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.removeRange(from, to);
    }
  }

  /**
   * A put of a byte string.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param value the value
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record PutBytes(int collection, byte[] key, byte[] value) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.putBytes(key, value);
    }
  }

  /**
   * A byte string was removed.
   *
   * @param collection identifier of the collection
   * @param key the key
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RemoveBytes(int collection, byte[] key) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.removeBytes(key);
    }
  }

  /**
   * A range of byte strings was removed.
   *
   * @param collection identifier of the collection
   * @param from the lowest key
   * @param to the end of the range, exclusive; null for no end
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RemoveBytesRange(int collection, byte[] from, byte @Nullable [] to) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.removeBytesRange(from, to);
    }
  }

  /**
   * A put of a large value, whose bytes follow as {@link ValuePart}s; fewer bytes than the length
   * if the source of the value failed.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param length the number of bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Value(int collection, byte[] key, long length) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      // Depends on the parts that follow.
    }
  }

  /**
   * The next bytes of a large value.
   *
   * @param bytes the bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record ValuePart(byte[] bytes) implements TraceEvent {}

  /**
   * All keys were removed.
   *
   * @param collection identifier of the collection
   */
  record Clear(int collection) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.clear();
    }
  }

  /**
   * A collection was created.
   *
   * @param collection identifier of the collection
   * @param type the type of the collection
   * @param name the name of the collection
   */
  record Create(int collection, int type, String name) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.create(type, name);
    }
  }

  /**
   * The codecs of a collection were set.
   *
   * @param collection identifier of the collection
   * @param keyCodec identifier of the key codec
   * @param valueCodec identifier of the value codec
   * @param tail additional bytes of the record, specific to the type
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Describe(int collection, int keyCodec, int valueCodec, byte[] tail) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.describe(keyCodec, valueCodec, tail);
    }
  }

  /**
   * A collection was dropped.
   *
   * @param collection identifier of the collection
   */
  record Drop(int collection) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.drop();
    }
  }

  /**
   * A collection was renamed.
   *
   * @param collection identifier of the collection
   * @param name the new name
   */
  record Rename(int collection, String name) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.rename(name);
    }
  }

  /**
   * The transaction was committed.
   *
   * @param sequence number of the commit
   */
  record Committed(long sequence) implements TraceEvent {}

  /** The transaction was rolled back. */
  record RolledBack() implements TraceEvent {}

  /**
   * A checkpoint began.
   *
   * @param isOfCommit whether the checkpoint is part of a commit too large for the ring, which
   *     follows
   */
  record Checkpointed(boolean isOfCommit) implements TraceEvent {}

  /**
   * A step of a compaction was performed.
   *
   * @param maxBytes the limit of the bytes of pages to move
   */
  record Compacted(long maxBytes) implements TraceEvent {}

  /** The store was closed. */
  record Closed() implements TraceEvent {}
}
