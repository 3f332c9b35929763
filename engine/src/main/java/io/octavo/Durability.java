package io.octavo;

/** Specifies when a commit survives a crash of the program or the machine. */
public enum Durability {
  /**
   * A commit is durable when {@link Transaction#commit} returns. Commits of many threads share
   * writes to the disk; one thread shares them by {@link Transaction#commitLater}. Readers see the
   * commit when it is durable, or earlier if a later commit with {@link #ASYNC} or {@link
   * #CHECKPOINT} is visible.
   */
  SYNC(true),

  /**
   * A commit is visible and passed to the operating system when {@link Transaction#commit} returns:
   * it survives a kill of the process and an exit of the JVM without {@link Store#close}. The store
   * makes the commit durable within {@link StoreOptions#durableWithin}, if the disk keeps up. Until
   * then a crash of the operating system or a power failure loses the commit. Only the last commits
   * are lost, each as a whole.
   */
  ASYNC(false),

  /**
   * A commit is visible when {@link Transaction#commit} returns, and durable with the next
   * checkpoint: when changed pages fill half of the memory budget, when {@link Store#checkpoint} is
   * called, or when the store is closed; or earlier, with a later commit that must be durable. A
   * crash loses the commits since then, never a part of a commit. Without {@link
   * StoreOptions#durableWithin} there is no time limit. Suitable for bulk loads. A store that is
   * open with this level does not log operations; in any other store, the next record contains the
   * commit.
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
