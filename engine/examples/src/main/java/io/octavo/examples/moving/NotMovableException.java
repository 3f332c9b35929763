package io.octavo.examples.moving;

/** Thrown if a source holds what its program cannot copy; nothing has been copied then. */
public final class NotMovableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotMovableException(String name, String why) {
    super(name + ": " + why);
  }
}
