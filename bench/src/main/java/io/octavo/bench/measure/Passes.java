package io.octavo.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Repetitions of one work, whose answer must be the same each time. */
public final class Passes {
  private static final int MOST = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Passes() {}

  /** The work. */
  @FunctionalInterface
  public interface Pass {
    /** Works once; gives a sum of all answers. */
    long run() throws Exception;
  }

  /**
   * Warms up, then measures.
   *
   * @param warmUp seconds of warming up; the measurement takes at most three times as long and one
   *     pass more
   * @return the median of the seconds of up to five passes
   */
  public static double median(Pass pass, long expected, double warmUp) throws Exception {
    long start = System.nanoTime();
    do {
      check(pass.run(), expected);
    } while (since(start) < warmUp);
    double[] seconds = new double[MOST];
    int count = 0;
    start = System.nanoTime();
    do {
      long before = System.nanoTime();
      long answer = pass.run();
      seconds[count++] = since(before);
      check(answer, expected);
    } while (count < MOST && since(start) < 3 * warmUp);
    return median(Arrays.copyOf(seconds, count));
  }

  /** Fails if an answer is wrong. */
  public static void check(long answer, long expected) {
    if (answer != expected) {
      throw new IllegalStateException("answer " + answer + ", expected " + expected);
    }
  }

  /** Uses a sum, so that the compiler does not leave out what computes the sum. */
  public static void keep(long sum) {
    if (sum == Long.MIN_VALUE) {
      throw new IllegalStateException("an unlikely sum");
    }
  }

  /** Returns seconds. */
  public static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  /** Returns the time that the processor has run this thread. */
  public static long processorNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Returns the bytes that this thread has allocated. */
  public static long allocatedBytes() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Returns the median; NaN of nothing. */
  public static double median(double[] figures) {
    if (figures.length == 0) {
      return Double.NaN;
    }
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
