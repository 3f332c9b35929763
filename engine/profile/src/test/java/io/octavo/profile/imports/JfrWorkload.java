package io.octavo.profile.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;

/** Records a program whose methods are known. */
final class JfrWorkload {
  private static final int BEYOND_STACK_DEPTH = 100;

  /** Keeps results from being optimised away. */
  static volatile Object kept = "";

  /** As async-profiler writes it. */
  @Name("profiler.WallClockSample")
  static final class WallClock extends Event {
    Thread sampledThread = Thread.currentThread();
    int samples;
  }

  private JfrWorkload() {}

  /** Records some 300 ms of work of all kinds. */
  static Path record(Path file) throws IOException, InterruptedException {
    return record(file, () -> {});
  }

  /**
   * Records work.
   *
   * @param more is called within the recording too
   */
  static Path record(Path file, Runnable more) throws IOException, InterruptedException {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(1));
      recording.enable("jdk.CPUTimeSample").with("throttle", "1ms"); // JDK 25 on Linux
      recording.enable("jdk.ObjectAllocationSample");
      recording.enable("jdk.ObjectAllocationInNewTLAB");
      recording.enable("jdk.ObjectAllocationOutsideTLAB");
      recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO);
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO);
      recording.enable(WallClock.class);
      recording.start();
      work();
      more.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  static void work() throws InterruptedException {
    busyOuter(150);
    recurse(BEYOND_STACK_DEPTH, 100);
    IntUnaryOperator lambda = JfrWorkload::busyInner;
    kept = lambda.applyAsInt(50);
    allocate();
    contend();
    LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    wallClock(7);
    wallClock(0);
  }

  static void busyOuter(int millis) {
    kept = busyInner(millis);
  }

  static int busyInner(int millis) {
    long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    int sum = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 1_000; i++) {
        sum += i ^ sum;
      }
    }
    return sum;
  }

  private static void recurse(int depth, int millis) {
    if (depth == 0) {
      busyOuter(millis);
    } else {
      recurse(depth - 1, millis);
    }
  }

  private static void allocate() {
    List<byte[]> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      all.add(new byte[10_000]);
    }
    all.add(new byte[4_000_000]);
    kept = all;
  }

  private static void contend() throws InterruptedException {
    Object lock = new Object();
    Thread other;
    synchronized (lock) {
      other = new Thread(() -> enter(lock), "octavo-contender");
      other.start();
      while (other.getState() != Thread.State.BLOCKED) {
        Thread.onSpinWait();
      }
    }
    other.join();
  }

  private static void enter(Object lock) {
    synchronized (lock) {
      Thread.onSpinWait();
    }
  }

  private static void wallClock(int samples) {
    WallClock event = new WallClock();
    event.samples = samples;
    event.commit();
  }
}
