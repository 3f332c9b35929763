package io.octavo.bench.profile;

import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.Transaction;
import io.octavo.bench.measure.Directories;
import io.octavo.bench.measure.RunHeader;
import io.octavo.profile.FlameGraph;
import io.octavo.profile.Labels;
import io.octavo.profile.ProfileStore;
import io.octavo.profile.ProfileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A year of slots of ten seconds, drawn from 20,000 stacks, of which few are seen often: bytes a
 * slot, and how long the sums of random ranges and a timeline of the year take.
 *
 * <pre>
 * java [-Dslots=3153600] [-Dsamples=30] io.octavo.bench.profile.ProfileYear [FILE]
 * </pre>
 *
 * <p>A FILE that exists is asked again. Times are of the process, with all pages in the cache.
 */
public final class ProfileYear {
  private static final int STACKS = 20_000;
  private static final int SLOTS = Integer.getInteger("slots", 3_153_600);
  private static final int SAMPLES = Integer.getInteger("samples", 30);
  private static final int SLOTS_OF_A_COMMIT = 3_600;
  private static final int RANGES = 200;
  private static final Duration SLOT = Duration.ofSeconds(10);
  private static final Instant BEGIN = Instant.parse("2025-01-01T00:00:00Z");
  private static final Labels LABELS = Labels.of("type", "cpu", "unit", "samples");
  private static final StoreOptions OPTIONS =
      StoreOptions.defaults().durability(Durability.CHECKPOINT).cacheBytes(2L << 30);

  private ProfileYear() {}

  /**
   * Prints the figures.
   *
   * @param arguments a file, or nothing
   * @throws IOException if the file cannot be written
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("octavo-profile");
    try {
      System.out.println(RunHeader.line(directory));
      Path file = arguments.length > 0 ? Path.of(arguments[0]) : directory.resolve("year.oct");
      if (!Files.exists(file)) {
        try (Store store = Store.open(file, OPTIONS)) {
          fill(store);
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%,d slots, %,d bytes, %.1f a slot%n",
          SLOTS,
          Files.size(file),
          (double) Files.size(file) / SLOTS);
      try (Store store = Store.open(file, OPTIONS)) {
        store.view(tx -> ask(tx, System.out));
      }
    } finally {
      Directories.delete(directory);
    }
  }

  private static void fill(Store store) {
    SplittableRandom random = new SplittableRandom(1);
    long start = System.nanoTime();
    for (int from = 0; from < SLOTS; from += SLOTS_OF_A_COMMIT) {
      int first = from;
      store.write(tx -> fill(tx, first, Math.min(SLOTS, first + SLOTS_OF_A_COMMIT), random));
    }
    System.out.printf(
        Locale.ROOT,
        "%,d samples in %.1f s%n",
        (long) SLOTS * SAMPLES,
        (System.nanoTime() - start) / 1e9);
  }

  private static void fill(Transaction tx, int from, int to, SplittableRandom random) {
    try (ProfileWriter writer = ProfileStore.create(tx, "p", SLOT).writer()) {
      int[] stacks = stacks(writer);
      for (int slot = from; slot < to; slot++) {
        Instant time = BEGIN.plus(SLOT.multipliedBy(slot));
        for (int i = 0; i < SAMPLES; i++) {
          // Cubed: a tenth of the stacks has nearly half of the samples.
          double drawn = random.nextDouble();
          writer.add(LABELS, time, stacks[(int) (drawn * drawn * drawn * STACKS)], 1);
        }
      }
    }
  }

  /** Returns the stacks: each goes on from another. */
  private static int[] stacks(ProfileWriter writer) {
    SplittableRandom random = new SplittableRandom(2);
    int[] stacks = new int[STACKS];
    int[][] frames = new int[STACKS][];
    for (int i = 0; i < STACKS; i++) {
      int[] caller = i == 0 ? new int[0] : frames[random.nextInt(i)];
      frames[i] = Arrays.copyOf(caller, caller.length + 1);
      frames[i][caller.length] = writer.frame("com.example.service.Type" + i / 10 + ".method" + i);
      stacks[i] = writer.stack(0, frames[i], frames[i].length);
    }
    return stacks;
  }

  private static void ask(Transaction tx, PrintStream out) {
    ProfileStore profile = ProfileStore.open(tx, "p");
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 3; round++) {
      double[] millis = new double[RANGES];
      long sum = 0;
      for (int i = 0; i < RANGES; i++) {
        long from = random.nextLong(SLOTS);
        long to = from + 1 + random.nextLong(SLOTS - from);
        long start = System.nanoTime();
        FlameGraph graph =
            profile.query(
                Labels.NONE,
                BEGIN.plus(SLOT.multipliedBy(from)),
                BEGIN.plus(SLOT.multipliedBy(to)));
        millis[i] = (System.nanoTime() - start) / 1e6;
        sum += graph.total() - (to - from) * SAMPLES;
      }
      if (sum != 0) {
        throw new AssertionError("the sums are wrong by " + sum);
      }
      Arrays.sort(millis);
      double[] lines = new double[21];
      for (int i = 0; i < lines.length; i++) {
        long start = System.nanoTime();
        Instant end = BEGIN.plus(SLOT.multipliedBy(SLOTS));
        sum += profile.timeline(Labels.NONE, BEGIN, end, 1_000).size();
        lines[i] = (System.nanoTime() - start) / 1e6;
      }
      Arrays.sort(lines);
      out.printf(
          Locale.ROOT,
          "range: median %.1f ms, worst of %d %.1f ms; timeline of %d points: median %.1f ms%n",
          millis[RANGES / 2],
          RANGES,
          millis[RANGES - 1],
          sum / lines.length,
          lines[lines.length / 2]);
    }
  }
}
