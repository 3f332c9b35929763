package io.octavo.page;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Runs a property from many seeds; a failure tells its seed and the command that replays it. With
 * {@code -Doctavo.effort=8}, as in {@code .ci/run}, there are eight times as many; the counts in
 * the tests are those of 4.
 */
public final class Seeds {
  /** Runs only this seed. */
  private static final String PROPERTY = "octavo.seed";

  private static final int EFFORT = Integer.getInteger("octavo.effort", 1);

  private Seeds() {}

  /** Runs a property from a quarter of as many seeds from 0, or with effort from more. */
  public static void forEach(int count, Consumer<SplittableRandom> property) {
    StackTraceElement test =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst().orElseThrow())
            .toStackTraceElement();
    Long only = Long.getLong(PROPERTY);
    long from = only == null ? 0 : only;
    long to = only == null ? ((long) count * EFFORT + 3) / 4 : only + 1;
    for (long seed = from; seed < to; seed++) {
      try {
        property.accept(new SplittableRandom(seed));
      } catch (RuntimeException | AssertionError e) {
        String name = test.getClassName();
        throw new AssertionError(
            String.format(
                "seed %d; replay with: mvn test -Dtest=%s#%s -D%s=%d%n%s",
                seed,
                name.substring(name.lastIndexOf('.') + 1),
                test.getMethodName(),
                PROPERTY,
                seed,
                e),
            e);
      }
    }
  }
}
