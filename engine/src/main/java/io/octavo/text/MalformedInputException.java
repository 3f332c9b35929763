package io.octavo.text;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if input is malformed. The message does not name the input. */
public final class MalformedInputException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedInputException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
