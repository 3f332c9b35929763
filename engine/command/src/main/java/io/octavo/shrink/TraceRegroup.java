package io.octavo.shrink;

import io.octavo.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the commits of a trace anew: so many operations each, whatever the trace says. What was
 * rolled back is left out.
 */
final class TraceRegroup {
  private final long commitEvery;
  private final List<TraceEvent> kept = new ArrayList<>();
  private List<TraceEvent> out = new ArrayList<>();
  private long inCommit;
  private long missing;
  private long sequence;

  /**
   * Begins.
   *
   * @param commitEvery operations of a commit, from 1; 0 to leave the events as they are
   * @throws IllegalArgumentException if it is negative
   */
  TraceRegroup(long commitEvery) {
    if (commitEvery < 0) {
      throw new IllegalArgumentException("commitEvery=" + commitEvery + " is negative");
    }
    this.commitEvery = commitEvery;
  }

  /**
   * Takes the next event.
   *
   * @param event the event
   * @return what is to be done now
   */
  List<TraceEvent> next(TraceEvent event) {
    if (commitEvery == 0) {
      return List.of(event);
    }
    if (event instanceof TraceEvent.Operation || event instanceof TraceEvent.ValuePart) {
      // It is not known yet whether it is committed.
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
   * Ends: what is left is committed.
   *
   * @return what is to be done yet
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
