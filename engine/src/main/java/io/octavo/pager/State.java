package io.octavo.pager;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One committed state of the store, immutable, with the readers that hold it. */
final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final AtomicInteger readers = new AtomicInteger();
  private final Set<Snapshot> snapshots = ConcurrentHashMap.newKeySet();

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
  void enter() {
    readers.incrementAndGet();
  }

  void leave() {
    readers.decrementAndGet();
  }

  Snapshot open() {
    Snapshot snapshot = new Snapshot(this);
    snapshots.add(snapshot);
    return snapshot;
  }

  void release(Snapshot snapshot) {
    snapshots.remove(snapshot);
    leave();
  }

  boolean hasReaders() {
    return readers.get() > 0;
  }

  Set<Snapshot> snapshots() {
    return snapshots;
  }
}
