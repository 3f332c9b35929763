package io.octavo.command.cli;

import io.octavo.error.StoreFullException;
import io.octavo.file.NoSpaceException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Ends a command with a message for the user and an exit code. */
public final class Failure extends RuntimeException {
  /** Success. */
  public static final int OK = 0;

  /** A problem was found: damage, malformed input, a map that does not exist. */
  public static final int PROBLEM = 1;

  /** Invalid arguments. */
  public static final int USAGE = 2;

  /** The store cannot be opened. */
  public static final int CANNOT_OPEN = 3;

  /** A key does not exist. */
  public static final int NO_KEY = 4;

  /** The disk or the store is full. */
  public static final int FULL = 5;

  /** A map has another type. */
  public static final int WRONG_TYPE = 6;

  /** The meanings of the exit codes, for help and manual pages. */
  public static final String CODES =
      "Exit codes: 0 success, 1 a problem was found, 2 invalid arguments, 3 the store cannot be"
          + " opened, 4 a key is not in the map, 5 the disk or the store is full, 6 the map is of"
          + " another type.";

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public Failure(int exitCode, String message) {
    this(exitCode, message, null);
  }

  public Failure(int exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /**
   * Returns the failure for a map of another type.
   *
   * @param option the option that needs the type
   * @param holds what the map holds
   * @param wanted what the map must hold
   */
  public static Failure wrongType(String option, String map, String holds, String wanted) {
    return new Failure(WRONG_TYPE, option + ": map " + map + " holds " + holds + ", not " + wanted);
  }

  /** Returns the failure for output that lacks damaged parts. */
  public static Failure damaged(Path file) {
    return new Failure(
        PROBLEM,
        file
            + ": the store is damaged; octavo check "
            + file
            + " shows the problems; "
            + remedy(file));
  }

  /** Returns the advice on damage. */
  public static String remedy(Path file) {
    return "restore a backup if there is one (octavo backup makes them), or save what can be read:"
        + " octavo salvage "
        + file
        + " TARGET";
  }

  /** Returns the exit code of an error of the store or of a file. */
  public static int of(@Nullable Throwable e) {
    return e instanceof StoreFullException || e instanceof NoSpaceException ? FULL : PROBLEM;
  }

  public int exitCode() {
    return exitCode;
  }
}
