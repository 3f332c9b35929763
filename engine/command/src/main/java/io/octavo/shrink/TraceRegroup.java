package io.octavo.shrink;

import io.octavo.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides the operations of a trace into commits of a given number of operations. Operations that
 * were rolled back are dropped.
 */
final class TraceRegroup {
  private final long commitEvery;
  private final List<TraceEvent> kept = new ArrayList<>();
  private List<TraceEvent> out = new ArrayList<>();
  private long inCommit;
  private long missing;
  private long sequence;

  /**
   * Makes a regrouping.
   *
   * @param commitEvery operations of a commit, at least 1; 0 to keep the events unchanged
   * @throws IllegalArgumentException if it is negative
   */
  TraceRegroup(long commitEvery) {
    if (commitEvery < 0) {
      throw new IllegalArgumentException("commitEvery=" + commitEvery + " is negative");
    }
    this.commitEvery = commitEvery;
  }

  /**
   * Adds the next event.
   *
   * @param event the event
   * @return the events to apply now
   */
  List<TraceEvent> next(TraceEvent event) {
    if (commitEvery == 0) {
      return List.of(event);
    }
    if (event instanceof TraceEvent.Operation || event instanceof TraceEvent.ValuePart) {
      // Whether the operations are committed is not known yet.
      kept.add(event);
    } else if (event instanceof TraceEvent.Committed) {
      kept.forEach(this::add);
      kept.clear();
    } else if (event instanceof TraceEvent.RolledBack) {
      kept.clear();
    } else {
      if (!(event instanceof TraceEvent.Checkpointed)) {
        kept.clear();
        commit();
      }
      if (event instanceof TraceEvent.Opened opened) {
        sequence = Math.max(sequence, opened.sequence());
      }
      out.add(event);
    }
    return taken();
  }

  /**
   * Commits the remaining operations.
   *
   * @return the events to apply
   */
  List<TraceEvent> end() {
    kept.clear();
    commit();
    return taken();
  }

  private List<TraceEvent> taken() {
    List<TraceEvent> taken = out;
    out = new ArrayList<>();
    return taken;
  }

  private void add(TraceEvent event) {
    out.add(event);
    if (event instanceof TraceEvent.ValuePart part) {
      missing -= part.bytes().length;
    } else {
      inCommit++;
      missing = event instanceof TraceEvent.Value value ? value.length() : 0;
    }
    if (missing <= 0 && inCommit >= commitEvery) {
      commit();
    }
  }

  private void commit() {
    if (inCommit > 0) {
      out.add(new TraceEvent.Committed(++sequence));
      inCommit = 0;
    }
  }
}
