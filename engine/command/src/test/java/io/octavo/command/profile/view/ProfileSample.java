package io.octavo.command.profile.view;

import io.octavo.Store;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A small profile, and the naive sums of its samples. */
final class ProfileSample {
  static final Duration SLOT = Duration.ofSeconds(10);

  /** The start of slot {@link #FIRST}. */
  static final Instant BEGIN = Instant.parse("2026-01-31T10:00:00Z");

  static final long FIRST = BEGIN.getEpochSecond() / SLOT.toSeconds();

  static final Labels CPU = Labels.of("app", "web", Labels.TYPE, "cpu", Labels.UNIT, "samples");
  static final Labels ALLOC = Labels.of("app", "web", Labels.TYPE, "alloc", Labels.UNIT, "bytes");

  private static final int MOST_DEPTH = 7;

  /**
   * A sample.
   *
   * @param slot the number of its slot from the first one
   * @param stack the symbols, the outermost first
   */
  record Sample(Labels labels, int slot, List<String> stack, long weight) {}

  final List<Sample> samples = new ArrayList<>();

  /** Makes samples of few symbols, which call each other and themselves. */
  static ProfileSample random(long seed, int slots, int perSlot) {
    SplittableRandom random = new SplittableRandom(seed);
    ProfileSample made = new ProfileSample();
    for (int slot = 0; slot < slots; slot++) {
      for (int i = 0; i < perSlot; i++) {
        List<String> stack = new ArrayList<>();
        stack.add("main");
        int depth = 1 + random.nextInt(MOST_DEPTH);
        for (int row = 1; row < depth; row++) {
          stack.add("com.example.Part" + random.nextInt(3) + ".run" + random.nextInt(2));
        }
        boolean isCpu = i % 4 != 3;
        made.add(isCpu ? CPU : ALLOC, slot, stack, 1 + random.nextInt(isCpu ? 5 : 50_000));
      }
    }
    return made;
  }

  ProfileSample add(Labels labels, int slot, List<String> stack, long weight) {
    samples.add(new Sample(labels, slot, stack, weight));
    return this;
  }

  /** Writes the samples to a profile, with lines that differ. */
  void write(Store store, String name) {
    store.write(
        tx -> {
          try (ProfileWriter writer = ProfileStore.create(tx, name, SLOT).writer()) {
            for (Sample sample : samples) {
              int[] frames = new int[sample.stack.size()];
              for (int i = 0; i < frames.length; i++) {
                frames[i] = writer.frame(sample.stack.get(i), sample.slot % 3);
              }
              Instant time = BEGIN.plus(SLOT.multipliedBy(sample.slot));
              writer.add(
                  sample.labels, time, writer.stack(1, frames, frames.length), sample.weight);
            }
          }
        });
  }

  /**
   * Adds up samples by path.
   *
   * @param isInverted whether a path begins at the innermost frame
   * @param isWanted which stacks count
   * @return for each path, its symbols with a semicolon between, the weight of all stacks that
   *     begin with it
   */
  Map<String, Long> totals(
      Labels labels, int from, int end, boolean isInverted, Predicate<List<String>> isWanted) {
    Map<String, Long> totals = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.labels.equals(labels)
          && sample.slot >= from
          && sample.slot < end
          && isWanted.test(sample.stack)) {
        List<String> stack = new ArrayList<>(sample.stack);
        if (isInverted) {
          Collections.reverse(stack);
        }
        for (int row = 0; row <= stack.size(); row++) {
          totals.merge(String.join(";", stack.subList(0, row)), sample.weight, Long::sum);
        }
      }
    }
    return totals;
  }

  /** Adds up all samples of a range by path. */
  Map<String, Long> totals(Labels labels, int from, int end, boolean isInverted) {
    return totals(labels, from, end, isInverted, stack -> true);
  }

  /** Adds up all samples of a range. */
  long sum(Labels labels, int from, int end) {
    return sum(labels, from, end, stack -> true);
  }

  /** Adds up the samples of a range whose stacks count. */
  long sum(Labels labels, int from, int end, Predicate<List<String>> isWanted) {
    return totals(labels, from, end, false, isWanted).getOrDefault("", 0L);
  }
}
