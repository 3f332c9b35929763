package io.octavo.event;

import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Begins events where the Flight Events is in use. */
public final class Events {
  private Events() {}

  /**
   * Begins an event. The first event of a process takes the JDK a tenth of a second, which nobody
   * should wait for who does not record.
   *
   * @param event makes it
   * @param <E> its type
   * @return the event, null if nobody records
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
