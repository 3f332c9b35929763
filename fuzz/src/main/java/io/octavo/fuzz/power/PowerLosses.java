package io.octavo.fuzz.power;

import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Choice;
import io.octavo.fuzz.disk.CrashStates;
import io.octavo.fuzz.disk.Image;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.agrona.collections.LongHashSet;

/**
 * Cuts the power while several threads use a store, and judges what is left.
 *
 * <pre>
 * PowerLosses [--losses N] [--seconds N] [--seed N]
 * </pre>
 *
 * Ends with status 1 where a promise is not kept, or the number of losses is not reached in time. A
 * seed decides what threads do, not how they meet: the same seed may fail another time, or only
 * after some repetitions. What a failing loss left is therefore written to a file.
 */
public final class PowerLosses {
  /** Choices of which a loss takes some: what a disk keeps of pending changes. */
  private static final CrashStates STATES = new CrashStates(3, 4);

  private static final int CHOICES = 2;

  /** Told of readers that a close has ended; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private final LongHashSet distinct = new LongHashSet();
  private final Patience judges = new Patience();
  private final ThreadsRun.Counts done = new ThreadsRun.Counts();
  private long runs;
  private long losses;
  private long distinctLosses;
  private long unacknowledged;
  private long uncertain;

  private PowerLosses() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options = Arguments.of(arguments, "--losses", "--seconds", "--seed");
    long asked = options.number("--losses", 0);
    long start = System.nanoTime();
    PowerLosses explored;
    try {
      explored =
          explore(
              options.number("--seed", 1),
              asked == 0 ? Long.MAX_VALUE : asked,
              options.number("--seconds", 600));
    } catch (AssertionError e) {
      e.printStackTrace(System.out);
      System.exit(1);
      return;
    }
    System.out.printf(
        Locale.ROOT, "%s, %.1f s, no violation%n", explored, (System.nanoTime() - start) / 1e9);
    if (explored.losses < asked) {
      System.out.println("too few: asked for " + asked);
      System.exit(1);
    }
    System.exit(0);
  }

  /**
   * Runs seed after seed.
   *
   * @param first the first seed
   * @param most losses after which it ends
   * @param seconds time after which it ends
   * @return what was looked at
   * @throws AssertionError if a promise is not kept
   */
  public static PowerLosses explore(long first, long most, long seconds) {
    QUIET.setLevel(Level.OFF);
    PowerLosses explored = new PowerLosses();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (long seed = first; explored.losses < most && System.nanoTime() < end; seed++) {
      explored.run(seed, most, end);
    }
    explored.judges.end();
    return explored;
  }

  long losses() {
    return losses;
  }

  private void run(long seed, long most, long end) {
    ThreadsRun run = new ThreadsRun(seed, done);
    SplittableRandom random = new SplittableRandom(seed);
    List<Loss> moments;
    try {
      moments = run.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(message(seed, run, "the threads: " + e), e);
    }
    for (Loss loss : moments) {
      for (Choice choice : choices(loss, random)) {
        if (losses < most && System.nanoTime() < end) {
          judge(seed, run, loss, choice);
        }
      }
    }
    runs++;
    uncertain += run.judge().uncertain();
  }

  private static List<Choice> choices(Loss loss, SplittableRandom random) {
    List<Choice> all = new ArrayList<>();
    STATES.forEach(loss.pending(), 0, random, all::add);
    List<Choice> taken = new ArrayList<>();
    for (int i = 0; i < CHOICES && !all.isEmpty(); i++) {
      taken.add(all.remove(random.nextInt(all.size())));
    }
    return taken;
  }

  private void judge(long seed, ThreadsRun run, Loss loss, Choice choice) {
    Image disk = loss.leave(choice);
    losses++;
    try {
      long further = seed + losses;
      long last = judges.call(() -> run.judge().judge(disk, loss, run.journal(), further));
      unacknowledged += last > loss.acknowledged() ? 1 : 0;
      distinctLosses += distinct.add(disk.hash()) ? 1 : 0;
    } catch (RuntimeException | AssertionError e) {
      String what =
          "loss "
              + losses
              + ", commits "
              + loss.acknowledged()
              + " to "
              + loss.begun()
              + " may be there, kept "
              + choice
              + ": "
              + e
              + save(disk, "loss-" + seed + "-" + losses)
              + loss.pending().stream()
                  .reduce("", (text, c) -> text + "\n  pending: " + c, String::concat);
      throw new AssertionError(message(seed, run, what), e);
    }
  }

  private static String message(long seed, ThreadsRun run, String what) {
    return "seed "
        + seed
        + " ("
        + run
        + "), "
        + what
        + "\nagain, though threads may meet otherwise: java -ea -cp"
        + " "
        + ModelRun.CLASS_PATH
        + " "
        + PowerLosses.class.getName()
        + " --seed "
        + seed;
  }

  private static String save(Image disk, String name) {
    Path directory = Path.of(System.getProperty("octavo.traces", "target/traces"));
    Path file = directory.resolve(name + ".oct");
    try {
      Files.createDirectories(directory);
      Files.write(file, disk.content());
      return "\nwhat was left: " + file.toAbsolutePath();
    } catch (IOException e) {
      return "\nwhat was left cannot be written to " + file + ": " + e;
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d losses of power, %,d distinct, %,d with commits that nobody was told of,"
            + " %,d with a meta page lost in both copies; %d runs,"
            + " %,d commits, %,d background checkpoints, %,d compactions, %,d backups, %,d reads",
        losses,
        distinctLosses,
        unacknowledged,
        uncertain,
        runs,
        done.commits.sum(),
        done.checkpoints.sum(),
        done.compactions.sum(),
        done.backups.sum(),
        done.reads.sum());
  }
}
