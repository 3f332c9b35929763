package io.octavo.command.profile.view;

import io.octavo.command.cli.Failure;
import io.octavo.command.text.Varints;
import io.octavo.profile.FlameGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of a page: a tree whose nodes are symbols below the symbols of their callers. Stacks
 * that differ in lines only are one. Nodes have numbers from 1, callers before what they call; node
 * 0 is above all. Nodes and symbols are added and keep their numbers. For use by several threads.
 */
final class StackTree {
  /** What is above all. */
  static final int ROOT = 0;

  private final Map<String, Integer> symbols = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Map<Long, Integer> nodes = new HashMap<>();
  private final List<Integer> parents = new ArrayList<>();
  private final List<Integer> symbolsOfNodes = new ArrayList<>();
  private int[] nodesOfStacks = new int[0];

  /** Adds all stacks of a graph. */
  synchronized void add(FlameGraph graph) {
    for (int i = 0; i < graph.size(); i++) {
      int parent = graph.parent(i);
      int above = parent == FlameGraph.NONE ? ROOT : nodesOfStacks[graph.stack(parent)];
      int stack = graph.stack(i);
      if (stack >= nodesOfStacks.length) {
        nodesOfStacks = Arrays.copyOf(nodesOfStacks, Math.max(stack + 1, 2 * stack));
      }
      nodesOfStacks[stack] = node(above, graph.symbol(i));
    }
  }

  /** Returns the node of a symbol below another node, which is added if it is new. */
  synchronized int node(int parent, String name) {
    int symbol =
        symbols.computeIfAbsent(
            name,
            added -> {
              names.add(added);
              return names.size() - 1;
            });
    return nodes.computeIfAbsent(
        (long) parent << Integer.SIZE | symbol,
        added -> {
          parents.add(parent);
          symbolsOfNodes.add(symbol);
          return parents.size();
        });
  }

  /** Returns the node of a stack of a graph that was added. */
  synchronized int nodeOf(int stack) {
    int node = stack < nodesOfStacks.length ? nodesOfStacks[stack] : ROOT;
    if (node == ROOT) {
      throw new Failure(Failure.PROBLEM, "the profile has changed; load the page again");
    }
    return node;
  }

  /** Returns the symbols by their numbers, without the first ones. */
  synchronized List<String> names(int from) {
    requireWithin("symbols", from, names.size());
    return List.copyOf(names.subList(from, names.size()));
  }

  private static void requireWithin(String field, int from, int size) {
    if (from < 0 || from > size) {
      throw new Failure(Failure.USAGE, field + "=" + from + " is not from 0 to " + size);
    }
  }

  /**
   * Packs the tree without the first nodes: the number of the others; how far each is from its
   * parent; and the symbols.
   */
  synchronized byte[] packed(int from) {
    requireWithin("nodes", from, parents.size());
    Varints packed = new Varints();
    packed.put(parents.size() - from);
    for (int i = from; i < parents.size(); i++) {
      packed.put(i + 1 - parents.get(i));
    }
    symbolsOfNodes.subList(from, parents.size()).forEach(packed::put);
    return packed.toByteArray();
  }
}
