package io.octavo.profile.imports;

import io.octavo.profile.stored.SlotTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Imports the events of a running JVM, such as from a {@code RecordingStream}: slots are committed
 * after they end. A crash loses the events since the last commit.
 *
 * <pre>{@code
 * try (LiveImport live = Imports.into(store, "app").live()) {
 *   stream.setReuse(false);
 *   LiveImport.events().forEach(name -> stream.onEvent(name, live));
 *   stream.onFlush(live::commitEnded);
 *   stream.start();
 * }
 * }</pre>
 *
 * <p>Keeps events in memory, so that the store is free for other writers until the slot has ended.
 * Safe for use by several threads. Events that arrive after {@link #close}, or after an exception
 * of the store, are ignored.
 */
public final class LiveImport implements Consumer<RecordedEvent>, AutoCloseable {
  /** The number of events that are committed before the slot has ended. */
  private static final int MOST_EVENTS = 1 << 17;

  private final StoreSink sink;
  private final JfrSamples samples;
  private final SlotTime slots;
  private final long slotNanos;
  private List<RecordedEvent> open = new ArrayList<>();
  private long openSince;
  private boolean isClosed;

  LiveImport(StoreSink sink) {
    this.sink = sink;
    this.samples = new JfrSamples(sink);
    Duration slot = sink.createProfile();
    this.slots = new SlotTime(slot);
    this.slotNanos = slot.toNanos();
  }

  /**
   * Returns the names of the events that are samples.
   *
   * @return the names
   */
  public static Set<String> events() {
    return JfrKind.BY_EVENT.keySet();
  }

  /**
   * Adds an event. The stream must not reuse it, see {@code EventStream.setReuse}.
   *
   * @param event the event
   */
  @Override
  public synchronized void accept(RecordedEvent event) {
    if (isClosed) {
      return;
    }
    if (open.isEmpty()) {
      openSince = System.nanoTime();
    }
    open.add(event);
    if (open.size() == MOST_EVENTS) {
      commit(open);
      open = new ArrayList<>();
    }
  }

  /** Commits the events of slots that have ended. Call after each flush of the stream. */
  public synchronized void commitEnded() {
    if (isClosed) {
      return;
    }
    long newest = open.stream().mapToLong(this::slot).max().orElse(0);
    List<RecordedEvent> ended = new ArrayList<>();
    List<RecordedEvent> rest = new ArrayList<>();
    for (RecordedEvent event : open) {
      (slot(event) < newest ? ended : rest).add(event);
    }
    if (ended.isEmpty() && System.nanoTime() - openSince >= slotNanos) {
      // The slot has ended, though there is no later event.
      ended = rest;
      rest = new ArrayList<>();
    }
    if (!ended.isEmpty()) {
      commit(ended);
      open = rest;
      openSince = System.nanoTime();
    }
  }

  /**
   * Returns a report of the commits so far.
   *
   * @return the report; its format is {@code jfr}
   */
  public synchronized ImportReport report() {
    return sink.report(ImportFormat.JFR, false);
  }

  /** Commits all events. */
  @Override
  public synchronized void close() {
    if (!isClosed) {
      commit(open);
      isClosed = true;
    }
  }

  private void commit(List<RecordedEvent> events) {
    isClosed = true; // unless the commit succeeds: ids of the transaction would be wrong then
    try (sink) {
      events.forEach(samples::add);
      sink.commit(false);
    }
    isClosed = false;
  }

  private long slot(RecordedEvent event) {
    return slots.floor(event.getStartTime());
  }
}
