package io.octavo.examples.spring;

/**
 * Thrown if an application has the starter, but neither names a file nor has a store of its own.
 */
public final class MissingPathException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  MissingPathException() {
    super("octavo.path is not set: there is no file to open a store on");
  }
}
