package io.octavo.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;
import org.agrona.collections.LongArrayList;

/**
 * Commits of some threads over some seconds, each timed.
 *
 * @param perSecond commits of all threads
 * @param p99Micros the time that one commit in a hundred takes longer than, in microseconds
 * @param mostMicros the longest commit, in microseconds
 */
record CommitRun(double perSecond, double p99Micros, double mostMicros) {
  /**
   * Commits until the time is up, at least once in each thread.
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
      List<Callable<LongArrayList>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        SplittableRandom random = new SplittableRandom(seed * 1_000 + thread);
        tasks.add(() -> commit(store, end, random, keys));
      }
      LongArrayList all = new LongArrayList();
      for (Future<LongArrayList> times : executor.invokeAll(tasks)) {
        all.addAll(times.get());
      }
      double taken = (System.nanoTime() - start) / 1e9;
      long[] sorted = all.longStream().sorted().toArray();
      return new CommitRun(
          sorted.length / taken,
          sorted[(int) (sorted.length * 0.99)] / 1e3,
          sorted[sorted.length - 1] / 1e3);
    } finally {
      executor.shutdown();
    }
  }

  private static LongArrayList commit(
      CommitStore store, long end, SplittableRandom random, LongUnaryOperator keys)
      throws Exception {
    LongArrayList times = new LongArrayList();
    long before = System.nanoTime();
    do {
      store.commit(keys.applyAsLong(random.nextLong()), random.nextInt());
      long after = System.nanoTime();
      times.addLong(after - before);
      before = after;
    } while (before < end);
    return times;
  }
}
