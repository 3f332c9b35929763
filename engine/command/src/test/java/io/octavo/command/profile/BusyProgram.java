package io.octavo.command.profile;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.management.ObjectName;
import jdk.management.jfr.FlightRecorderMXBean;

/**
 * A program of which a profile is taken, until its input ends: it turns for a quarter of the time,
 * so that others have the processor.
 */
final class BusyProgram {
  /** Has the JVM look like one without the module jdk.management.jfr. */
  static final String NO_RECORDER = "no-recorder";

  private static final long TURNING_NANOS = 10_000_000;

  private static volatile long kept;

  private BusyProgram() {}

  /**
   * Turns, after a line on standard output.
   *
   * @param arguments {@link #NO_RECORDER}, or none
   */
  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains(NO_RECORDER)) {
      ManagementFactory.getPlatformMBeanServer()
          .unregisterMBean(new ObjectName(FlightRecorderMXBean.MXBEAN_NAME));
    }
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
      // A sample is taken every 10 ms.
      long start = System.nanoTime();
      while (System.nanoTime() - start < TURNING_NANOS) {
        kept = turnKnown(kept);
      }
      LockSupport.parkNanos(3 * TURNING_NANOS);
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
