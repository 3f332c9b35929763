package io.octavo.fuzz.crash;

import io.octavo.fuzz.fail.PointInserter;
import io.octavo.fuzz.fail.Points;
import io.octavo.fuzz.fail.Removal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out each statement of the methods that clean up, one after the other, and lets {@link
 * MethodSweep} find it.
 *
 * <pre>
 * CleanupHunt [--seconds N] [--class NAME] [--method NAME] [--known N]
 * </pre>
 *
 * <p>The seconds are for each statement. What is found without a bug, in {@code known} seconds for
 * each scenario, is passed over. Ends with status 1 where one is not found.
 */
public final class CleanupHunt {
  /** Seeds, one in how many of their runs, whether there are several threads, or real files. */
  private static final String[][] SHARES = {
    {"8", "10", "0", "0"},
    {"16", "10", "0", "0"},
    {"9", "10", "0", "0"},
    {"1", "4", "1", "0"},
    {"1", "200", "0", "1"},
    {"24", "5", "0", "0"}
  };

  private CleanupHunt() {}

  /**
   * Hunts.
   *
   * @param arguments as above
   * @throws ReflectiveOperationException never
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Arguments options = Arguments.of(arguments, "--seconds", "--class", "--method", "--known");
    long seconds = options.number("--seconds", 20);
    PrintStream out = System.out;
    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    System.setOut(silent);
    // Loads all classes that a scenario uses, and so learns their calls.
    Set<Object> known = new HashSet<>();
    for (String[] share : SHARES) {
      known.addAll(sweep(null, Set.of(), options.number("--known", 60), share, "0"));
    }
    if (!known.isEmpty()) {
      out.println(known.size() + " violations are known without a bug and passed over");
    }
    List<Removal> statements = new ArrayList<>(Points.statements());
    statements.removeIf(call -> !Exits.isExit(call.className(), call.method()));
    int found = 0;
    int tried = 0;
    for (Removal statement : statements) {
      if (!options.text("--class", statement.className()).equals(statement.className())
          || !options.text("--method", statement.method()).equals(statement.method())) {
        continue;
      }
      long start = System.nanoTime();
      String how = hunt(statement, known, seconds);
      tried++;
      found += how.isEmpty() ? 0 : 1;
      out.printf(
          Locale.ROOT,
          "%-50s %5.1f s  %s%n",
          statement.className() + "." + statement.method() + ":" + statement.line(),
          (System.nanoTime() - start) / 1e9,
          how.isEmpty() ? "NOT FOUND" : how);
    }
    out.println(found + " of " + tried + " found");
    if (found < tried) {
      System.exit(1);
    }
  }

  private static String hunt(Removal statement, Set<?> known, long seconds)
      throws ReflectiveOperationException {
    for (String[] share : SHARES) {
      try {
        Set<?> found = sweep(statement, known, Math.max(1, seconds / SHARES.length), share, "1");
        if (!found.isEmpty()) {
          return "by seed " + share[0] + ": " + found.iterator().next();
        }
      } catch (AssertionError | RuntimeException e) {
        return "without a failure: "
            + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      }
    }
    return "";
  }

  private static Set<?> sweep(
      @Nullable Removal statement, Set<?> known, long seconds, String[] share, String first)
      throws ReflectiveOperationException {
    return MethodSweep.sweep(
        new PointInserter(statement),
        known,
        "--seconds",
        String.valueOf(seconds),
        "--seed",
        share[0],
        "--scenarios",
        "1",
        "--stride",
        "1000",
        "--each",
        share[1],
        "--threads",
        share[2],
        "--files",
        share[3],
        "--first",
        first);
  }
}
