package io.octavo.fuzz.bug;

import io.octavo.fuzz.MixedTrace;
import io.octavo.fuzz.workload.Arguments;
import io.octavo.shrink.FailingTrace;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceOutput;
import io.octavo.trace.TraceReader;
import io.octavo.tree.TreeLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Records a trace with the sound engine, does it again with a {@link SeededBug}, and makes it
 * smaller as long as the bug shows.
 *
 * <pre>
 * TraceHunt --bug NAME --into FILE [--operations N] [--seed N] [--leaf N] [--branch N]
 * </pre>
 */
public final class TraceHunt {
  private TraceHunt() {}

  /**
   * Runs.
   *
   * @param arguments as above
   * @throws Exception if the bug does not fit the engine any more, or does not show
   */
  public static void main(String[] arguments) throws Exception {
    Arguments options =
        Arguments.of(arguments, "--bug", "--into", "--operations", "--seed", "--leaf", "--branch");
    Path into = Path.of(options.text("--into", "small.trace"));
    Path whole = Path.of(into + ".whole");
    Files.deleteIfExists(whole);
    long operations = options.number("--operations", 100_000);
    TreeLimits limits =
        new TreeLimits(
            (int) options.number("--leaf", TreeLimits.PAGE.leaf()),
            (int) options.number("--branch", TreeLimits.PAGE.branch()));
    MixedTrace.record(whole, operations, options.number("--seed", 1), limits);
    SeededBug bug = SeededBug.valueOf(options.text("--bug", ""));
    long start = System.nanoTime();
    String told = shrink(bug, whole, into);
    System.out.printf(
        Locale.ROOT, "%s: %s, %.1f s%n", bug, told, (System.nanoTime() - start) / 1e9);
  }

  /**
   * Shrinks a trace that fails with a bug.
   *
   * @param bug the bug
   * @param whole the trace
   * @param into the smaller one, a file that does not exist
   * @return how small it is, and how it fails
   * @throws Exception if the bug does not fit the engine any more, or does not show
   */
  static String shrink(SeededBug bug, Path whole, Path into) throws Exception {
    Class<?> buggy = Class.forName(TraceHunt.class.getName(), true, new BuggyLoader(bug));
    Object shrinking =
        buggy
            .getMethod("shrinking", String.class, String.class)
            .invoke(null, whole.toString(), into.toString());
    return (String) ((Supplier<?>) shrinking).get();
  }

  /**
   * Makes what shrinks; called in the copy of this class that sees the buggy engine.
   *
   * @param whole the trace
   * @param into the smaller one
   * @return tells how small it is, and how it fails
   */
  public static Supplier<String> shrinking(String whole, String into) {
    return () -> {
      try {
        return shrink(Path.of(whole), Path.of(into));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static String shrink(Path whole, Path into) throws IOException {
    List<TraceEvent> events = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(whole)) {
      for (TraceEvent event = reader.next(); event != null; event = reader.next()) {
        events.add(event);
      }
    }
    FailingTrace failing = FailingTrace.ofCheck(events, null);
    StringBuilder steps = new StringBuilder();
    List<TraceEvent> small = failing.shrink(step -> steps.append(step).append("; "));
    try (TraceOutput out = TraceOutput.create(into)) {
      for (TraceEvent event : small) {
        out.write(event);
      }
    }
    return count(events)
        + " operations, fails after "
        + failing.operations()
        + ", shrunk to "
        + count(small)
        + ": "
        + failing.failure()
        + " ("
        + steps
        + ")";
  }

  private static long count(List<TraceEvent> events) {
    return events.stream().filter(event -> event instanceof TraceEvent.Operation).count();
  }
}
