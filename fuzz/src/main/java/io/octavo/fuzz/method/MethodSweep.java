package io.octavo.fuzz.method;

import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Point;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.StruckLoader;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.fuzz.workload.CrashScenario;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the methods of page and engine fail: at each point of a scenario, or at some of those that a
 * scenario comes to often, an Error or an unchecked exception is thrown, once. {@link FailingRun}
 * holds the store to its promises.
 *
 * <pre>
 * MethodSweep [--sort steps|threads|files|recursion] [--seconds N] [--seed N] [--scenarios N]
 *     [--runs N] [--stride N] [--each N] [--at TEXT] [--plan PLAN]
 * </pre>
 *
 * <p>Scenarios are {@linkplain MethodRun steps} of one thread, {@linkplain FailingThreads threads}
 * in turns that the seed decides, a {@linkplain FileRun real file} with its locks, or a {@linkplain
 * RecursionRun caller} that recurses until its stack is full, at a point that the seed decides.
 * Those of steps whose seeds 8 divides are so small that all points fail; those of 5, 14 and each
 * ninth seed on intern: their seeds get bit 40. The stride is how many times a scenario comes to a
 * point for each time that it fails there; 1 for every time. Of these runs one in {@code each} is
 * done; {@code at} leaves out points whose {@code Class.method:line what} does not contain a text.
 * {@code runs} is how many there have to be. Ends with status 1 if anything falls short of that.
 */
public final class MethodSweep {
  /** One in so many seeds interns, another has series, of all sizes of scenarios. */
  private static final int SPECIAL = 9;

  private static final List<Plan.Kind> KINDS = List.of(Plan.Kind.values());

  /** Told of failures on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  /** What is done while a method fails. */
  private enum Sort {
    STEPS,
    THREADS,
    FILES,
    RECURSION;

    FailingRun run(long seed, Plan plan) {
      return switch (this) {
        case STEPS -> new MethodRun(seed, plan);
        case THREADS -> new FailingThreads(seed, plan);
        case FILES -> new FileRun(seed, plan);
        case RECURSION -> new RecursionRun(seed);
      };
    }
  }

  private final Map<String, Integer> violations = new TreeMap<>();
  private final Map<String, Integer> struckIn = new HashMap<>();
  private final Arguments options;
  private final Sort sort;

  /** When the sweep ends, as {@link System#nanoTime} has it. */
  private final long end;

  private long runs;
  private long failedStores;

  private MethodSweep(String[] arguments) {
    options =
        Arguments.of(
            arguments,
            "--sort",
            "--seconds",
            "--seed",
            "--scenarios",
            "--runs",
            "--stride",
            "--each",
            "--at",
            "--plan");
    sort = Sort.valueOf(options.text("--sort", "steps").toUpperCase(Locale.ROOT));
    end = System.nanoTime() + options.number("--seconds", 3600) * 1_000_000_000L;
  }

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws ReflectiveOperationException never
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (sweep(arguments) > 0) {
      System.exit(1);
    }
  }

  /** Sweeps in classes that have points; returns the number of kinds of violations. */
  static int sweep(String... arguments) throws ReflectiveOperationException {
    if (List.of(arguments).contains("recursion")) {
      // A point needs stack itself, also where a monitor is let go, which never fails otherwise.
      return run(arguments);
    }
    try {
      return (Integer)
          Class.forName(MethodSweep.class.getName(), true, new StruckLoader())
              .getMethod("run", String[].class)
              .invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  /**
   * Runs in classes that have points.
   *
   * @param arguments as of {@link #main}
   * @return the number of kinds of violations
   */
  public static int run(String[] arguments) {
    QUIET.setLevel(Level.OFF);
    MethodSweep sweep = new MethodSweep(arguments);
    sweep.sweep();
    sweep.summarise();
    return sweep.violations.size();
  }

  private void sweep() {
    long first = options.number("--seed", 1);
    String plan = options.text("--plan", "");
    if (!plan.isEmpty()) {
      fail(first, Plan.parse(plan));
      return;
    }
    long asked = options.number("--runs", 0);
    long last = first + options.number("--scenarios", 8) - 1;
    for (long next = first; next <= last && (asked == 0 || runs < asked) && goesOn(); next++) {
      if (sort == Sort.RECURSION) {
        fail(next, Plan.NONE);
      } else {
        scenario(special(next));
      }
    }
    if (runs < asked) {
      violations.put("too few runs: asked for " + asked, 1);
    }
  }

  private long special(long seed) {
    if (sort != Sort.STEPS || seed >= CrashScenario.INTERNING) {
      return seed;
    }
    return switch ((int) (seed % SPECIAL)) {
      case 4 -> seed | CrashScenario.TIMED;
      case 5 -> seed | CrashScenario.INTERNING;
      default -> seed;
    };
  }

  private boolean goesOn() {
    return System.nanoTime() < end;
  }

  private void scenario(long seed) {
    long start = System.nanoTime();
    int[] passed = points(seed);
    boolean isTiny = sort == Sort.STEPS && MethodScenario.isTiny(seed);
    int stride = isTiny ? 1 : (int) options.number("--stride", 16);
    int each = (int) options.number("--each", 1);
    String at = options.text("--at", "");
    SplittableRandom random = new SplittableRandom(seed);
    int[] times = new int[Points.count()];
    for (int k = 0; k < passed.length && goesOn(); k++) {
      int point = passed[k];
      if (!at.isEmpty() && !Points.get(point).toString().contains(at)) {
        continue;
      }
      // The first times that a scenario comes to a point differ most.
      int time = times[point]++;
      if ((time < 2 || random.nextInt(stride) == 0) && random.nextInt(each) == 0) {
        fail(seed, new Plan(k + 1, KINDS.get(k % KINDS.size())));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "seed %d: %d points, %d runs, %d stores failed, %d of %d points, %.1f s%n",
        seed,
        passed.length,
        runs,
        failedStores,
        Points.countStruck(),
        Points.count(),
        (System.nanoTime() - start) / 1e9);
  }

  /** Runs a scenario without a failure; returns the points that it comes to. */
  private int[] points(long seed) {
    FailingRun reference = sort.run(seed, Plan.NONE);
    Actor actor = reference.actor();
    if (actor == null) {
      throw new IllegalStateException("sort=" + sort);
    }
    actor.remember();
    String wrong = reference.run();
    if (wrong != null) {
      throw new AssertionError(sort + ", seed " + seed + " without a failure: " + wrong);
    }
    return actor.passed();
  }

  private void fail(long seed, Plan plan) {
    FailingRun run = sort.run(seed, plan);
    String wrong = run.run();
    Actor actor = run.actor();
    Point struck = actor == null ? null : actor.struck();
    runs++;
    failedStores += run.hasFailed() ? 1 : 0;
    struckIn.merge(struck == null ? "the JVM" : struck.className(), 1, Integer::sum);
    if (wrong != null) {
      note(wrong, run.place(), struck, "--seed " + seed + " --plan " + plan);
    }
  }

  private void note(String wrong, String place, @Nullable Point struck, String replay) {
    String method = struck == null ? "" : struck.className() + "." + struck.method();
    if (violations.merge(kindOf(wrong) + " | " + method, 1, Integer::sum) == 1) {
      String own = System.getProperty("java.class.path");
      String path = own.length() > 300 ? ModelRun.CLASS_PATH + ":BYTE_BUDDY" : own;
      String program = "java -ea -cp " + path + " " + MethodSweep.class.getName();
      System.out.println("VIOLATION at " + place + ": " + wrong);
      System.out.println("  struck: " + struck);
      System.out.println(
          "  replay: "
              + program
              + " --sort "
              + sort.name().toLowerCase(Locale.ROOT)
              + " "
              + replay);
    }
  }

  /** Returns what the violations of one kind have in common. */
  private static String kindOf(String wrong) {
    String what = wrong.lines().findFirst().orElse("").replace("java.lang.AssertionError: ", "");
    int end = what.indexOf(": ");
    return end < 0 ? what : what.substring(0, end);
  }

  private void summarise() {
    System.out.printf(
        Locale.ROOT,
        "%d runs, %d stores failed, %d points failed%n",
        runs,
        failedStores,
        Points.countStruck());
    System.out.println("failures by class:");
    new TreeMap<>(struckIn)
        .forEach((name, count) -> System.out.println("  " + count + "  " + name));
    violations.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(kind -> System.out.println(kind.getValue() + " x " + kind.getKey()));
  }
}
