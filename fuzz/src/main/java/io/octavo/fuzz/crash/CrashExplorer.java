package io.octavo.fuzz.crash;

import io.octavo.fuzz.FailureTrace;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.ScenarioRun;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Explores crashes, seed after seed, until the time is up or the numbers of distinct states are
 * reached; ends with status 1 where they were asked for and are not.
 *
 * <pre>
 * CrashExplorer [--seconds N] [--states N] [--in-recovery N] [--seed N] [--traces DIRECTORY]
 * CrashExplorer --replay FILE
 * </pre>
 */
public final class CrashExplorer {
  /** Behind one seed in so many, the scenario of that seed with interned items. */
  private static final int INTERNING = 3;

  /** Behind one seed in so many, from the fifth on, the scenario of that seed with series. */
  private static final int TIMED = 6;

  /** Behind one seed in so many, from the second on, the scenario of that seed with profiles. */
  private static final int PROFILED = 6;

  private static final long FIRST_SEED = 1;

  private CrashExplorer() {}

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws IOException if a trace cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    Arguments options =
        Arguments.of(
            arguments, "--seconds", "--states", "--in-recovery", "--seed", "--replay", "--traces");
    String replayed = options.text("--replay", "");
    try {
      if (!replayed.isEmpty()) {
        replay(Path.of(replayed));
        System.out.println(replayed + ": no violation");
        return;
      }
      long start = System.nanoTime();
      boolean isAsked = !options.text("--states", "").isEmpty();
      long states = options.number("--states", Long.MAX_VALUE);
      long inRecovery = options.number("--in-recovery", 0);
      Exploration.Counts counts =
          explore(
              options.number("--seed", FIRST_SEED),
              states,
              inRecovery,
              options.number("--seconds", 60),
              true);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.println(counts);
      System.out.printf(
          Locale.ROOT,
          "%.1f s, %.0f distinct states a second, %.0f a second of the processor, no violation%n",
          seconds,
          counts.distinct / seconds,
          counts.distinct / processorSeconds());
      if (isAsked && !counts.reach(states, inRecovery)) {
        System.out.println("too few: asked for " + states + ", in recovery " + inRecovery);
        System.exit(1);
      }
    } catch (Violation e) {
      System.out.println(e.getMessage());
      e.printStackTrace(System.out);
      if (replayed.isEmpty()) {
        Path file = write(e, Path.of(options.text("--traces", "fuzz/target")));
        System.out.println("replay: " + command("--replay " + file));
        // What was done, without the crash, for the eyes of octavo trace text.
        System.out.println(
            FailureTrace.record(
                    "crash-" + e.trace().scenario().seed(),
                    trace -> {
                      FaultFile disk = FaultFile.empty();
                      new ScenarioRun(e.trace().scenario(), disk, false, () -> {})
                          .recordTo(trace)
                          .run();
                    })
                .strip());
      }
      System.exit(1);
    }
  }

  /** Returns how long this thread has had a processor: other programs take none of that. */
  private static double processorSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  /** Returns the command that runs this program. */
  static String command(String arguments) {
    return "java -ea -cp "
        + ModelRun.CLASS_PATH
        + " "
        + CrashExplorer.class.getName()
        + " "
        + arguments;
  }

  /**
   * Explores seeds one after the other.
   *
   * @param firstSeed the first
   * @param states distinct states to reach
   * @param inRecovery how many of them crashes in a recovery
   * @param seconds time to take at most
   * @param isVerbose whether to tell how far it is now and then
   * @return what was looked at
   * @throws Violation if a promise is not kept
   */
  public static Exploration.Counts explore(
      long firstSeed, long states, long inRecovery, long seconds, boolean isVerbose) {
    Exploration.Counts counts = new Exploration.Counts();
    long start = System.nanoTime();
    long told = start;
    for (long seed = firstSeed; !counts.reach(states, inRecovery); seed++) {
      new Exploration(CrashScenario.of(seed), null, counts).run();
      if (seed % INTERNING == 0) {
        CrashScenario interning = CrashScenario.of(seed | CrashScenario.INTERNING);
        new Exploration(interning, null, counts).run();
      }
      if (seed % TIMED == TIMED - 1) {
        CrashScenario timed = CrashScenario.of(seed | CrashScenario.TIMED);
        new Exploration(timed, null, counts).run();
      }
      if (seed % PROFILED == 2) {
        CrashScenario profiled = CrashScenario.of(seed | CrashScenario.PROFILED);
        new Exploration(profiled, null, counts).run();
      }
      long now = System.nanoTime();
      if (now - start > seconds * 1_000_000_000L) {
        break;
      }
      if (isVerbose && now - told > 10_000_000_000L) {
        told = now;
        System.out.println("seed " + seed + ": " + counts);
      }
    }
    return counts;
  }

  /**
   * Does what a trace says.
   *
   * @param file the trace
   * @throws IOException if it cannot be read
   * @throws Violation if a promise is not kept
   */
  static void replay(Path file) throws IOException {
    CrashTrace trace = CrashTrace.read(file);
    replay(trace);
  }

  private static void replay(CrashTrace trace) {
    new Exploration(trace.scenario(), trace.crashes(), new Exploration.Counts()).run();
  }

  static Path write(Violation violation, Path directory) throws IOException {
    CrashTrace trace = violation.trace();
    Path file = directory.resolve("crash-" + trace.scenario().seed() + ".crash");
    Files.createDirectories(directory);
    return Files.write(file, trace.lines(String.valueOf(violation.getMessage())));
  }
}
