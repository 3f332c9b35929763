package io.octavo.fuzz.kill;

import io.octavo.CheckReport;
import io.octavo.Durability;
import io.octavo.Store;
import io.octavo.StoreOptions;
import io.octavo.fuzz.disk.Hashes;
import io.octavo.fuzz.workload.Arguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Kills processes that write: each {@link KilledWriter} goes on with the file that the one before
 * left, and is killed at a random moment, also while it recovers, or exits without closing the
 * store. Every transaction that it acknowledged must be there, and of each thread at most one more,
 * whole. How soon the store makes them durable is held by tests with a clock of their own: a
 * machine that stands still for some time must fail nothing here.
 *
 * <pre>
 * KillLoop [--rounds N] [--seed N]
 * </pre>
 *
 * What is written and when a process is to be killed follow from the seed; where the kill strikes
 * does not. So the file is kept where a promise was broken.
 */
public final class KillLoop {
  /** Processes at once, each with a file of its own. */
  private static final int LANES = 2;

  private static final List<Durability> LEVELS = List.of(Durability.SYNC, Durability.ASYNC);

  private static final List<String> WORDS = List.of("check", "exit", "none", "none");

  private static final StoreOptions OPTIONS = StoreOptions.defaults().cacheBytes(8 << 20);

  private final Path directory;
  private final Counts counts;
  private final SplittableRandom random;
  private final Path file;
  private long seed;
  private int life;
  private KillScript.Model[] models = {};

  /** What was done. */
  static final class Counts {
    final AtomicLong rounds = new AtomicLong();
    final AtomicLong inOpen = new AtomicLong();
    final AtomicLong acknowledged = new AtomicLong();
    final AtomicLong whole = new AtomicLong();
    final AtomicLong exits = new AtomicLong();
    final AtomicLong verified = new AtomicLong();
    final AtomicLong created = new AtomicLong();

    @Override
    public String toString() {
      return "rounds "
          + rounds
          + ", killed before the store was open "
          + inOpen
          + ", transactions acknowledged "
          + acknowledged
          + ", there without having been "
          + whole
          + ", exits "
          + exits
          + ", stores verified "
          + verified
          + ", begun anew "
          + created;
    }
  }

  private KillLoop(Path directory, long seed, Counts counts) {
    this.directory = directory;
    this.counts = counts;
    this.file = directory.resolve("killed.oct");
    this.random = new SplittableRandom(seed);
  }

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws IOException if no process can be started
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Arguments options = Arguments.of(arguments, "--rounds", "--seed");
    long start = System.nanoTime();
    Counts counts = run(options.number("--rounds", 200), options.number("--seed", 1));
    System.out.printf(
        Locale.ROOT, "%s, %.1f s, no violation%n", counts, (System.nanoTime() - start) / 1e9);
  }

  /**
   * Kills.
   *
   * @param rounds how many processes
   * @param seed of what they write
   * @return what was done
   * @throws AssertionError if a promise is not kept
   */
  static Counts run(long rounds, long seed) throws IOException, InterruptedException {
    Counts counts = new Counts();
    Path directory = Files.createTempDirectory("octavo-kill");
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        Path own = Files.createDirectory(directory.resolve("lane-" + lane));
        KillLoop loop = new KillLoop(own, Hashes.mix(seed, lane), counts);
        results.add(
            lanes.submit(
                () -> {
                  while (counts.rounds.incrementAndGet() <= rounds) {
                    loop.round();
                  }
                  counts.rounds.decrementAndGet();
                  return true;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
      clear(directory);
      return counts;
    } catch (ExecutionException e) {
      throw new AssertionError(
          "seed " + seed + ", files in " + directory + ": " + e.getCause(), e.getCause());
    } finally {
      lanes.shutdownNow();
    }
  }

  private void round() throws IOException, InterruptedException {
    if (models.length == 0 || random.nextInt(25) == 0) {
      clear(directory);
      Files.createDirectory(directory);
      seed = random.nextLong();
      life++;
      models = new KillScript.Model[KillScript.THREADS];
      for (int thread = 0; thread < models.length; thread++) {
        models[thread] = new KillScript.Model(seed, thread);
      }
      counts.created.incrementAndGet();
    }
    int threads = random.nextInt(3) == 0 ? 2 + random.nextInt(KillScript.THREADS - 1) : 1;
    Durability durability = LEVELS.get(random.nextInt(LEVELS.size()));
    // An open takes about 150 ms, most of them for loading classes.
    boolean isEarly = random.nextInt(4) == 0;
    int micros = random.nextInt(isEarly ? 150_000 : 750_000);
    String word = WORDS.get(random.nextInt(WORDS.size()));
    kill(
        List.of(
            file.toString(),
            Long.toString(seed),
            Integer.toString(threads),
            durability.toString(),
            word),
        isEarly,
        micros);
    counts.exits.addAndGet(word.equals("exit") ? 1 : 0);
    switch (random.nextInt(4)) {
      case 0 -> verify(OPTIONS.readOnly(true));
      case 1 -> verify(OPTIONS);
      default -> {
        // The next process finds what this one left.
      }
    }
  }

  /**
   * Starts a process and kills it some time after its first word, or after a commit has returned,
   * however slow the machine is; follows what the process says.
   */
  private void kill(List<String> arguments, boolean isEarly, int micros)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName()));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      String first = lines.readLine();
      if (!"start".equals(first)) {
        throw violation("the process said " + first);
      }
      boolean isOpen = false;
      if (!isEarly) {
        boolean hasCommitted = false;
        while (!hasCommitted) {
          String line = lines.readLine();
          if (line == null) {
            throw violation("no commit returned before the process ended");
          }
          hasCommitted = follow(line.split(" "), lines);
        }
        isOpen = true;
      }
      Thread.sleep(micros / 1_000, micros % 1_000 * 1_000);
      // By its handle: the process itself would close the pipe with what is still in it.
      process.toHandle().destroyForcibly();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        follow(line.split(" "), lines);
        isOpen = true;
      }
      counts.inOpen.addAndGet(isOpen ? 0 : 1);
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  /** Understands a line; returns whether it says that a commit has returned. */
  private boolean follow(String[] words, BufferedReader rest) {
    switch (words[0]) {
      case "opened" -> {
        KillScript.Found[] found = new KillScript.Found[KillScript.THREADS];
        for (int thread = 0; thread < found.length; thread++) {
          found[thread] =
              new KillScript.Found(
                  Long.parseLong(words[1 + 2 * thread]), Long.parseLong(words[2 + 2 * thread]));
        }
        accept(found);
        return false;
      }
      case "ok" -> {
        KillScript.Model model = models[Integer.parseInt(words[1])];
        model.next();
        if (model.number() != Long.parseLong(words[2])) {
          throw violation("acknowledged out of turn: " + String.join(" ", words));
        }
        counts.acknowledged.incrementAndGet();
        return true;
      }
      default -> {
        StringBuilder said = new StringBuilder(String.join(" ", words));
        rest.lines().forEach(line -> said.append('\n').append(line));
        throw violation("the process said " + said);
      }
    }
  }

  private void verify(StoreOptions options) {
    if (!Files.exists(file)) {
      // Killed before it was made. What has been acknowledged comes from a store, which stays.
      for (KillScript.Model model : models) {
        if (model.number() > 0) {
          throw violation("the file is gone");
        }
      }
      return;
    }
    try (Store store = Store.open(file, options)) {
      accept(KillScript.look(store));
      CheckReport report = store.check();
      if (!report.ok()) {
        throw violation(report.problems().toString());
      }
    }
  }

  private void accept(KillScript.Found[] found) {
    for (int thread = 0; thread < found.length; thread++) {
      long acknowledged = models[thread].number();
      if (!models[thread].accept(found[thread])) {
        throw violation(
            "thread "
                + thread
                + ": acknowledged up to "
                + acknowledged
                + ", found "
                + found[thread].number()
                + (found[thread].number() == models[thread].number() ? ", not as it was" : ""));
      }
      counts.whole.addAndGet(Math.max(0, models[thread].number() - acknowledged));
    }
    counts.verified.incrementAndGet();
  }

  private AssertionError violation(String what) {
    return new AssertionError("store " + life + " of this file, seed " + seed + ": " + what);
  }

  /** Removes a directory with all that is in it. */
  public static void clear(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted((left, right) -> right.compareTo(left))
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
