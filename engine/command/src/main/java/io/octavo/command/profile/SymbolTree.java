package io.octavo.command.profile;

import io.octavo.profile.FlameGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A flame graph whose frames of one caller and symbol are one, whatever their lines. */
final class SymbolTree {
  /** Stands behind the callees of a node on a path. */
  private static final Node END = new Node("", null);

  /** A frame below its caller. */
  static final class Node {
    final String symbol;

    /** The caller; the node above all outermost frames has none. */
    final @Nullable Node caller;

    final Map<String, Node> below = new LinkedHashMap<>();
    long self;
    long total;

    Node(String symbol, @Nullable Node caller) {
      this.symbol = symbol;
      this.caller = caller;
    }

    /** Returns the symbols of the stack, the outermost first. */
    List<String> stack() {
      List<String> stack = new ArrayList<>();
      for (Node node = this; node != null && node.caller != null; node = node.caller) {
        stack.add(node.symbol);
      }
      Collections.reverse(stack);
      return stack;
    }

    /** Returns the frames that this one calls, the largest first. */
    List<Node> largestFirst() {
      List<Node> nodes = new ArrayList<>(below.values());
      nodes.sort(
          Comparator.comparingLong((Node node) -> -Math.abs(node.total))
              .thenComparing(node -> node.symbol));
      return nodes;
    }
  }

  /** The weight of a symbol: in how many samples it is innermost, and in how many it is at all. */
  static final class Weight {
    final String symbol;
    long self;
    long total;
    private int open;

    Weight(String symbol) {
      this.symbol = symbol;
    }
  }

  private SymbolTree() {}

  /** Returns a node without a symbol, above all outermost frames. */
  static Node of(FlameGraph graph) {
    Node root = new Node("", null);
    root.total = graph.total();
    Node[] nodes = new Node[graph.size()];
    for (int i = 0; i < nodes.length; i++) {
      Node caller = graph.parent(i) == FlameGraph.NONE ? root : nodes[graph.parent(i)];
      nodes[i] = caller.below.computeIfAbsent(graph.symbol(i), symbol -> new Node(symbol, caller));
      nodes[i].self += graph.self(i);
      nodes[i].total += graph.total(i);
    }
    return root;
  }

  /** Returns the weights of all symbols. A symbol that calls itself counts once in a sample. */
  static Map<String, Weight> weights(Node root) {
    Map<String, Weight> weights = new HashMap<>();
    List<Node> path = new ArrayList<>(List.copyOf(root.below.values()));
    List<Weight> entered = new ArrayList<>();
    while (!path.isEmpty()) {
      Node node = path.remove(path.size() - 1);
      if (node == END) {
        entered.remove(entered.size() - 1).open--;
        continue;
      }
      Weight weight = weights.computeIfAbsent(node.symbol, Weight::new);
      weight.self += node.self;
      weight.total += weight.open == 0 ? node.total : 0;
      weight.open++;
      entered.add(weight);
      path.add(END);
      path.addAll(node.below.values());
    }
    return weights;
  }
}
