package io.octavo.fuzz.bug;

/**
 * A change of the instructions of one method.
 *
 * <p>A method reads {@code package.Class.method}, below {@code io.octavo}, with the simple names of
 * its parameter types where it is overloaded: {@code space.Space.free(int)}. Lambdas count as parts
 * of the method that has them.
 *
 * <p>An anchor is what the method does: a call {@code force()} or {@code StoreFile.force()}, the
 * field {@code durable}, the number {@code 4096}, or {@code throw}. Each place that fits is meant.
 * {@code force()#2} is the second of them, and {@code add() before unlink()} the last one before
 * the first place of the other.
 *
 * @param kind how the instructions change
 * @param method the method
 * @param anchor the place
 * @param number the number that {@link Kind#ANSWERS} and {@link Kind#PLUS} need
 * @param other the method that {@link Kind#CALLS} needs
 */
record Mutation(Kind kind, String method, String anchor, long number, String other) {
  /** How instructions change. */
  enum Kind {
    /** A call, an assignment or a throw is left out. */
    WITHOUT,
    /** A call is left out, or a field or number not used: a number is in its place. */
    ANSWERS,
    /** A number is added. */
    PLUS,
    /** Another method with the same parameters is called. */
    CALLS,
    /** The innermost condition before the place never leads to it. */
    NEVER
  }

  /**
   * Leaves out a call, an assignment of a field, or a throw.
   *
   * @param method the method
   * @param anchor the place; a call without parameters that returns an object is worth the object
   *     that it is made of, and others 0, false or null
   * @return the change
   */
  static Mutation without(String method, String anchor) {
    return new Mutation(Kind.WITHOUT, method, anchor, 0, "");
  }

  /**
   * Lets a call, a field or a number be worth a number.
   *
   * @param method the method
   * @param anchor the place
   * @param number the number; 0 also means false and null, 1 also true
   * @return the change
   */
  static Mutation answers(String method, String anchor, long number) {
    return new Mutation(Kind.ANSWERS, method, anchor, number, "");
  }

  /**
   * Adds to the value of a call, a field or a number.
   *
   * @param method the method
   * @param anchor the place
   * @param number what is added
   * @return the change
   */
  static Mutation plus(String method, String anchor, long number) {
    return new Mutation(Kind.PLUS, method, anchor, number, "");
  }

  /**
   * Calls another method of the same class, with the same parameters and result.
   *
   * @param method the method
   * @param anchor the call
   * @param other the name of the method that is called
   * @return the change
   */
  static Mutation calls(String method, String anchor, String other) {
    return new Mutation(Kind.CALLS, method, anchor, 0, other);
  }

  /**
   * Lets the innermost condition before a place never lead to it.
   *
   * @param method the method
   * @param anchor the place
   * @return the change
   */
  static Mutation never(String method, String anchor) {
    return new Mutation(Kind.NEVER, method, anchor, 0, "");
  }

  /** Returns the class with the method. */
  String className() {
    String name = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
    return "io.octavo." + name.substring(0, name.lastIndexOf('.'));
  }

  /** Returns the method, with its parameters if they are named. */
  String methodName() {
    return method.substring(className().length() - "io.octavo.".length() + 1);
  }
}
