package io.octavo.file;

import java.io.IOException;

/**
 * Thrown if a file is known to belong to its store no longer: its name or its lock has passed to
 * something else, or something else has changed it. Any other {@link IOException} of a check means
 * that the check failed, and nothing about the file.
 */
public final class FileLostException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an exception.
   *
   * @param message what has happened to the file
   */
  public FileLostException(String message) {
    super(message);
  }

  FileLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
