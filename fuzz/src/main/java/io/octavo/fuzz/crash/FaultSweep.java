package io.octavo.fuzz.crash;

import io.octavo.fuzz.FailureTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets each call of a scenario fail in each way: the first, then the second, until nothing fails
 * any more. {@link ScenarioRun} holds the store to its promises after the failure; when it has
 * ended, the store is opened after a loss of power, and after the end of the process.
 *
 * <pre>
 * FaultSweep [--seconds N] [--seed N] [--scenarios N] [--stride N] [--runs N]
 * </pre>
 *
 * Ends with the scenario in which the number of runs is reached, with status 1 where it is not.
 */
public final class FaultSweep {
  private static final CrashStates AT_THE_END = new CrashStates(3, 4);

  /** Told of cuts and closes that fail on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo.pager");

  private FaultSweep() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options =
        Arguments.of(arguments, "--seconds", "--seed", "--scenarios", "--stride", "--runs");
    long start = System.nanoTime();
    long end = start + options.number("--seconds", 3600) * 1_000_000_000L;
    long first = options.number("--seed", 1);
    long last = first + options.number("--scenarios", 8) - 1;
    long asked = options.number("--runs", 0);
    long most = asked == 0 ? Long.MAX_VALUE : asked;
    long runs = 0;
    for (long seed = first; seed <= last && runs < most && System.nanoTime() < end; seed++) {
      runs += sweep(seed, (int) options.number("--stride", 1), () -> System.nanoTime() < end);
      System.out.printf(
          Locale.ROOT,
          "seed %d: %d runs, %.1f s, no violation%n",
          seed,
          runs,
          (System.nanoTime() - start) / 1e9);
    }
    if (runs < asked) {
      System.out.println("too few: asked for " + asked);
      System.exit(1);
    }
  }

  /**
   * Sweeps through one scenario.
   *
   * @param seed of the scenario
   * @param stride how many calls to go on each time
   * @param goesOn asked before each run
   * @return how many runs there were
   * @throws AssertionError where a promise is not kept
   */
  static long sweep(long seed, int stride, BooleanSupplier goesOn) {
    QUIET.setLevel(Level.OFF);
    CrashScenario scenario = CrashScenario.of(seed);
    long runs = 0;
    for (Fault.Kind kind : Fault.Kind.values()) {
      for (boolean isSticky : new boolean[] {false, true}) {
        boolean hasFailed = true;
        for (long call = 1; hasFailed && goesOn.getAsBoolean(); call += stride) {
          hasFailed = run(scenario, new Fault(kind, call, isSticky));
          runs++;
        }
      }
    }
    return runs;
  }

  /** Runs with one fault; tells whether it struck. */
  private static boolean run(CrashScenario scenario, Fault fault) {
    FaultFile file = FaultFile.empty();
    file.plan(fault);
    ScenarioRun run = new ScenarioRun(scenario, file, true, () -> {});
    try {
      run.run();
      int strikes = file.strikes();
      file.plan(null);
      file.reopen();
      end(scenario, file, run.history());
      return strikes > 0;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "seed "
              + scenario.seed()
              + ", "
              + fault
              + ", "
              + run.place()
              + ": "
              + e
              + "\nreplay: java -cp page/target/classes:engine/target/classes:fuzz/target/classes "
              + FaultSweep.class.getName()
              + " --scenarios 1 --seed "
              + scenario.seed()
              + FailureTrace.record(
                  "fault-" + scenario.seed(), trace -> record(scenario, fault, trace)),
          e);
    }
  }

  private static void record(CrashScenario scenario, Fault fault, Path trace) {
    FaultFile file = FaultFile.empty();
    file.plan(fault);
    new ScenarioRun(scenario, file, true, () -> {}).recordTo(trace).run();
  }

  /** Opens what is left: on the disk, and in the system. */
  private static void end(CrashScenario scenario, FaultFile file, History history) {
    Judge judge = new Judge(scenario.limits());
    SplittableRandom random = new SplittableRandom(scenario.seed());
    List<Change> pending = file.pending();
    AT_THE_END.forEach(
        pending,
        0,
        random,
        choice ->
            open(
                judge,
                FaultFile.of(choice.applyTo(file.durable(), pending, file.live().length())),
                history));
    FaultFile killed = FaultFile.of(file.live(), file.durable(), pending);
    Judge.Recovered recovered = open(judge, killed, history);
    if (recovered != null) {
      // What an open has shown stays, whatever the disk had lost before.
      open(judge, FaultFile.of(killed.durable().copy()), new History(recovered.content()));
    }
  }

  private static Judge.@Nullable Recovered open(Judge judge, FaultFile file, History history) {
    Judge.Recovered recovered = judge.recover(file, history);
    if (recovered != null) {
      recovered.check();
    }
    return recovered;
  }
}
