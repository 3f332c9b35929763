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
 * @param isErrTerminal tells whether a person watches standard error; asked only where it matters
 * @param isOutColoured tells whether colours are wanted on standard output; asked as rarely
 * @param trace where to record what is done to a store, null if it is not
 */
record Streams(
    InputStream in,
    PrintStream out,
    PrintStream err,
    BooleanSupplier isErrTerminal,
    BooleanSupplier isOutColoured,
    @Nullable Path trace) {
  /** Records nothing. */
  Streams(
      InputStream in,
      PrintStream out,
      PrintStream err,
      BooleanSupplier isErrTerminal,
      BooleanSupplier isOutColoured) {
    this(in, out, err, isErrTerminal, isOutColoured, null);
  }

  /** Has no colours. */
  Streams(InputStream in, PrintStream out, PrintStream err, BooleanSupplier isErrTerminal) {
    this(in, out, err, isErrTerminal, () -> false);
  }

  /** Returns the same with a trace. */
  Streams recordingTo(Path path) {
    return new Streams(in, out, err, isErrTerminal, isOutColoured, path);
  }

  /** Prints a line in the same form everywhere on earth. */
  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "\n", arguments);
  }
}
