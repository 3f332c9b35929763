package io.octavo.shrink;

import io.octavo.EngineAccess;
import io.octavo.page.bytes.BytesPage;
import io.octavo.page.meta.CatalogueRecord;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trace in parts that can be removed. Events that depend on a removed part are removed too, such
 * as a change of a collection that is no longer created. Identifiers and numbers of commits are
 * reassigned without gaps.
 */
final class TraceParts {
  /** The length of a part of a large value. */
  private static final int PART = 1 << 16;

  /** A part of the trace that can be removed. */
  sealed interface Step {}

  /** A transaction. */
  record Work(List<Operation> operations, boolean isCommitted) implements Step {}

  /** An event between transactions: a checkpoint, a compaction. */
  record Single(TraceEvent event) implements Step {}

  /** The store was closed and opened again. */
  record Reopening(TraceEvent.Opened opened) implements Step {}

  private final TraceEvent.Opened first;
  private final List<Step> steps;
  private final TraceNodes nodes;

  private TraceParts(TraceEvent.Opened first, List<Step> steps, TraceNodes nodes) {
    this.first = first;
    this.steps = steps;
    this.nodes = nodes;
  }

  List<Step> steps() {
    return steps;
  }

  TraceEvent.Opened first() {
    return first;
  }

  TraceParts with(List<Step> others) {
    return new TraceParts(first, others, nodes);
  }

  /** Returns which nodes of stacks the operations are about, in all traces made of this one. */
  TraceNodes nodes() {
    return nodes;
  }

  /** Returns the same steps for a store with other limits. */
  TraceParts with(int leafLimit, int branchLimit) {
    List<Step> changed = new ArrayList<>();
    for (Step step : steps) {
      changed.add(
          step instanceof Reopening again
              ? new Reopening(again.opened().limited(leafLimit, branchLimit))
              : step);
    }
    return new TraceParts(first.limited(leafLimit, branchLimit), changed, nodes);
  }

  int countOperations() {
    int count = 0;
    for (Step step : steps) {
      count += step instanceof Work work ? work.operations().size() : 0;
    }
    return count;
  }

  /**
   * Divides a trace into parts.
   *
   * @throws IllegalArgumentException if it does not begin with an empty store
   */
  static TraceParts of(List<TraceEvent> events) {
    if (events.isEmpty()
        || !(events.get(0) instanceof TraceEvent.Opened first)
        || first.sequence() != 0) {
      throw new IllegalArgumentException("the trace does not begin with an empty store");
    }
    List<Step> steps = new ArrayList<>();
    List<Operation> open = new ArrayList<>();
    TraceEvent.Value value = null;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (TraceEvent event : events.subList(1, events.size())) {
      if (event instanceof TraceEvent.Value begun) {
        value = begun;
        bytes.reset();
      } else if (event instanceof TraceEvent.ValuePart part) {
        bytes.writeBytes(part.bytes());
      } else if (event instanceof Operation operation) {
        open.add(operation);
      } else if (event instanceof TraceEvent.Checkpointed checkpoint) {
        // A commit makes its own checkpoint, and a checkpoint during a transaction is not replayed.
        if (!checkpoint.isOfCommit() && open.isEmpty()) {
          steps.add(new Single(event));
        }
      } else {
        if (!open.isEmpty()) {
          steps.add(new Work(List.copyOf(open), event instanceof TraceEvent.Committed));
        }
        open.clear();
        value = null;
        if (event instanceof TraceEvent.Opened opened) {
          steps.add(new Reopening(opened));
        } else if (event instanceof TraceEvent.Compacted) {
          steps.add(new Single(event));
        }
      }
      if (value != null && bytes.size() >= value.length()) {
        open.add(new TraceEvent.PutBytes(value.collection(), value.key(), bytes.toByteArray()));
        value = null;
      }
    }
    if (!open.isEmpty()) {
      steps.add(new Work(List.copyOf(open), false));
    }
    return new TraceParts(first, steps, TraceNodes.of(steps));
  }

  /** Joins the parts to a trace, at whose end the store is open. */
  List<TraceEvent> events() {
    Names names = new Names(nodes);
    List<TraceEvent> events = new ArrayList<>();
    events.add(first.at(0));
    long sequence = 0;
    for (Step step : steps) {
      if (step instanceof Work work) {
        Names before = work.isCommitted() ? names : new Names(names);
        int length = events.size();
        for (Operation operation : work.operations()) {
          names.add(operation, events);
        }
        names = before;
        if (events.size() > length) {
          events.add(
              work.isCommitted()
                  ? new TraceEvent.Committed(++sequence)
                  : new TraceEvent.RolledBack());
        }
      } else if (step instanceof Single single) {
        events.add(single.event());
      } else if (step instanceof Reopening again) {
        events.add(new TraceEvent.Closed());
        events.add(again.opened().at(sequence));
      }
    }
    return events;
  }

  /** The existing collections, by the identifiers of the whole trace. */
  private static final class Names {
    private record Known(int id, int type, String name, boolean hasPieces, TraceNodes.Table table) {
      Known copy() {
        return new Known(id, type, name, hasPieces, table.copy());
      }
    }

    private final TraceNodes nodes;
    private final Map<Integer, Known> known;
    private int next;

    Names(TraceNodes nodes) {
      this.nodes = nodes;
      known = new HashMap<>();
      next = 1;
    }

    Names(Names other) {
      nodes = other.nodes;
      known = new HashMap<>(other.known);
      known.replaceAll((old, collection) -> collection.copy());
      next = other.next;
    }

    private boolean isTaken(String name) {
      return known.values().stream().anyMatch(collection -> collection.name().equals(name));
    }

    /** Adds an operation, with the new identifiers, if its collection exists. */
    void add(Operation operation, List<TraceEvent> events) {
      int old = operation.collection();
      if (operation instanceof TraceEvent.Create create) {
        // Those of large values are made where they are needed.
        int type = create.type();
        if (type != CatalogueRecord.PIECES && !isTaken(create.name())) {
          known.put(old, new Known(next, type, create.name(), false, new TraceNodes.Table()));
          events.add(new TraceEvent.Create(next, type, create.name()));
          next += EngineAccess.identifiers(type);
        }
        return;
      }
      Known collection = known.get(old);
      if (collection == null) {
        return;
      }
      int id = collection.id();
      if (operation instanceof TraceEvent.Rename rename) {
        if (!isTaken(rename.name())) {
          known.put(
              old,
              new Known(
                  id,
                  collection.type(),
                  rename.name(),
                  collection.hasPieces(),
                  collection.table()));
          events.add(new TraceEvent.Rename(id, rename.name()));
        }
      } else if (operation instanceof TraceEvent.Drop) {
        known.remove(old);
        events.add(new TraceEvent.Drop(id));
      } else if (operation instanceof TraceEvent.PutBytes put
          && collection.type() != CatalogueRecord.STRINGS) {
        put(old, collection, put, events);
      } else if (operation instanceof TraceEvent.Put put
          && collection.type() == CatalogueRecord.STACKS) {
        TraceEvent.Put node = collection.table().add(nodes.node(put), put, id);
        events.addAll(node == null ? List.of() : List.of(node));
      } else {
        if (operation instanceof TraceEvent.Clear) {
          collection.table().clear();
        }
        events.add(renumbered(operation, id));
      }
    }

    private void put(int old, Known collection, TraceEvent.PutBytes put, List<TraceEvent> events) {
      int id = collection.id();
      if ((long) put.key().length + put.value().length > BytesPage.MAX_ENTRY
          && !collection.hasPieces()) {
        events.add(
            new TraceEvent.Create(next++, CatalogueRecord.PIECES, CatalogueRecord.piecesOf(id)));
        known.put(
            old, new Known(id, collection.type(), collection.name(), true, collection.table()));
      }
      if (put.value().length <= PART) {
        events.add(new TraceEvent.PutBytes(id, put.key(), put.value()));
        return;
      }
      events.add(new TraceEvent.Value(id, put.key(), put.value().length));
      for (int from = 0; from < put.value().length; from += PART) {
        int to = Math.min(put.value().length, from + PART);
        events.add(new TraceEvent.ValuePart(Arrays.copyOfRange(put.value(), from, to)));
      }
    }

    private static Operation renumbered(Operation operation, int id) {
      if (operation instanceof TraceEvent.Put put) {
        return new TraceEvent.Put(id, put.key(), put.value());
      } else if (operation instanceof TraceEvent.Remove remove) {
        return new TraceEvent.Remove(id, remove.key());
      } else if (operation instanceof TraceEvent.PutBytes put) {
        return new TraceEvent.PutBytes(id, put.key(), put.value());
      } else if (operation instanceof TraceEvent.RemoveRange range) {
        return new TraceEvent.RemoveRange(id, range.from(), range.to());
      } else if (operation instanceof TraceEvent.RemoveBytes remove) {
        return new TraceEvent.RemoveBytes(id, remove.key());
      } else if (operation instanceof TraceEvent.RemoveBytesRange range) {
        byte @Nullable [] to = range.to();
        return new TraceEvent.RemoveBytesRange(id, range.from(), to);
      } else if (operation instanceof TraceEvent.Describe describe) {
        return new TraceEvent.Describe(
            id, describe.keyCodec(), describe.valueCodec(), describe.tail());
      } else if (operation instanceof TraceEvent.Clear) {
        return new TraceEvent.Clear(id);
      }
      throw new IllegalArgumentException("operation=" + operation + " is unknown");
    }
  }
}
