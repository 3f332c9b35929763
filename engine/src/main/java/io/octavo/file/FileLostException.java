package io.octavo.file;

import java.io.IOException;

/**
 * Thrown if a file no longer belongs to its store: its name or its lock is that of something else,
 * or something else has changed it. Any other {@link IOException} of a check says nothing about the
 * file.
 */
public final class FileLostException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an exception.
   *
   * @param message the reason
   */
  public FileLostException(String message) {
    super(message);
  }

  FileLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
