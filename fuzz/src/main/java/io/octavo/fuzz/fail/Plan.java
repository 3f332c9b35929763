package io.octavo.fuzz.fail;

/**
 * Where a run fails, once.
 *
 * @param point the number of the point, counted from 1; 0 if nothing fails
 * @param kind what is thrown
 */
public record Plan(long point, Kind kind) {
  /** Fails nowhere. */
  public static final Plan NONE = new Plan(0, Kind.MEMORY);

  /** What is thrown. */
  public enum Kind {
    /** The heap is full. */
    MEMORY,
    /** The stack is full. */
    STACK,
    /** A class cannot be loaded. */
    LINKAGE,
    /** The JVM found itself in a wrong state. */
    INTERNAL,
    /** A defect in a method, or an exception of the JDK that no method names. */
    UNCHECKED;

    Throwable make(String message) {
      return switch (this) {
        case MEMORY -> new OutOfMemoryError(message);
        case STACK -> new StackOverflowError(message);
        case LINKAGE -> new NoClassDefFoundError(message);
        case INTERNAL -> new InternalError(message);
        case UNCHECKED -> new UnsupportedOperationException(message);
      };
    }
  }

  @Override
  public String toString() {
    return point + "," + kind;
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @param text the plan
   * @return the plan
   */
  public static Plan parse(String text) {
    int comma = text.indexOf(',');
    return new Plan(
        Long.parseLong(text.substring(0, comma)), Kind.valueOf(text.substring(comma + 1)));
  }
}
