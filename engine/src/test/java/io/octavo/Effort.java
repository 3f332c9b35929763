package io.octavo;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * How long tests go on that could go on for ever: {@code -Doctavo.effort=8}, as in {@code .ci/run},
 * asks eight times as many seeds, rounds and seconds. The counts in the tests are those of 4.
 */
public final class Effort {
  private static final int EFFORT = Integer.getInteger("octavo.effort", 1);

  private Effort() {}

  /** Returns a number of rounds. */
  public static int times(int count) {
    return Math.max(1, count * EFFORT / 4);
  }

  /** Returns seeds from 1 on. */
  public static LongStream seeds(int count) {
    return LongStream.rangeClosed(1, times(count));
  }

  /**
   * Runs a test from many seeds, or with {@code -Doctavo.seed=N} from one. A failure tells the
   * command that repeats it.
   */
  public static void forEachSeed(Class<?> where, int count, LongConsumer test) {
    Long only = Long.getLong("octavo.seed");
    seeds(count)
        .filter(seed -> only == null || seed == only)
        .forEach(
            seed -> {
              try {
                test.accept(seed);
              } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                    "replay with: ./mvnw -pl engine -am test -Dtest="
                        + where.getSimpleName()
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Doctavo.seed="
                        + seed,
                    e);
              }
            });
  }

  /** Tells, as long as it is asked, that there is time left, or that there was not enough yet. */
  public static BooleanSupplier goesOn(long millis, BooleanSupplier isEnough) {
    long end = System.nanoTime() + millis * EFFORT * 250_000;
    return () -> System.nanoTime() < end || !isEnough.getAsBoolean();
  }
}
