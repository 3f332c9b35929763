package io.octavo.tool;

import org.jspecify.annotations.Nullable;

/** Tells which part of a line is malformed, so that a message can quote it instead of the line. */
final class BadField extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * Creates an exception.
   *
   * @param message what is wrong, and with what
   * @param text what stands there
   */
  BadField(String message, String text) {
    this(message, text, null);
  }

  /**
   * Creates an exception.
   *
   * @param message what is wrong, and with what
   * @param text what stands there
   * @param cause what found it, null if nothing else did
   */
  BadField(String message, String text, @Nullable Throwable cause) {
    super(message, cause);
    this.text = text;
  }

  String text() {
    return text;
  }
}
