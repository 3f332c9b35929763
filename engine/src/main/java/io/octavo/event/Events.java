package io.octavo.event;

import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Begins events if the Flight Recorder is in use. */
public final class Events {
  private Events() {}

  /**
   * Begins an event. The first event of a process costs a tenth of a second, so it begins only for
   * a recording.
   *
   * @param event creates the event
   * @param <E> type of the event
   * @return the event; null if there is no recording
   */
  public static <E extends Event> @Nullable E begin(Supplier<E> event) {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    E begun = event.get();
    begun.begin();
    return begun;
  }
}
