package io.octavo;

/** When a commit survives a crash of the program or the machine. */
public enum Durability {
  /** A commit is durable when {@link Transaction#commit} returns. */
  SYNC(true),

  /**
   * Like {@link #SYNC}, but a commit may wait up to {@link StoreOptions#groupDelay} for other
   * commits to share one write to the disk: higher throughput of many threads, higher latency.
   */
  GROUP(true),

  /**
   * A commit is visible when {@link Transaction#commit} returns, and durable at most {@link
   * StoreOptions#durableWithin} later, without a call of the program. A crash loses at most the
   * commits of that time: the last ones, and never a part of a commit. Readers may see commits that
   * are not durable yet.
   */
  ASYNC(false),

  /**
   * A commit is visible when {@link Transaction#commit} returns, and durable with the next
   * checkpoint: when changed pages fill half of the memory budget, when {@link Store#checkpoint} is
   * called, or when the store is closed; or earlier, with a later commit that must be durable. A
   * crash loses the commits since then, and never a part of a commit. Without {@link
   * StoreOptions#durableWithin} no time limits what a crash can lose. For bulk loads: operations
   * are not logged.
   */
  CHECKPOINT(false);

  private final boolean isAwaited;

  Durability(boolean isAwaited) {
    this.isAwaited = isAwaited;
  }

  /** Returns whether a commit is durable before readers see it. */
  boolean isAwaited() {
    return isAwaited;
  }
}
