package io.octavo.pager;

import io.octavo.error.StoreFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A commit whose state is made, on which the next transaction may build, but which nobody sees
 * before it is durable.
 */
public final class SealedCommit {
  private final State state;
  private final byte[] operations;
  private volatile boolean durable;
  private volatile @Nullable StoreFailedException failure;

  SealedCommit(State state, byte[] operations) {
    this.state = state;
    this.operations = operations;
  }

  State state() {
    return state;
  }

  byte[] operations() {
    return operations;
  }

  boolean isDecided() {
    return durable || failure != null;
  }

  /** Gives why it is not known whether the commit is durable. */
  @Nullable StoreFailedException failure() {
    return failure;
  }

  void setDurable() {
    durable = true;
  }

  void fail(StoreFailedException cause) {
    failure = cause;
  }
}
