package io.octavo.fuzz.workload;

import io.octavo.Transaction;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Profiles whose samples stand for numbers: a number is a sample of a series, a slot and a stack.
 * The model of a profile has the weight of each number and, under a key of its own, the border of
 * deletion. A crash must leave all collections of a profile as one commit has left them.
 */
public final class Profiled {
  /** The end of the name of the collection that has the samples of a profile. */
  static final String SLOTS = ".slots";

  private static final List<String> COLLECTIONS =
      List.of(".symbols", ".frames", ".stacks", ".series", SLOTS);
  private static final Duration SLOT = Duration.ofSeconds(10);
  private static final long BORDER = -1;
  private static final int STACKS = 5;

  private Profiled() {}

  private static long slot(long number) {
    return number / 2;
  }

  private static Instant time(long slot) {
    return Instant.EPOCH.plus(SLOT.multipliedBy(slot));
  }

  private static Labels labels(long number) {
    return Labels.of("host", number % 3 == 0 ? "a" : "b");
  }

  private static String symbol(long number) {
    return "method" + number % STACKS;
  }

  private static long weight(long value) {
    return 1 + (value & 0xFFFF);
  }

  /** Deletes less than half of what is there, or nothing would stay. */
  private static long border(long number) {
    return slot(number) / 4;
  }

  /** Hashes a model. */
  static long hash(NavigableMap<Long, Long> model, long seed) {
    long sum = 0;
    for (Map.Entry<Long, Long> entry : model.entrySet()) {
      sum += Hashes.mix(seed, Hashes.mix(entry.getKey(), entry.getValue()));
    }
    return sum;
  }

  /**
   * Hashes the samples of the profile that a collection belongs to, once for all its collections.
   *
   * @param most samples after which a walk is given up
   */
  static long hash(Transaction transaction, String collection, int most) {
    if (!collection.endsWith(SLOTS)) {
      return 0;
    }
    String name = collection.substring(0, collection.length() - SLOTS.length());
    ProfileStore profile = ProfileStore.open(transaction, name);
    List<String> problems = profile.check();
    if (!problems.isEmpty()) {
      throw new Content.OutOfOrderException(String.join("; ", problems));
    }
    long seed = name.hashCode();
    long[] sum = {Hashes.mix(seed)};
    int[] count = {0};
    FlameGraph all = profile.query(Labels.NONE, Instant.MIN, Instant.MAX);
    String[] symbols = new String[transaction.stacks(name + ".stacks").size()];
    for (int node = 0; node < all.size(); node++) {
      symbols[all.stack(node)] = all.symbol(node);
    }
    profile.forEach(
        Labels.NONE,
        Instant.MIN,
        Instant.MAX,
        (labels, time, stack, weight) -> {
          long number = number(labels, time, symbols[stack]);
          sum[0] += Hashes.mix(seed, Hashes.mix(number, weight));
          if (++count[0] > most) {
            throw new Content.OutOfOrderException("more than " + most + " samples");
          }
        });
    if (!profile.keptSince().equals(Instant.MIN)) {
      long border = profile.keptSince().getEpochSecond() / SLOT.toSeconds();
      sum[0] += Hashes.mix(seed, Hashes.mix(BORDER, border));
    }
    return sum[0];
  }

  private static long number(Labels labels, Instant time, String symbol) {
    long first = 2 * (time.getEpochSecond() / SLOT.toSeconds());
    for (long number = first; number < first + 2; number++) {
      if (symbol.equals(symbol(number)) && labels.equals(labels(number))) {
        return number;
      }
    }
    throw new Content.OutOfOrderException("sample of " + labels + ", " + time + ", " + symbol);
  }

  /** A profile; what it has in a transaction that rolls back goes with it. */
  record OfProfile(Transaction transaction, String name) implements Target {
    private ProfileStore profile() {
      return ProfileStore.create(transaction, name, SLOT);
    }

    @Override
    public long put(long key, long value) {
      ProfileStore profile = profile();
      if (time(slot(key)).isBefore(profile.keptSince())) {
        return 0;
      }
      try (ProfileWriter writer = profile.writer()) {
        int[] frames = {writer.frame("main"), writer.frame(symbol(key), 1)};
        writer.add(labels(key), time(slot(key)), writer.stack(0, frames, 2), weight(value));
      }
      return 1;
    }

    @Override
    public boolean remove(long key) {
      FlameGraph graph =
          profile().query(labels(key), time(slot(key)), time(slot(key)).plusSeconds(1));
      for (int node = 0; node < graph.size(); node++) {
        if (graph.self(node) > 0 && graph.symbol(node).equals(symbol(key))) {
          return true;
        }
      }
      return false;
    }

    @Override
    public long removeRange(long from, long to) {
      return profile().deleteBefore(time(border(from)));
    }

    @Override
    public void clear() {
      COLLECTIONS.forEach(collection -> transaction.drop(name + collection));
      profile();
    }
  }

  /** What a profile should hold. */
  record OfModel(NavigableMap<Long, Long> weights) implements Target {
    @Override
    public long put(long key, long value) {
      if (slot(key) < weights.getOrDefault(BORDER, 0L)) {
        return 0;
      }
      weights.merge(key, weight(value), Long::sum);
      return 1;
    }

    @Override
    public boolean remove(long key) {
      return weights.containsKey(key);
    }

    @Override
    public long removeRange(long from, long to) {
      long border = Math.max(border(from), weights.getOrDefault(BORDER, 0L));
      Set<String> deleted = new HashSet<>();
      NavigableMap<Long, Long> before = weights.subMap(0L, true, 2 * border, false);
      before.keySet().forEach(number -> deleted.add(slot(number) + labels(number).toString()));
      before.clear();
      weights.put(BORDER, border);
      return deleted.size();
    }

    @Override
    public void clear() {
      weights.clear();
    }
  }
}
