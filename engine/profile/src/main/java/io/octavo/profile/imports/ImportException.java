package io.octavo.profile.imports;

import io.octavo.error.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file cannot be imported into a profile. The message tells the file, the line or the
 * byte, what is wrong and what to do. Whatever was committed before stays; the import of the same
 * file goes on from there, see {@link Imports}.
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
   * @param place where, such as {@code line 7}
   * @param problem what is wrong, and what to do
   */
  static ImportException at(String source, String place, String problem) {
    return new ImportException(source + ": " + place + ": " + problem);
  }
}
