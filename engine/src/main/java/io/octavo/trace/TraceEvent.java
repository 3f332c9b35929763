package io.octavo.trace;

import io.octavo.page.OperationReader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a trace tells, one after the other. */
public sealed interface TraceEvent {
  /**
   * A store was opened.
   *
   * @param formatVersion version of the format of its file
   * @param storeId its identity
   * @param sequence number of the last commit that it had
   * @param cacheBytes heap for pages
   * @param durability name of its durability
   * @param groupDelayNanos how long commits waited for others
   * @param maxBytes length that its file might reach
   * @param leafLimit the most entries of a leaf
   * @param branchLimit the most children of a branch
   */
  record Opened(
      int formatVersion,
      UUID storeId,
      long sequence,
      long cacheBytes,
      String durability,
      long groupDelayNanos,
      long maxBytes,
      int leafLimit,
      int branchLimit)
      implements TraceEvent {
    /**
     * Returns the same opening of a store of another number of commits.
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
          groupDelayNanos,
          maxBytes,
          leafLimit,
          branchLimit);
    }

    /**
     * Returns the same opening with pages of other limits.
     *
     * @param leaf the most entries of a leaf
     * @param branch the most children of a branch
     * @return the changed event
     */
    public Opened limited(int leaf, int branch) {
      return new Opened(
          formatVersion,
          storeId,
          sequence,
          cacheBytes,
          durability,
          groupDelayNanos,
          maxBytes,
          leaf,
          branch);
    }
  }

  /** Something was done to a collection in a transaction that writes. */
  sealed interface Operation extends TraceEvent {
    /**
     * Returns which collection.
     *
     * @return its identifier
     */
    int collection();

    /**
     * Does it, but for the choice of the collection; what cannot be done at once does nothing.
     *
     * @param target what does it
     */
    void doBy(OperationReader.Target target);
  }

  /**
   * A key got a value.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param value its value
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
   * @param from the least
   * @param to the greatest
   */
  record RemoveRange(int collection, long from, long to) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.removeRange(from, to);
    }
  }

  /**
   * A byte string got a value.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param value its value
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
   * @param from the least
   * @param to what is above them, null if nothing is
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record RemoveBytesRange(int collection, byte[] from, byte @Nullable [] to) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.removeBytesRange(from, to);
    }
  }

  /**
   * A byte string gets a large value, whose bytes follow as {@link ValuePart}s, or fewer where what
   * it was read from failed.
   *
   * @param collection identifier of the collection
   * @param key the key
   * @param length how many bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Value(int collection, byte[] key, long length) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      // Needs what follows.
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
   * @param collection its identifier
   * @param type what it is
   * @param name its name
   */
  record Create(int collection, int type, String name) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.create(type, name);
    }
  }

  /**
   * It was said what the codecs of a collection are.
   *
   * @param collection its identifier
   * @param keyCodec identifier of the codec of its keys
   * @param valueCodec identifier of the codec of its values
   * @param tail what the type keeps behind its record
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
   * @param collection its identifier
   */
  record Drop(int collection) implements Operation {
    @Override
    public void doBy(OperationReader.Target target) {
      target.drop();
    }
  }

  /**
   * A collection got another name.
   *
   * @param collection its identifier
   * @param name its new name
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
   * A checkpoint was begun.
   *
   * @param isOfCommit whether it was that of a commit too large for the ring, which follows
   */
  record Checkpointed(boolean isOfCommit) implements TraceEvent {}

  /**
   * A step of a compaction was done.
   *
   * @param maxBytes how many bytes of pages it was to copy
   */
  record Compacted(long maxBytes) implements TraceEvent {}

  /** The store was closed. */
  record Closed() implements TraceEvent {}
}
