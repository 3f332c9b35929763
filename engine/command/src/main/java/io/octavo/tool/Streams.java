package io.octavo.tool;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a run of the command reads and writes.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param screen the terminal, if there is one
 * @param isStopped tells whether the person at the terminal has given up waiting
 * @param trace where to record what is done to a store, null if it is not
 */
record Streams(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Screen screen,
    BooleanSupplier isStopped,
    @Nullable Path trace) {
  /** Is not stopped and records nothing. */
  Streams(InputStream in, PrintStream out, PrintStream err, Screen screen) {
    this(in, out, err, screen, () -> false, null);
  }

  /** Returns the same with a trace. */
  Streams recordingTo(Path path) {
    return new Streams(in, out, err, screen, isStopped, path);
  }

  /** Prints a line in the same form everywhere on earth. */
  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "\n", arguments);
  }

  /** Prints a line, cut off where it is wider than the screen. */
  void fitted(String format, Object... arguments) {
    line("%s", Fit.cut(String.format(Locale.ROOT, format, arguments), screen.columns()));
  }

  /**
   * Prints a line of words, which is continued on further ones where it is wider than the screen.
   *
   * @param indent how far these are indented
   */
  void folded(int indent, String format, Object... arguments) {
    String text = String.format(Locale.ROOT, format, arguments);
    Fit.fold(text, screen.columns(), indent).forEach(line -> line("%s", line));
  }

  /** Ends the verb if the person at the terminal has asked for that. */
  void requireGoingOn() {
    if (isStopped.getAsBoolean()) {
      throw new Failure(Failure.PROBLEM, "interrupted");
    }
  }
}
