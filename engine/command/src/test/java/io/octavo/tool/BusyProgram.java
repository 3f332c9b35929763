package io.octavo.tool;

/** A program of which a profile is taken: it turns until its input ends. */
final class BusyProgram {
  private static volatile long kept;

  private BusyProgram() {}

  /** Turns, after a line on standard output. */
  public static void main(String[] arguments) throws Exception {
    Thread turning = new Thread(BusyProgram::turnForever, "busy");
    turning.setDaemon(true);
    turning.start();
    System.out.println("busy");
    while (System.in.read() >= 0) {
      // The other thread works.
    }
  }

  private static void turnForever() {
    while (true) {
      kept = turnKnown(kept);
    }
  }

  private static long turnKnown(long from) {
    long sum = from;
    for (int i = 0; i < 1_000_000; i++) {
      sum += i ^ sum;
    }
    return sum;
  }
}
