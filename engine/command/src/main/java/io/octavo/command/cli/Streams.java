package io.octavo.command.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The input and output of a run of the command.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param screen the terminal, or {@link Screen#NONE}
 * @param isStopped returns whether the user has interrupted the command
 * @param trace the trace to record to, null for none
 */
public record Streams(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Screen screen,
    BooleanSupplier isStopped,
    @Nullable Path trace) {
  /** Makes streams that are never interrupted and record no trace. */
  public Streams(InputStream in, PrintStream out, PrintStream err, Screen screen) {
    this(in, out, err, screen, () -> false, null);
  }

  /** Returns the same streams, recording a trace. */
  public Streams recordingTo(Path path) {
    return new Streams(in, out, err, screen, isStopped, path);
  }

  /** Prints a line in the same format in all locales. */
  public void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "\n", arguments);
  }

  /** Prints a line, cut to the width of the screen. */
  public void fitted(String format, Object... arguments) {
    line("%s", Fit.cut(String.format(Locale.ROOT, format, arguments), screen.columns()));
  }

  /** Prints a line, {@link #cut}. */
  public void row(String format, Object... arguments) {
    line("%s", cut(String.format(Locale.ROOT, format, arguments)));
  }

  /** Returns a line, cut to the width of the terminal; whole if the output is none. */
  public String cut(String text) {
    return screen.showsOutput() ? Fit.cut(text, screen.columns()) : text;
  }

  /**
   * Prints words, in several lines if they are wider than the screen.
   *
   * @param indent the indentation of the further lines
   */
  public void folded(int indent, String format, Object... arguments) {
    String text = String.format(Locale.ROOT, format, arguments);
    Fit.fold(text, screen.columns(), indent).forEach(line -> line("%s", line));
  }

  /**
   * Throws if binary output would go to a terminal, which it would disturb.
   *
   * @param what the output
   * @param remedy where else it can go
   */
  public void requireNoTerminal(String what, String remedy) {
    if (screen.showsOutput()) {
      throw new Failure(
          Failure.USAGE, what + " is binary, and standard output is a terminal; " + remedy);
    }
  }

  /** Throws if the user has interrupted the command. */
  public void requireGoingOn() {
    if (isStopped.getAsBoolean()) {
      throw new Failure(Failure.PROBLEM, "interrupted");
    }
  }
}
