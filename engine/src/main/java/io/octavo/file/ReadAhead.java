package io.octavo.file;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that read ahead for all files of the process, daemons that end when idle. */
final class ReadAhead {
  /** The number of reads at a time: disks serve some readers faster than one. */
  private static final int THREADS = 8;

  private static final long IDLE_SECONDS = 5;

  /** Reads that wait longer come too late, so the oldest ones are dropped. */
  private static final int MOST_WAITING = 256;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          reads -> StoreThreads.daemon(reads, "octavo-read"),
          new ThreadPoolExecutor.DiscardOldestPolicy());

  static {
    POOL.allowCoreThreadTimeOut(true);
  }

  private ReadAhead() {}

  /** Runs a read on another thread, or not at all if no thread is available. */
  static void run(Runnable read) {
    try {
      POOL.execute(read);
    } catch (OutOfMemoryError e) {
      // The JDK reports so that the system has no more threads. The bytes are read when needed.
    }
  }
}
