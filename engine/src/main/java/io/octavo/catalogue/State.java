package io.octavo.catalogue;

/** A committed state, or the state of a write transaction for a snapshot; immutable. */
public final class State {
  private final long sequence;
  private final Catalogue catalogue;
  private final int nextCollectionId;
  private final long features;

  public State(long sequence, Catalogue catalogue, int nextCollectionId, long features) {
    this.sequence = sequence;
    this.catalogue = catalogue;
    this.nextCollectionId = nextCollectionId;
    this.features = features;
  }

  /**
   * Returns the sequence number of the commit that made the state, or that the write transaction
   * builds on.
   */
  public long sequence() {
    return sequence;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  public int nextCollectionId() {
    return nextCollectionId;
  }

  /** Returns the incompatible features that the file has used. */
  public long features() {
    return features;
  }
}
