package io.octavo.command.text;

import org.jspecify.annotations.Nullable;

/** The error of a malformed part of a line, which a message can quote instead of the line. */
public final class BadField extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String text;

  /**
   * Creates an exception.
   *
   * @param message the error
   * @param text the malformed text
   */
  BadField(String message, String text) {
    this(message, text, null);
  }

  /**
   * Creates an exception.
   *
   * @param message the error
   * @param text the malformed text
   * @param cause the cause, may be null
   */
  public BadField(String message, String text, @Nullable Throwable cause) {
    super(message, cause);
    this.text = text;
  }

  public String text() {
    return text;
  }
}
