package io.octavo.commit;

import io.octavo.file.StoreThreads;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The threads of one store, daemons: one for each checkpoint, one for all timed tasks. */
public final class BackgroundThreads implements Background {
  /**
   * The time after which the idle thread of timed tasks ends, so that it does not outlive a
   * forgotten store for long.
   */
  private static final long IDLE_SECONDS = 5;

  private @Nullable ScheduledThreadPoolExecutor timer;
  private boolean isClosed;

  /** Runs a checkpoint on a new thread. Checkpoints are rare, and one runs at a time. */
  @Override
  public void execute(Runnable checkpoint) {
    StoreThreads.daemon(checkpoint, "octavo-checkpoint").start();
  }

  @Override
  public synchronized void after(long nanos, Runnable task) {
    if (isClosed) {
      return;
    }
    ScheduledThreadPoolExecutor present = timer;
    if (present == null) {
      present =
          new ScheduledThreadPoolExecutor(1, run -> StoreThreads.daemon(run, "octavo-commit"));
      present.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      present.allowCoreThreadTimeOut(true);
      present.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
      timer = present;
    }
    var unused = present.schedule(task, nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (timer != null) {
      // Without an interrupt: a write in progress completes.
      timer.shutdown();
    }
  }
}
