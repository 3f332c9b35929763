package io.octavo;

/** When a commit is safe from a crash of the program or the machine. */
public enum Durability {
  /** It is durable when {@link Transaction#commit} returns. */
  SYNC,

  /**
   * As {@link #SYNC}, but a commit may wait up to {@link StoreOptions#groupDelay} for others to
   * share one write to the disk: more commits a second from many threads, each later.
   */
  GROUP,

  /**
   * It is durable with the next checkpoint: when changed pages fill half of the memory budget, when
   * {@link Store#checkpoint} is called, when the store is closed. A crash goes back to the last
   * checkpoint, a state between two commits, never to less.
   */
  CHECKPOINT
}
