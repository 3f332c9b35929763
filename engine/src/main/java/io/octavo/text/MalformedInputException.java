package io.octavo.text;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if input can be read, but is not what it must be. The message does not name the input. */
public final class MalformedInputException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedInputException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
