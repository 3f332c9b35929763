package io.octavo.fuzz.crash;

import io.octavo.fuzz.ModelRun;
import io.octavo.fuzz.fail.Actor;
import io.octavo.fuzz.fail.Plan;
import io.octavo.fuzz.fail.Point;
import io.octavo.fuzz.fail.PointInserter;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.StruckLoader;
import io.octavo.fuzz.fail.Turns;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lets the methods of page and engine fail: at each point of a scenario, or at some of those that a
 * scenario comes to often, an Error or an unchecked exception is thrown; and once more in what
 * cleans up after it, or after a call of the file that failed. {@link MethodRun} holds the store to
 * its promises.
 *
 * <pre>
 * MethodSweep [--seconds N] [--seed N] [--step N] [--scenarios N] [--runs N] [--most N] [--stride N]
 *     [--each N] [--at TEXT] [--once 1] [--first 1] [--shuffled 1] [--threads 1|2] [--files 1]
 *     [--exits PERCENT] [--plan PLAN] [and MORE...]
 * </pre>
 *
 * <p>The step is from one seed to the next; scenarios of seeds that 8 divides are so small that all
 * points fail. The scenarios of 5, 14 and each ninth seed on intern: their seeds get bit 40. The
 * stride is how many times a scenario comes to a point for each time that it fails there; 1 for
 * every time. Of these runs one in {@code each} is done; {@code at} leaves out points whose {@code
 * Class.method:line what} does not contain a text. {@code runs} is how many there have to be,
 * {@code most} how many there may be. {@code once} leaves out second failures, {@code first} ends
 * with the first violation, {@code shuffled} takes points in an order that the seed decides, those
 * of exit paths first. {@code threads} has several threads: in turns that the seed decides, or with
 * 2 as the system lets them run. {@code files} takes a real file, with its locks. {@code and} does
 * another sweep in the same process, so that {@code exits} can demand that all sweeps together hit
 * that share of the lines of exit paths that a run came to without a failure or behind one: a third
 * failure is not promised to be survived. Ends with status 1 if anything falls short of that.
 */
public final class MethodSweep {
  /** One in so many seeds interns, another has series, of all sizes of scenarios. */
  private static final int SPECIAL = 9;

  /** Far above what a run takes. */
  private static final long HANGING_MILLIS = 60_000;

  private static final List<Plan.Kind> KINDS = List.of(Plan.Kind.values());
  private static final List<Fault.Kind> FILE_KINDS = List.of(Fault.Kind.values());

  /** Told of failures on purpose; held here so that it is not collected. */
  private static final Logger QUIET = Logger.getLogger("io.octavo");

  private final Map<String, Integer> violations = new TreeMap<>();
  private final Map<String, Integer> struckIn = new HashMap<>();
  private long runs;
  private long failedStores;
  private long doubles;
  private int points;
  private final Set<String> known;

  /** How many runs there are at most when a sweep ends. */
  private long most;

  /** When a sweep ends, as {@link System#nanoTime} has it. */
  private long end;

  /** Percent of the lines of exit paths that failures are to hit, of those that a run came to. */
  private long exits;

  /** One in so many of the runs that the stride asks for. */
  private int each = 1;

  /** What the names of points that fail contain. */
  private String at = "";

  /** Ends with the first violation. */
  private boolean endsWithFirst;

  /** Does not begin with what a scenario begins with. */
  private boolean isShuffled;

  /** No second failures, nor any of the file. */
  private boolean isOnlyFirst;

  private MethodSweep(Set<String> known) {
    this.known = known;
  }

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws ReflectiveOperationException never
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    if (!sweep(new PointInserter(null), Set.of(), arguments).isEmpty()) {
      System.exit(1);
    }
  }

  /** Sweeps in classes of their own; gives the kinds of violations, without those known. */
  static Set<?> sweep(PointInserter inserter, Set<?> known, String... arguments)
      throws ReflectiveOperationException {
    try {
      return (Set<?>)
          Class.forName(MethodSweep.class.getName(), true, new StruckLoader(inserter))
              .getMethod("run", String[].class, Set.class)
              .invoke(null, arguments, known);
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
   * @param known kinds of violations to pass over
   * @return the kinds of violations
   */
  public static Set<String> run(String[] arguments, Set<String> known) {
    QUIET.setLevel(Level.OFF);
    MethodSweep sweep = new MethodSweep(known);
    List<String> words = List.of(arguments);
    for (int from = 0, to; from <= words.size(); from = to + 1) {
      int and = words.subList(from, words.size()).indexOf("and");
      to = and < 0 ? words.size() : from + and;
      sweep.sweep(words.subList(from, to).toArray(String[]::new));
    }
    sweep.summarise();
    return sweep.violations.keySet();
  }

  private void sweep(String[] arguments) {
    Arguments options =
        Arguments.of(
            arguments,
            "--seconds",
            "--seed",
            "--scenarios",
            "--runs",
            "--most",
            "--stride",
            "--plan",
            "--once",
            "--threads",
            "--each",
            "--at",
            "--exits",
            "--first",
            "--shuffled",
            "--files",
            "--step");
    long start = System.nanoTime();
    end = start + options.number("--seconds", 3600) * 1_000_000_000L;
    long first = options.number("--seed", 1);
    long threads = options.number("--threads", 0);
    boolean isOfFiles = options.number("--files", 0) == 1;
    String plan = options.text("--plan", "");
    if (!plan.isEmpty()) {
      if (isOfFiles) {
        fail(first, Plan.parse(plan));
      } else {
        replay(first, plan, threads == 2);
      }
      return;
    }
    each = (int) options.number("--each", 1);
    at = options.text("--at", "");
    endsWithFirst = options.number("--first", 0) == 1;
    isShuffled = options.number("--shuffled", 0) == 1;
    isOnlyFirst = options.number("--once", 0) == 1;
    exits = Math.max(exits, options.number("--exits", 0));
    long before = runs;
    most = before + options.number("--most", Long.MAX_VALUE - before);
    long asked = options.number("--runs", 0);
    long goal = asked == 0 ? Long.MAX_VALUE : before + asked;
    long step = options.number("--step", 1);
    long last = first + (options.number("--scenarios", 8) - 1) * step;
    for (long next = first; next <= last && runs < goal && goesOn(); next += step) {
      boolean isPlain = threads == 0 && !isOfFiles && next < CrashScenario.INTERNING;
      long special = isPlain ? next % SPECIAL : 0;
      long seed =
          next
              | (special == 5 ? CrashScenario.INTERNING : 0)
              | (special == 4 ? CrashScenario.TIMED : 0);
      int stride = (int) options.number("--stride", 16);
      if (isOfFiles) {
        files(seed);
      } else if (threads == 0) {
        scenario(seed, stride);
      } else {
        threads(seed, stride, threads == 2);
      }
      report(seed, start);
    }
    if (runs - before < asked) {
      violations.put("too few runs: asked for " + asked, 1);
    }
  }

  /** Returns the numbers of points in the order in which they are to fail, while there is time. */
  private Iterable<Integer> order(long seed, int[] passed) {
    List<Integer> numbers = new ArrayList<>(passed.length);
    for (int k = 0; k < passed.length; k++) {
      if (at.isEmpty() || Points.get(passed[k]).toString().contains(at)) {
        numbers.add(k);
      }
    }
    if (isShuffled) {
      Collections.shuffle(numbers, new Random(seed));
      // Where what cleans up is interrupted, it has to be done again: that is missed most easily.
      numbers.sort(Comparator.comparing(k -> !Exits.isExit(Points.get(passed[k]))));
    }
    return () -> numbers.stream().takeWhile(k -> goesOn()).iterator();
  }

  private boolean goesOn() {
    return System.nanoTime() < end && runs < most && !(endsWithFirst && !violations.isEmpty());
  }

  private void report(long seed, long start) {
    System.out.printf(
        Locale.ROOT,
        "seed %d: %d points, %d runs, %d with a second failure, %d stores failed, %d of %d points, %.1f s%n",
        seed,
        points,
        runs,
        doubles,
        failedStores,
        Points.countStruck(),
        Points.countPassed(),
        (System.nanoTime() - start) / 1e9);
  }

  private void summarise() {
    Set<String> exits = Points.lines(Exits::isExit, Points.Reach.LOADED);
    Set<String> passed = Points.lines(Exits::isExit, Points.Reach.PASSED);
    Set<String> hit = Points.lines(Exits::isExit, Points.Reach.STRUCK);
    System.out.printf(
        Locale.ROOT,
        "lines of exit paths hit: %d of %d, %.1f %%; %.1f %% of those that a run came to%n",
        hit.size(),
        exits.size(),
        100.0 * hit.size() / Math.max(1, exits.size()),
        100.0 * hit.size() / Math.max(1, passed.size()));
    if (hit.size() * 100L < this.exits * passed.size()) {
      violations.put("too few lines of exit paths hit", 1);
    }
    exits.removeAll(hit);
    exits.forEach(
        line ->
            System.out.println(
                (passed.contains(line) ? "  not hit: " : "  no run came to: ") + line));
    System.out.println("failures by class:");
    new TreeMap<>(struckIn)
        .forEach((name, count) -> System.out.println("  " + count + "  " + name));
    violations.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(kind -> System.out.println(kind.getValue() + " x " + kind.getKey()));
  }

  private void scenario(long seed, int asked) {
    int stride = MethodScenario.isTiny(seed) ? 1 : asked;
    Job reference = new Job(seed, Plan.NONE, null);
    reference.actor.remember();
    reference.run();
    String wrong = reference.wrong();
    if (wrong != null) {
      throw new AssertionError("seed " + seed + " without a failure: " + wrong);
    }
    int[] passed = reference.actor.passed();
    points = passed.length;
    Arrays.stream(passed).forEach(Points::hasPassed);
    SplittableRandom random = new SplittableRandom(seed);
    int[] times = new int[Points.count()];
    for (int k : order(seed, passed)) {
      // The first times that a scenario comes to a point differ most.
      int time = times[passed[k]]++;
      if (isNewExit(passed[k])
          || ((time < 2 || random.nextInt(stride) == 0) && random.nextInt(each) == 0)) {
        fail(seed, new Plan(k + 1, 0, kind(k)), null);
        if (!isOnlyFirst && random.nextInt(4) == 0) {
          fail(seed, new Plan(k + 1, second(random), kind(k + 1)), null);
        }
      }
    }
    int fileFaults = isOnlyFirst ? 0 : Math.min(400, passed.length / 20) / each;
    for (int i = 0; i < fileFaults && goesOn(); i++) {
      Fault.Kind kind = FILE_KINDS.get(random.nextInt(FILE_KINDS.size()));
      Fault fault = new Fault(kind, 1 + random.nextInt(30), random.nextInt(4) == 0);
      fail(seed, new Plan(0, second(random), kind(i)), fault);
    }
  }

  /** Lets one of several threads fail. */
  private void threads(long seed, int stride, boolean isFree) {
    SplittableRandom random = new SplittableRandom(seed);
    long all = most;
    int left = RoleRun.Role.values().length;
    for (RoleRun.Role role : RoleRun.Role.values()) {
      most = runs + (all - runs) / left--;
      RoleRun reference = new RoleRun(seed, role, Plan.NONE, isFree);
      reference.failing().remember();
      String wrong = run(reference);
      if (wrong != null) {
        throw new AssertionError("threads, " + reference + " without a failure: " + wrong);
      }
      int[] passed = reference.failing().passed();
      requireSameAgain(seed, role, isFree, passed.length);
      Arrays.stream(passed).forEach(Points::hasPassed);
      points = passed.length;
      int[] times = new int[Points.count()];
      for (int k : order(seed, passed)) {
        int time = times[passed[k]]++;
        if ((time < 1 || random.nextInt(stride) == 0) && random.nextInt(each) == 0) {
          fail(seed, role, new Plan(k + 1, 0, kind(k)), isFree);
          if (!isOnlyFirst && random.nextInt(4) == 0) {
            fail(seed, role, new Plan(k + 1, second(random), kind(k + 1)), isFree);
          }
        }
      }
    }
  }

  /** A seed that decided less than all would make replays worthless. */
  private static void requireSameAgain(
      long seed, RoleRun.Role role, boolean isFree, long expected) {
    RoleRun again = new RoleRun(seed, role, new Plan(Long.MAX_VALUE, 0, kind(0)), isFree);
    if (run(again) != null || (!isFree && again.failing().count() != expected)) {
      throw new AssertionError(
          role + ": " + again.failing().count() + " points when repeated, not " + expected);
    }
  }

  /** Fails while a store in a real file is created, opened, changed, copied and closed. */
  private void files(long seed) {
    FileRun reference = new FileRun(seed, Plan.NONE);
    reference.actor().remember();
    String wrong = run(reference);
    if (wrong != null) {
      throw new AssertionError("a real file without a failure: " + wrong);
    }
    int[] passed = reference.actor().passed();
    Arrays.stream(passed).forEach(Points::hasPassed);
    points = passed.length;
    SplittableRandom random = new SplittableRandom(seed);
    for (int k : order(seed, passed)) {
      if (isNewExit(passed[k]) || random.nextInt(each) == 0) {
        fail(seed, new Plan(k + 1, 0, kind(k)));
        if (!isOnlyFirst) {
          fail(seed, new Plan(k + 1, second(random), kind(k + 1)));
        }
      }
    }
  }

  private void fail(long seed, Plan plan) {
    FileRun run = new FileRun(seed, plan);
    if (plan.second() == 0) {
      run.actor().remember();
    }
    String wrong = run(run);
    count(run.actor(), false, false);
    if (wrong != null) {
      note(
          wrong,
          "a real file",
          run.actor().struck(),
          "--files 1 --seed " + seed + " --plan " + plan);
    }
    again(run.actor(), plan, next -> fail(seed, next));
  }

  private static @Nullable String run(FileRun run) {
    join(run.actor(), run.turns());
    String wrong = explain(run.turns(), run.wrong());
    run.clear();
    return wrong;
  }

  private static void join(Actor actor, Turns turns) {
    actor.start();
    try {
      actor.join(HANGING_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (actor.isAlive()) {
      turns.kill("hangs");
    }
  }

  private static @Nullable String run(RoleRun run) {
    try {
      run.run(HANGING_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return explain(run.turns(), run.wrong());
  }

  private void fail(long seed, RoleRun.Role role, Plan plan, boolean isFree) {
    RoleRun run = new RoleRun(seed, role, plan, isFree);
    String wrong = run(run);
    count(run.failing(), run.hasFailed(), false);
    if (wrong != null) {
      note(
          wrong,
          "thread " + role,
          run.failing().struck(),
          "--threads " + (isFree ? 2 : 1) + " --seed " + seed + " --plan " + plan + "/" + role);
    }
  }

  private void count(Actor actor, boolean hasFailed, boolean isOfFile) {
    runs++;
    doubles += actor.thrown().size() + (isOfFile ? 1 : 0) > 1 ? 1 : 0;
    failedStores += hasFailed ? 1 : 0;
    actor.struck().forEach(point -> struckIn.merge(Points.get(point).className(), 1, Integer::sum));
  }

  /** Most of what cleans up comes soon. */
  private static long second(SplittableRandom random) {
    return 1L + random.nextInt(1 << (2 + random.nextInt(9)));
  }

  private static Plan.Kind kind(int number) {
    return KINDS.get(number % KINDS.size());
  }

  private void fail(long seed, Plan plan, @Nullable Fault fault) {
    Job job = new Job(seed, plan, fault);
    if (plan.second() == 0) {
      job.actor.remember();
    }
    job.run();
    count(job.actor, job.run.hasFailed(), fault != null);
    String wrong = job.wrong();
    if (wrong != null) {
      note(wrong, job.run.place(), job.actor.struck(), "--seed " + seed + " --plan " + job.text());
    }
    if (fault == null) {
      again(job.actor, plan, next -> fail(seed, next, null));
    }
  }

  /** Fails a second time at each point of the exits behind a first failure that never failed. */
  private void again(Actor actor, Plan plan, Consumer<Plan> fail) {
    if (isOnlyFirst || plan.second() > 0) {
      return;
    }
    int[] passed = actor.passed();
    for (int at = (int) plan.first(); at < actor.cleaned() && goesOn(); at++) {
      Points.hasPassed(passed[at]);
      if (isNewExit(passed[at])) {
        fail.accept(new Plan(plan.first(), at + 1 - plan.first(), plan.kind()));
      }
    }
  }

  /** Returns whether a point of an exit is to fail that never did. */
  private static boolean isNewExit(int point) {
    return !Points.isStruck(point) && Exits.isExit(Points.get(point));
  }

  private void note(String wrong, String place, List<Integer> struck, String replay) {
    String where = struck.isEmpty() ? "the file" : Points.get(struck.get(0)).toString();
    String again = struck.size() < 2 ? "" : ", then " + Points.get(struck.get(1));
    String key = kindOf(wrong) + " | " + method(struck, 0) + method(struck, 1);
    if (known.contains(key)) {
      return;
    }
    if (violations.merge(key, 1, Integer::sum) == 1) {
      String own = System.getProperty("java.class.path");
      String path = own.length() > 300 ? ModelRun.CLASS_PATH + ":BYTE_BUDDY" : own;
      String program = "java -ea -cp " + path + " " + MethodSweep.class.getName();
      System.out.println("VIOLATION at " + place + ": " + wrong);
      System.out.println("  struck: " + where + again);
      System.out.println("  replay: " + program + " " + replay);
    }
  }

  /** Returns what the violations of one kind have in common. */
  private static String kindOf(String wrong) {
    String what = wrong.lines().findFirst().orElse("").replace("java.lang.AssertionError: ", "");
    int end = what.indexOf(": ");
    return end < 0 ? what : what.substring(0, end);
  }

  private static String method(List<Integer> struck, int index) {
    if (index >= struck.size()) {
      return "";
    }
    Point point = Points.get(struck.get(index));
    return (index == 0 ? "" : ", then ") + point.className() + "." + point.method();
  }

  private void replay(long seed, String text, boolean isFree) {
    String[] parts = text.split("/", -1);
    if (parts.length > 1 && !parts[1].contains(",")) {
      fail(seed, RoleRun.Role.valueOf(parts[1]), Plan.parse(parts[0]), isFree);
      System.out.println(violations.isEmpty() ? "no violation" : "a violation");
      return;
    }
    Fault fault = null;
    if (parts.length > 1) {
      String[] words = parts[1].split(",", -1);
      fault =
          new Fault(
              Fault.Kind.valueOf(words[0]),
              Long.parseLong(words[1]),
              Boolean.parseBoolean(words[2]));
    }
    fail(seed, Plan.parse(parts[0]), fault);
    System.out.println(violations.isEmpty() ? "no violation" : "a violation");
  }

  private static @Nullable String explain(Turns turns, @Nullable Throwable thrown) {
    String death = turns.death();
    if (death != null) {
      return "a hang: " + death;
    }
    if (thrown == null) {
      return null;
    }
    StringBuilder text = new StringBuilder(thrown.toString());
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append("\n  cause ").append(cause);
      Arrays.stream(cause.getStackTrace())
          .limit(8)
          .forEach(at -> text.append("\n    at ").append(at));
    }
    return text.toString();
  }

  /** One run on a thread of its own. */
  private static final class Job {
    private final Plan plan;
    private final @Nullable Fault fault;
    private final Turns turns;
    private final Actor actor;
    private final MethodRun run;
    private volatile @Nullable Throwable thrown;

    Job(long seed, Plan plan, @Nullable Fault fault) {
      this.plan = plan;
      this.fault = fault;
      turns = new Turns(seed);
      CrashScenario scenario = MethodScenario.of(seed);
      FaultFile file = FaultFile.empty();
      file.plan(fault);
      actor = new Actor("failing", turns, plan, this::body);
      run = new MethodRun(scenario, file, actor, (plan.first() + plan.second()) % 3 == 0);
    }

    private void body() {
      try {
        run.run();
      } catch (Throwable e) {
        thrown = e;
      }
    }

    void run() {
      join(actor, turns);
    }

    /** Returns what promise was not kept. */
    @Nullable String wrong() {
      return explain(turns, thrown);
    }

    String text() {
      return plan
          + (fault == null ? "" : "/" + fault.kind() + "," + fault.call() + "," + fault.isSticky());
    }
  }
}
