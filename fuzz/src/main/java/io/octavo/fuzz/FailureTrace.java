package io.octavo.fuzz;

import io.octavo.shrink.TraceCheck;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Traces of what has failed: the case is done once more and recorded. They go to {@code
 * target/traces}, or where {@code -Doctavo.traces} says.
 */
public final class FailureTrace {
  private FailureTrace() {}

  /**
   * Runs a scenario.
   *
   * @param scenario the scenario
   * @return how many elementary operations were done
   * @throws AssertionError if the store does not do what the model does; the message names a trace
   *     of it too
   */
  public static long run(Scenario scenario) {
    try {
      return new Execution(scenario).run();
    } catch (AssertionError e) {
      // Of cases that are made shorter, the shortest is looked for.
      String name = "model-" + scenario.seed() + "-length-" + scenario.operations().size();
      String told =
          record(
              name,
              trace -> new Execution(scenario.with(scenario.options().recordTo(trace))).run());
      throw new AssertionError(e.getMessage() + told, e);
    }
  }

  /**
   * Does something that fails once more, and records it.
   *
   * @param name of the trace
   * @param again does it, recording to a file
   * @return lines for a message: where the trace is, and what a replay of it says
   */
  public static String record(String name, Consumer<Path> again) {
    Path directory = Path.of(System.getProperty("octavo.traces", "target/traces"));
    Path trace = directory.resolve(name + ".trace");
    try {
      Files.createDirectories(directory);
      Files.deleteIfExists(trace);
      try {
        again.accept(trace);
        // As where the failure came with a crash.
        return "\ntrace: octavo trace text "
            + trace.toAbsolutePath()
            + "\nwhich does not fail when it is only done once more";
      } catch (RuntimeException | AssertionError e) {
        return "\ntrace: octavo trace replay "
            + trace.toAbsolutePath()
            + " --check\nwhich says: "
            + replay(trace);
      }
    } catch (IOException e) {
      return "\ntrace: " + trace + " cannot be written: " + e;
    }
  }

  private static String replay(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace);
        TraceCheck check = TraceCheck.of(null, 0, 1)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        if (!check.apply(event)) {
          break;
        }
      }
      check.check();
      TraceCheck.Problem problem = check.problem();
      return problem != null
          ? problem.toString()
          : "no problem, so that it needs what a trace does not tell: readers, crashes, faults";
    }
  }
}
