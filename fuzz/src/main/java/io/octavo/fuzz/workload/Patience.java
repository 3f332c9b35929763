package io.octavo.fuzz.workload;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that are waited for, but not for ever: one that hangs has failed. */
public final class Patience {
  /** So long that only what hangs takes longer, on any machine. */
  private static final long SECONDS = 120;

  private final ExecutorService threads = Executors.newCachedThreadPool(Patience::thread);

  /** Makes a thread that keeps no program from its end, should it hang. */
  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }

  /** Does something on a thread of its own. */
  public Future<?> begin(Runnable work) {
    return threads.submit(work);
  }

  /**
   * Does something and waits for it.
   *
   * @throws AssertionError if that fails or hangs
   */
  public <T> T call(Callable<T> work) {
    return await(threads.submit(work));
  }

  /**
   * Waits for a thread.
   *
   * @throws AssertionError if that failed or hangs
   */
  public static <T> T await(Future<T> thread) {
    try {
      return thread.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(String.valueOf(e.getCause()), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("a thread hangs" + stacks(), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this", e);
    }
  }

  private static String stacks() {
    StringBuilder stacks = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      stacks.append("\n").append(each.getKey()).append(Arrays.toString(each.getValue()));
    }
    return stacks.toString();
  }

  /** Lets the threads go when they have ended. */
  public void end() {
    threads.shutdown();
  }
}
