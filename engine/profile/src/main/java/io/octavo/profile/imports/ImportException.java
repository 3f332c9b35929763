package io.octavo.profile.imports;

import io.octavo.error.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file cannot be imported into a profile. The message states the file, the line or the
 * byte, the problem and what to do. Earlier commits remain; another import of the same file
 * continues after them, see {@link Imports}.
 */
public final class ImportException extends StoreException {
  private static final long serialVersionUID = 1L;

  ImportException(String message) {
    super(message);
  }

  ImportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns an exception.
   *
   * @param source the name of the file
   * @param place the position, such as {@code line 7}
   * @param problem the problem, and what to do
   */
  static ImportException at(String source, String place, String problem) {
    return new ImportException(source + ": " + place + ": " + problem);
  }
}
