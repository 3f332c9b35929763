package io.octavo.tool;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Where a run of the command reads and writes.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param isErrTerminal tells whether a person watches standard error; asked only where it matters
 * @param isOutColoured tells whether colours are wanted on standard output; asked as rarely
 */
record Streams(
    InputStream in,
    PrintStream out,
    PrintStream err,
    BooleanSupplier isErrTerminal,
    BooleanSupplier isOutColoured) {
  /** Has no colours. */
  Streams(InputStream in, PrintStream out, PrintStream err, BooleanSupplier isErrTerminal) {
    this(in, out, err, isErrTerminal, () -> false);
  }

  /** Prints a line in the same form everywhere on earth. */
  void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "\n", arguments);
  }
}
