package io.octavo.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;

/** Commits of some threads over some seconds, each timed. */
final class CommitRun {
  private final double seconds;
  private final long[] sorted;

  private CommitRun(double seconds, long[] sorted) {
    this.seconds = seconds;
    this.sorted = sorted;
  }

  /**
   * Commits until the time is up.
   *
   * @param keys gives the key for a random number
   */
  static CommitRun of(
      CommitStore store, int threads, double seconds, long seed, LongUnaryOperator keys)
      throws Exception {
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<long[]>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        SplittableRandom random = new SplittableRandom(seed * 1_000 + thread);
        tasks.add(() -> commit(store, end, random, keys));
      }
      long[] all = {};
      for (Future<long[]> times : executor.invokeAll(tasks)) {
        long[] more = times.get();
        int length = all.length;
        all = Arrays.copyOf(all, length + more.length);
        System.arraycopy(more, 0, all, length, more.length);
      }
      double taken = (System.nanoTime() - start) / 1e9;
      Arrays.sort(all);
      return new CommitRun(taken, all);
    } finally {
      executor.shutdown();
    }
  }

  private static long[] commit(
      CommitStore store, long end, SplittableRandom random, LongUnaryOperator keys)
      throws Exception {
    long[] times = new long[1 << 12];
    int count = 0;
    for (long before = System.nanoTime(); before < end; ) {
      store.commit(keys.applyAsLong(random.nextLong()), random.nextInt());
      long after = System.nanoTime();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = after - before;
      before = after;
    }
    return Arrays.copyOf(times, count);
  }

  double perSecond() {
    return sorted.length / seconds;
  }

  double p99Micros() {
    return sorted[(int) (sorted.length * 0.99)] / 1e3;
  }

  double maxMicros() {
    return sorted[sorted.length - 1] / 1e3;
  }
}
