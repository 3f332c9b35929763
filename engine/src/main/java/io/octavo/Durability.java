package io.octavo;

/** When a commit survives a crash of the program or the machine. */
public enum Durability {
  /** A commit is durable when {@link Transaction#commit} returns. */
  SYNC,

  /**
   * Like {@link #SYNC}, but a commit may wait up to {@link StoreOptions#groupDelay} for other
   * commits to share one write to the disk: higher throughput of many threads, higher latency.
   */
  GROUP,

  /**
   * A commit is durable with the next checkpoint: when changed pages fill half of the memory
   * budget, when {@link Store#checkpoint} is called, or when the store is closed. A crash loses the
   * commits since the last checkpoint, and never a part of a commit.
   */
  CHECKPOINT
}
