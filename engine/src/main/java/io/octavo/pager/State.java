package io.octavo.pager;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One committed state of the store, immutable, with the readers that hold it. */
final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final Set<Snapshot> snapshots = ConcurrentHashMap.newKeySet();

  /** The state that was published after this one. */
  volatile @Nullable State next;

  State(long sequence, Catalogue catalogue, int nextCollectionId) {
    this.sequence = sequence;
    this.catalogue = catalogue;
    this.nextCollectionId = nextCollectionId;
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

  /** Counts a reader in; it must look again whether the state is still the current one. */
  void enter(Snapshot snapshot) {
    snapshots.add(snapshot);
  }

  /** Counts a reader out; nothing happens where it is out already. */
  void leave(Snapshot snapshot) {
    snapshots.remove(snapshot);
  }

  boolean hasReaders() {
    return !snapshots().isEmpty();
  }

  /** Returns the readers, without those that an Error has kept from counting themselves out. */
  Set<Snapshot> snapshots() {
    snapshots.removeIf(snapshot -> !snapshot.isHeld);
    return snapshots;
  }
}
