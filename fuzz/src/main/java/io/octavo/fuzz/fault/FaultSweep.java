package io.octavo.fuzz.fault;

import io.octavo.fuzz.FailureTrace;
import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.disk.Change;
import io.octavo.fuzz.disk.CrashStates;
import io.octavo.fuzz.disk.Fault;
import io.octavo.fuzz.disk.FaultFile;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.CrashScenario;
import io.octavo.fuzz.workload.History;
import io.octavo.fuzz.workload.Judge;
import io.octavo.fuzz.workload.ScenarioRun;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets each call of a scenario fail in each way: the first, then the second, up to the last one;
 * where there are very many, a sample of them. {@link ScenarioRun} holds the store to its promises
 * after the failure; when it has ended, the store is opened after a loss of power, and after the
 * end of the process.
 *
 * <pre>
 * FaultSweep [--seconds N] [--seed N] [--scenarios N] [--stride N] [--runs N]
 * FaultSweep --seed N --fault "KIND CALL [sticky]"
 * </pre>
 *
 * Ends with the scenario in which the number of runs is reached, with status 1 where it is not.
 */
public final class FaultSweep {
  /** One scenario in so many is a large one. */
  private static final int LARGE = 8;

  /** Behind one seed in so many, the scenario of that seed with interned items. */
  private static final int INTERNING = 3;

  /** Behind one seed in so many, from the fifth on, the scenario of that seed with series. */
  private static final int TIMED = 6;

  /** Behind one seed in so many, from the second on, the scenario of that seed with profiles. */
  private static final int PROFILED = 6;

  /** Calls of a sort of which each one is tried; of more, a sample. */
  private static final int MOST_CALLS = 128;

  /** The same for a large scenario, whose runs take ten times as long. */
  private static final int MOST_CALLS_LARGE = 24;

  /** Pending changes at the end of which each prefix is tried. */
  private static final int LAST = 16;

  private static final CrashStates AT_THE_END = new CrashStates(3, 4);

  /** Told of what fails on purpose and what follows; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private FaultSweep() {}

  /**
   * Runs.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    Arguments options =
        Arguments.of(
            arguments, "--seconds", "--seed", "--scenarios", "--stride", "--runs", "--fault");
    String only = options.text("--fault", "");
    if (!only.isEmpty()) {
      run(options.number("--seed", 1), Fault.parse(only));
      System.out.println(only + ": no violation");
      return;
    }
    long start = System.nanoTime();
    long end = start + options.number("--seconds", 3600) * 1_000_000_000L;
    long first = options.number("--seed", 1);
    long last = first + options.number("--scenarios", 8) - 1;
    long asked = options.number("--runs", 0);
    long most = asked == 0 ? Long.MAX_VALUE : asked;
    long runs = 0;
    for (long seed = first; seed <= last && runs < most && System.nanoTime() < end; seed++) {
      int stride = (int) options.number("--stride", 1);
      runs += sweep(seed, stride, () -> System.nanoTime() < end);
      if (seed % INTERNING == 0) {
        runs += sweep(seed | CrashScenario.INTERNING, stride, () -> System.nanoTime() < end);
      }
      if (seed % TIMED == TIMED - 1) {
        runs += sweep(seed | CrashScenario.TIMED, stride, () -> System.nanoTime() < end);
      }
      if (seed % PROFILED == 2) {
        runs += sweep(seed | CrashScenario.PROFILED, stride, () -> System.nanoTime() < end);
      }
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
   * @throws AssertionError if a promise is not kept
   */
  public static long sweep(long seed, int stride, BooleanSupplier goesOn) {
    QUIET.setLevel(Level.OFF);
    CrashScenario scenario = scenario(seed);
    int most = isLarge(seed) ? MOST_CALLS_LARGE : MOST_CALLS;
    FaultFile sound = FaultFile.empty();
    run(scenario, sound, null);
    Map<Fault.Call, Long> calls = new EnumMap<>(Fault.Call.class);
    for (Fault.Call call : Fault.Call.values()) {
      calls.put(call, sound.calls(call));
    }
    SplittableRandom random = new SplittableRandom(seed);
    long runs = 1;
    for (Fault.Kind kind : Fault.Kind.values()) {
      for (boolean isSticky : new boolean[] {false, true}) {
        long count = calls.getOrDefault(kind.concerned, 0L);
        long step = stride * ((count + most - 1) / most);
        long first = step > stride ? 1 + random.nextLong(step) : 1;
        for (long call = first; call <= count && goesOn.getAsBoolean(); call += step) {
          run(scenario, FaultFile.empty(), new Fault(kind, call, isSticky));
          runs++;
        }
      }
    }
    return runs;
  }

  private static boolean isLarge(long seed) {
    return seed % LARGE == 0;
  }

  private static CrashScenario scenario(long seed) {
    return isLarge(seed) ? CrashScenario.large(seed) : CrashScenario.of(seed);
  }

  /** Runs the scenario of a seed with one fault. */
  static void run(long seed, Fault fault) {
    QUIET.setLevel(Level.OFF);
    run(scenario(seed), FaultFile.empty(), fault);
  }

  /** Runs with one fault. */
  private static void run(CrashScenario scenario, FaultFile file, @Nullable Fault fault) {
    file.plan(fault);
    ScenarioRun run = new ScenarioRun(scenario, file, true, () -> {});
    try {
      run.run();
      if (fault == null) {
        return;
      }
      file.plan(null);
      file.reopen();
      end(scenario, file, run.history());
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
              + "\nreplay: java -ea -cp "
              + ModelRun.CLASS_PATH
              + " "
              + FaultSweep.class.getName()
              + (fault == null ? " --scenarios 1" : " --fault \"" + fault + "\"")
              + " --seed "
              + scenario.seed()
              + FailureTrace.record(
                  "fault-" + scenario.seed(), trace -> record(scenario, fault, trace)),
          e);
    }
  }

  private static void record(CrashScenario scenario, @Nullable Fault fault, Path trace) {
    FaultFile file = FaultFile.empty();
    file.plan(fault);
    new ScenarioRun(scenario, file, true, () -> {}).recordTo(trace).run();
  }

  /** Opens what is left: on the disk, and in the system. */
  private static void end(CrashScenario scenario, FaultFile file, History history) {
    Judge judge = new Judge(scenario.limits(), CrashScenario.names(scenario.seed()));
    SplittableRandom random = new SplittableRandom(scenario.seed());
    List<Change> pending = file.pending();
    AT_THE_END.forEach(
        pending,
        Math.max(0, pending.size() - LAST),
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
