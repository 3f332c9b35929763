package io.octavo.pager;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A committed state of the store, or that of a write transaction which a snapshot reads; immutable
 * but for the list of its readers.
 */
final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final long features;

  /** The snapshots of the state; created by the first, because most states never have one. */
  private volatile @Nullable Set<Snapshot> snapshots;

  /** The state that was published after this one. */
  volatile @Nullable State next;

  State(long sequence, Catalogue catalogue, int nextCollectionId, long features) {
    this.sequence = sequence;
    this.catalogue = catalogue;
    this.nextCollectionId = nextCollectionId;
    this.features = features;
  }

  /**
   * Makes a state of a write transaction.
   *
   * @param sequence the number of the commit that the transaction builds on
   * @param readers receives the snapshots of this and other such states
   */
  State(
      long sequence,
      Catalogue catalogue,
      int nextCollectionId,
      long features,
      Set<Snapshot> readers) {
    this(sequence, catalogue, nextCollectionId, features);
    this.snapshots = readers;
  }

  /** Returns the sequence number of the commit that made the state, or that it builds on. */
  long sequence() {
    return sequence;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  int nextCollectionId() {
    return nextCollectionId;
  }

  /** Returns the incompatible features that the file has had a use for. */
  long features() {
    return features;
  }

  /** Counts a reader in; it must look again whether the state is still the current one. */
  void enter(Snapshot snapshot) {
    Set<Snapshot> present = snapshots;
    (present != null ? present : madeSnapshots()).add(snapshot);
  }

  private synchronized Set<Snapshot> madeSnapshots() {
    Set<Snapshot> made = snapshots;
    if (made == null) {
      made = ConcurrentHashMap.newKeySet();
      snapshots = made;
    }
    return made;
  }

  /** Removes a reader. Does nothing if it was removed before. */
  void leave(Snapshot snapshot) {
    Set<Snapshot> present = snapshots;
    if (present != null) {
      present.remove(snapshot);
    }
  }

  /** Returns whether the state has no readers; true only if it certainly has none. */
  boolean isUnread() {
    Set<Snapshot> present = snapshots;
    return present == null || !present.iterator().hasNext();
  }

  boolean hasReaders() {
    return snapshots().iterator().hasNext();
  }

  /**
   * Returns the readers, without those that an Error has kept from removing themselves. For
   * iteration only: a full stack may keep a map of the JDK from updating its size.
   */
  Set<Snapshot> snapshots() {
    Set<Snapshot> present = snapshots;
    if (present == null) {
      return Set.of();
    }
    present.removeIf(snapshot -> !snapshot.isHeld);
    return present;
  }
}
