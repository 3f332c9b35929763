package io.octavo.tool;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Ends a verb with a message for the user and an exit code. */
final class Failure extends RuntimeException {
  /** All was well. */
  static final int OK = 0;

  /** A problem was found: damage, a malformed input, a map that is not there. */
  static final int PROBLEM = 1;

  /** The arguments make no sense. */
  static final int USAGE = 2;

  /** The store cannot be opened. */
  static final int CANNOT_OPEN = 3;

  /** A key is not there. */
  static final int NO_KEY = 4;

  /** The disk, or the store, is full. */
  static final int FULL = 5;

  /** A map holds something else. */
  static final int WRONG_TYPE = 6;

  /** What the codes mean, for help and manual pages. */
  static final String CODES =
      "Exit codes: 0 success, 1 a problem was found, 2 invalid arguments, 3 the store cannot be"
          + " opened, 4 a key is not in the map, 5 the disk or the store is full, 6 the map is of"
          + " another type.";

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  Failure(int exitCode, String message) {
    this(exitCode, message, null);
  }

  Failure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /**
   * Says that a map is not what was asked for.
   *
   * @param option what asked for it
   * @param holds what it holds
   * @param wanted what it would have to hold
   */
  static Failure wrongType(String option, String map, String holds, String wanted) {
    return new Failure(WRONG_TYPE, option + ": map " + map + " holds " + holds + ", not " + wanted);
  }

  /** Says that what was shown is not all. */
  static Failure damaged(Path file) {
    return new Failure(
        PROBLEM,
        file
            + ": the store is damaged; octavo check "
            + file
            + " shows the problems; "
            + remedy(file));
  }

  /** Says what to do about damage. */
  static String remedy(Path file) {
    return "restore a backup if there is one (octavo backup makes them), or save what can be read:"
        + " octavo salvage "
        + file
        + " TARGET";
  }

  /** Returns the code of an error of the system, which says in words only that there is no room. */
  static int of(String message) {
    return message.contains("No space left") || message.contains("quota exceeded") ? FULL : PROBLEM;
  }

  int exitCode() {
    return exitCode;
  }
}
