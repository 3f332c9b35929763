package io.octavo.fuzz.fail;

/**
 * A place in the engine that may fail.
 *
 * @param className the class, without the package
 * @param method the method; for one of its lambdas, that of the method
 * @param line in its source
 * @param what the entry, a call or an allocation
 */
public record Point(String className, String method, int line, String what) {
  @Override
  public String toString() {
    return className + "." + method + ":" + line + " " + what;
  }
}
