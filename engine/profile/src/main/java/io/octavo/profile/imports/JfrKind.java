package io.octavo.profile.imports;

import io.octavo.profile.Labels;
import java.util.Map;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordedEvent;

/**
 * A kind of JFR event that is a sample.
 *
 * @param labels the series
 * @param thread the field that has the thread of the stack
 * @param weight returns the weight of an event
 */
record JfrKind(Labels labels, String thread, ToLongFunction<RecordedEvent> weight) {
  private static final String SAMPLED = "sampledThread";
  private static final String OWN = "eventThread";

  /** The kinds by the name of the event. */
  static final Map<String, JfrKind> BY_EVENT =
      Map.of(
          "jdk.ExecutionSample", of("cpu", "samples", SAMPLED, event -> 1),
          // Each represents a period of CPU time, and the period can change within a
          // recording, so that only times add up.
          "jdk.CPUTimeSample",
              of("cpu", "nanoseconds", OWN, event -> nanos(event, "samplingPeriod")),
          "jdk.NativeMethodSample", of("native", "samples", SAMPLED, event -> 1),
          "jdk.ObjectAllocationSample", of("alloc", "bytes", OWN, event -> event.getLong("weight")),
          // Not "alloc": a recording with both kinds would have all bytes twice.
          "jdk.ObjectAllocationInNewTLAB",
              of("tlab", "bytes", OWN, event -> event.getLong("tlabSize")),
          "jdk.ObjectAllocationOutsideTLAB",
              of("tlab", "bytes", OWN, event -> event.getLong("allocationSize")),
          "jdk.JavaMonitorEnter", of("lock", "nanoseconds", OWN, event -> nanos(event, "duration")),
          "jdk.ThreadPark", of("park", "nanoseconds", OWN, event -> nanos(event, "duration")),
          // Of async-profiler.
          "profiler.WallClockSample",
              of("wall", "samples", SAMPLED, event -> event.getLong("samples")));

  private static JfrKind of(
      String type, String unit, String thread, ToLongFunction<RecordedEvent> weight) {
    return new JfrKind(Labels.of(Labels.TYPE, type, Labels.UNIT, unit), thread, weight);
  }

  private static long nanos(RecordedEvent event, String field) {
    return event.getDuration(field).toNanos();
  }
}
