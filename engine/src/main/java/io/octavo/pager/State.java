package io.octavo.pager;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One committed state of the store, immutable, with the readers that hold it. */
final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final long features;

  /** The readers; made by the first, because most commits of a writer never have one. */
  private volatile @Nullable Set<Snapshot> snapshots;

  /** The state that was published after this one. */
  volatile @Nullable State next;

  State(long sequence, Catalogue catalogue, int nextCollectionId, long features) {
    this.sequence = sequence;
    this.catalogue = catalogue;
    this.nextCollectionId = nextCollectionId;
    this.features = features;
  }

  /** Number of the commit that made it, ascending. */
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

  /** Counts a reader out; nothing happens where it is out already. */
  void leave(Snapshot snapshot) {
    Set<Snapshot> present = snapshots;
    if (present != null) {
      present.remove(snapshot);
    }
  }

  boolean hasReaders() {
    return snapshots().iterator().hasNext();
  }

  /**
   * Returns the readers, without those that an Error has kept from counting themselves out. To be
   * walked through, not asked for their number: a full stack may keep a map of the JDK from
   * counting what it has removed.
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
