package io.octavo.fuzz;

import java.util.Locale;

/** Runs scenarios against the model for as long as told, on one core. */
public final class ModelRun {
  /** Operations of a scenario where nothing else is said. */
  public static final int LENGTH = 1_000;

  /**
   * Where the programs of this module find their classes, seen from the directory of the project.
   */
  public static final String CLASS_PATH =
      "page/target/classes:engine/target/classes:engine/profile/target/classes"
          + ":engine/command/target/classes:fuzz/target/classes";

  private ModelRun() {}

  /**
   * Runs {@code FROM..TO SECONDS [LENGTH]}: the scenarios of the seeds in order until the last or
   * until the time is up. A difference ends it with an error.
   *
   * @param arguments seeds, seconds (0 for all seeds), and operations of a scenario
   */
  public static void main(String[] arguments) {
    if (arguments.length < 2) {
      System.err.println("usage: ModelRun FROM..TO SECONDS [LENGTH]");
      System.exit(2);
    }
    int dots = arguments[0].indexOf("..");
    long from = Long.parseLong(arguments[0].substring(0, dots));
    long to = Long.parseLong(arguments[0].substring(dots + 2));
    long nanos = Long.parseLong(arguments[1]) * 1_000_000_000L;
    int length = arguments.length > 2 ? Integer.parseInt(arguments[2]) : LENGTH;
    long start = System.nanoTime();
    long operations = 0;
    long scenarios = 0;
    for (long seed = from; seed <= to; seed++) {
      operations += FailureTrace.run(Scenario.of(seed, length));
      scenarios++;
      if (nanos > 0 && System.nanoTime() - start > nanos) {
        break;
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%d scenarios, %d operations, %.1f s, %.0f operations/s: no difference%n",
        scenarios,
        operations,
        seconds,
        operations / seconds);
  }

  /** Returns the command that runs one scenario again. */
  static String command(long seed, int length) {
    return "java -ea -cp "
        + CLASS_PATH
        + " "
        + ModelRun.class.getName()
        + " "
        + seed
        + ".."
        + seed
        + " 0 "
        + length;
  }
}
