package io.octavo.command.profile;

import io.octavo.command.cli.Failure;
import io.octavo.profile.imports.LiveImport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import jdk.management.jfr.RemoteRecordingStream;

/** Passes the JFR events of a JVM to a profile while it runs. */
final class JvmRecording {
  /** Not by the settings of single events, which in JDK 17 lose the name of the event. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "jdk.ExecutionSample#enabled", "true",
          "jdk.ExecutionSample#period", "10 ms",
          "jdk.NativeMethodSample#enabled", "true",
          "jdk.NativeMethodSample#period", "20 ms",
          "jdk.ObjectAllocationSample#enabled", "true",
          "jdk.ObjectAllocationSample#throttle", "150/s",
          "jdk.JavaMonitorEnter#enabled", "true",
          "jdk.JavaMonitorEnter#threshold", "10 ms",
          "jdk.ThreadPark#enabled", "true",
          "jdk.ThreadPark#threshold", "10 ms");

  /** The JVM sends what it has every second; so long is waited for the last of it. */
  private static final Duration LAST_FLUSH = Duration.ofSeconds(3);

  private static final Duration FIRST_FLUSH = Duration.ofMinutes(1);
  private static final int GLANCE_MILLIS = 20;

  private final RunningJvm jvm;
  private final LiveImport live;
  private final AtomicLong flushes = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  JvmRecording(RunningJvm jvm, LiveImport live) {
    this.jvm = jvm;
    this.live = live;
  }

  /**
   * Records.
   *
   * @param length for how long, from when the JVM has sent the first events
   * @param isStopped returns whether to end before
   * @param started is called when the JVM has sent the first events
   */
  void run(Duration length, BooleanSupplier isStopped, Runnable started)
      throws InterruptedException {
    try (RemoteRecordingStream stream = jvm.events()) {
      stream.setReuse(false); // events are kept until the slot has ended
      stream.setOrdered(false);
      stream.setSettings(SETTINGS);
      LiveImport.events().forEach(name -> stream.onEvent(name, live));
      stream.onFlush(this::flushed);
      stream.onError(failure::set);
      stream.startAsync();
      await(FIRST_FLUSH, () -> flushes.get() > 0 || isStopped.getAsBoolean());
      jvm.boundEvents();
      started.run();
      await(length, isStopped);
      end(stream);
      // What was sampled since the last flush; one may be on its way.
      long last = flushes.get() + 2;
      await(LAST_FLUSH, () -> flushes.get() >= last);
    }
    Throwable failed = failure.get();
    if (failed != null) {
      throw new Failure(Failure.PROBLEM, "recording failed: " + failed.getMessage(), failed);
    }
  }

  private static void end(RemoteRecordingStream stream) {
    Map<String, String> disabled = new HashMap<>(SETTINGS);
    disabled.replaceAll((name, value) -> name.endsWith("#enabled") ? "false" : value);
    stream.setSettings(disabled);
  }

  private void flushed() {
    live.commitEnded();
    flushes.incrementAndGet();
  }

  private void await(Duration length, BooleanSupplier isStopped) throws InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < length.toNanos()
        && !isStopped.getAsBoolean()
        && failure.get() == null
        && jvm.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
    }
  }
}
