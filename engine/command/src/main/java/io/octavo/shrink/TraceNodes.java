package io.octavo.shrink;

import io.octavo.page.meta.CatalogueRecord;
import io.octavo.shrink.TraceParts.Step;
import io.octavo.shrink.TraceParts.Work;
import io.octavo.trace.TraceEvent;
import io.octavo.trace.TraceEvent.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the operations of a trace add to tables of stacks. An operation names its parent
 * by the id, which is the order of arrival: where operations are left out, the ids close up, and
 * what is below a node that was left out goes with it.
 */
final class TraceNodes {
  /** What an operation adds, whatever its id: known by its identity. */
  static final class Node {
    private final @Nullable Node parent;
    private final boolean isSound;

    private Node(@Nullable Node parent, boolean isSound) {
      this.parent = parent;
      this.isSound = isSound;
    }
  }

  private final IdentityHashMap<Operation, Node> nodes = new IdentityHashMap<>();

  private TraceNodes() {}

  /** Follows the ids of a whole trace. */
  static TraceNodes of(List<Step> steps) {
    TraceNodes all = new TraceNodes();
    Map<Integer, List<Node>> tables = new HashMap<>();
    for (Step step : steps) {
      if (step instanceof Work work) {
        Map<Integer, List<Node>> changed = tables;
        if (!work.isCommitted()) {
          changed = new HashMap<>(tables);
          changed.replaceAll((id, table) -> new ArrayList<>(table));
        }
        for (Operation operation : work.operations()) {
          all.follow(operation, changed);
        }
      }
    }
    return all;
  }

  private void follow(Operation operation, Map<Integer, List<Node>> tables) {
    int id = operation.collection();
    if (operation instanceof TraceEvent.Create create) {
      tables.remove(id);
      if (create.type() == CatalogueRecord.STACKS) {
        tables.put(id, new ArrayList<>());
      }
    } else if (operation instanceof TraceEvent.Drop) {
      tables.remove(id);
    } else if (operation instanceof TraceEvent.Clear && tables.containsKey(id)) {
      tables.put(id, new ArrayList<>());
    } else if (operation instanceof TraceEvent.Put put) {
      List<Node> table = tables.get(id);
      if (table != null) {
        boolean hasParent = put.key() >= 0 && put.key() < table.size();
        Node parent = hasParent ? table.get((int) put.key()) : null;
        Node node = new Node(parent, hasParent || put.key() == -1);
        nodes.put(operation, node);
        table.add(node);
      }
    }
  }

  /** Returns what an operation adds, null if it is no node. */
  @Nullable Node node(Operation operation) {
    return nodes.get(operation);
  }

  /** Says that an operation adds the same node as another one. */
  void replace(Operation old, Operation other) {
    Node node = nodes.get(old);
    if (node != null) {
      nodes.put(other, node);
    }
  }

  /** The nodes that a table has, by what is left of a trace. */
  static final class Table {
    private final Map<Node, Integer> ids;
    private final Map<List<Long>, Integer> known;

    Table() {
      this(new HashMap<>(), new HashMap<>());
    }

    private Table(Map<Node, Integer> ids, Map<List<Long>, Integer> known) {
      this.ids = ids;
      this.known = known;
    }

    Table copy() {
      return new Table(new HashMap<>(ids), new HashMap<>(known));
    }

    void clear() {
      ids.clear();
      known.clear();
    }

    /**
     * Adds a node.
     *
     * @param node the node; null if it is unknown
     * @param put the operation, with the frame
     * @param collection the identifier that the table has now
     * @return the operation in the ids that there are now, null if it makes no sense any more
     */
    TraceEvent.@Nullable Put add(@Nullable Node node, TraceEvent.Put put, int collection) {
      if (node == null || !node.isSound) {
        // Wrong in the whole trace too, which may be what fails.
        return new TraceEvent.Put(collection, put.key(), put.value());
      }
      Integer parent = node.parent == null ? Integer.valueOf(-1) : ids.get(node.parent);
      if (parent == null) {
        return null;
      }
      Integer old = known.putIfAbsent(List.of((long) parent, put.value()), known.size());
      ids.put(node, old == null ? known.size() - 1 : old);
      return old == null ? new TraceEvent.Put(collection, parent, put.value()) : null;
    }
  }
}
