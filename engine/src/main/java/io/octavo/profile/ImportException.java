package io.octavo.profile;

import io.octavo.error.StoreException;
import org.jspecify.annotations.Nullable;

/** Thrown if what is imported into a profile is malformed; the message states where. */
public final class ImportException extends StoreException {
  private static final long serialVersionUID = 1L;

  ImportException(String message) {
    super(message);
  }

  ImportException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
