package io.octavo;

import io.octavo.commit.Background;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a store wants to have done later; a test decides when it is later. */
final class LaterTasks implements Background {
  private final Deque<Task> tasks = new ArrayDeque<>();

  /** The time of the store's clock. */
  long now;

  /** Whether no thread can be created for a task. */
  boolean isOutOfThreads;

  /** Something to do, and the time until then when it was asked for. */
  record Task(long nanos, Runnable run) {}

  /** Returns what is to be done, in the order of the requests. */
  Deque<Task> list() {
    return tasks;
  }

  /** Does what was asked for first. */
  void passTime() {
    tasks.remove().run().run();
  }

  /** Runs a checkpoint at once. */
  @Override
  public void execute(Runnable checkpoint) {
    checkpoint.run();
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void after(long nanos, Runnable task) {
    if (isOutOfThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    tasks.add(new Task(nanos, task));
  }
}
