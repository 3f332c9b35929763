package io.octavo.file;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that read ahead for all files of the process, daemons that end when idle. */
final class ReadAhead {
  /**
   * The number of reads at a time. Virtual disks of data centres serve eight readers about three
   * times as fast as one ({@code bench/RESULTS.md}, "Larger than memory").
   */
  private static final int THREADS = 8;

  private static final long IDLE_SECONDS = 5;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          ReadAhead::thread);

  static {
    POOL.allowCoreThreadTimeOut(true);
  }

  private ReadAhead() {}

  private static Thread thread(Runnable reads) {
    Thread thread = new Thread(reads, "octavo-read");
    thread.setDaemon(true);
    return thread;
  }

  /** Runs a read on another thread. */
  static void run(Runnable read) {
    POOL.execute(read);
  }
}
