package io.octavo.tool;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Ends a verb with a message for the user and an exit code. */
final class Failure extends RuntimeException {
  /** All was well. */
  static final int OK = 0;

  /** A problem was found: damage, a malformed input, a key or a map that is not there. */
  static final int PROBLEM = 1;

  /** The arguments make no sense. */
  static final int USAGE = 2;

  /** The store cannot be opened. */
  static final int CANNOT_OPEN = 3;

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  Failure(int exitCode, String message) {
    this(exitCode, message, null);
  }

  Failure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Says that what was shown is not all. */
  static Failure damaged(Path file) {
    return new Failure(
        PROBLEM, file + ": the store is damaged; octavo check " + file + " shows the problems");
  }

  int exitCode() {
    return exitCode;
  }
}
