package io.octavo.fuzz.power;

import io.octavo.Transaction;
import io.octavo.fuzz.workload.Content;
import io.octavo.fuzz.workload.Step;
import io.octavo.map.LongMap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What several threads have committed, in the order in which they held the writer slot: each commit
 * raises a counter in the store by one. So what a store holds tells which commits it should hold.
 */
final class Journal {
  /** The map that holds the counter, by the key 0. */
  private static final String COUNTER = "counter";

  private final int keys;
  private final ConcurrentSkipListMap<Long, List<Step>> commits = new ConcurrentSkipListMap<>();
  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();

  /** What the store holds after each commit, as far as somebody has asked. */
  private final List<Content> contents = new ArrayList<>(List.of(new Content()));

  /**
   * Begins with an empty store.
   *
   * @param keys how many keys a map may have
   */
  Journal(int keys) {
    this.keys = keys;
  }

  static LongMap counter(Transaction transaction) {
    return transaction.longMap(COUNTER);
  }

  /** Reads the number of the last commit that a transaction sees. */
  static long last(Transaction transaction) {
    return transaction.exists(COUNTER) ? counter(transaction).get(0, 0) : 0;
  }

  /** Does a commit; the transaction is not ended. */
  void apply(Transaction transaction, List<Step> steps) {
    for (Step step : steps) {
      var unused = step.applyTo(transaction, keys);
    }
  }

  /** Notes what a commit contains, before anybody can see it. */
  void begin(long number, List<Step> steps) {
    commits.put(number, List.copyOf(steps));
  }

  /** Learns that a commit has returned. */
  void committed(long number) {
    committed.accumulateAndGet(number, Math::max);
  }

  /** Learns that all commits up to a number are durable. */
  void acknowledge(long number) {
    acknowledged.accumulateAndGet(number, Math::max);
  }

  long begun() {
    return commits.isEmpty() ? 0 : commits.lastKey();
  }

  long committed() {
    return committed.get();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** Returns what the store holds after a commit that was begun. */
  synchronized Content content(long number) {
    if (number < 0 || number > begun()) {
      throw new AssertionError("commit " + number + " of " + begun() + " was never begun");
    }
    while (contents.size() <= number) {
      long next = contents.size();
      Content content = contents.get(contents.size() - 1).successor();
      for (Step step : commits.getOrDefault(next, List.of())) {
        var unused = step.applyTo(content, keys);
      }
      content.write(COUNTER).put(0L, next);
      contents.add(content);
    }
    return contents.get((int) number);
  }
}
