package io.octavo;

/**
 * Checks that the stack of the thread has room for calls that must not be interrupted by a
 * StackOverflowError.
 *
 * <p>If a program recurses until the stack is full, and catches the error, each call at that depth
 * fails again, cleanup included. Therefore the calls that begin, commit or roll back a write
 * transaction, or close the store, check the stack before they change any page; a change of a map
 * does not. If the stack is too small, the check throws a StackOverflowError.
 */
final class StackProbe {
  /**
   * Depth of the probe for a commit, sized for interpreted frames. {@code RecursionSweep} finds
   * failures at a depth of 1, none at 8.
   */
  private static final int DEEP = 48;

  /** Depth of the probe for the begin and the end of a read transaction. */
  private static final int SHALLOW = 24;

  private StackProbe() {}

  /**
   * Throws a StackOverflowError unless the stack has room to begin, commit and roll back a write
   * transaction.
   */
  static void requireForWrite() {
    use(DEEP, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  /** Throws a StackOverflowError unless the stack has room to begin and end a read transaction. */
  static void requireForRead() {
    use(SHALLOW, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  /**
   * Recurses with frames of many live variables, all of which are used after the recursive call.
   */
  private static long use(
      int frames,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l) {
    if (frames == 0) {
      return a;
    }
    long below = use(frames - 1, b, c, d, e, f, g, h, i, j, k, l, a);
    return below ^ a + b ^ c + d ^ e + f ^ g + h ^ i + j ^ k + l;
  }
}
