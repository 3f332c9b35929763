package io.octavo.pager;

/**
 * A committed state of the store, or that of a write transaction which a snapshot reads; immutable.
 */
final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final long features;

  State(long sequence, Catalogue catalogue, int nextCollectionId, long features) {
    this.sequence = sequence;
    this.catalogue = catalogue;
    this.nextCollectionId = nextCollectionId;
    this.features = features;
  }

  /**
   * Returns the sequence number of the commit that made the state, or that the write transaction
   * builds on.
   */
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
}
