package io.octavo;

/**
 * Looks whether the stack of the thread has room for what must not be broken off.
 *
 * <p>Where a program recurses until the stack ends, and catches the error, each call at that depth
 * fails again, those of cleanup too. Therefore the calls that begin, commit or roll back a write
 * transaction, or close the store, check for stack before they change any page; a change of a map
 * does not. If the stack is too small, the check throws a StackOverflowError.
 */
final class StackProbe {
  /** Depth of the recursion, sized for a commit in interpreted frames. */
  private static final int DEEP = 192;

  /** Calls below the end of a read. */
  private static final int SHALLOW = 24;

  private StackProbe() {}

  /** Throws a StackOverflowError unless a transaction can be begun, committed, and undone. */
  static void requireForWrite() {
    use(DEEP, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  /** Throws a StackOverflowError unless a transaction that reads can be begun and ended. */
  static void requireForRead() {
    use(SHALLOW, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  }

  /** Takes frames that hold all these numbers, because all are used behind the call. */
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
